// SPDX-License-Identifier: MIT
//
// The simple elements of an Artin group of finite type: the elements of its Coxeter group W, as permutations of few points.
//
// The points are the cosets of a maximal parabolic subgroup of W, numbered by their distance from that subgroup: for the braid
// group on n strands the n strands, for B(n) and D(n) twice n, 27 for E6, 56, 240, 24 for F4, 12 and 120 for H3 and H4, m for
// I2(m). They are the orbit of a fundamental weight, so W acts faithfully. If a generator s moves a point `low` to a later point
// `high`, their difference is a positive multiple of the simple root of s, and an element x begins with s, which means that s*x
// is shorter, if and only if it takes `low` beyond `high`. (A reflection that takes a point towards the root's negative side
// makes its distance greater, since the minimal coset representatives grow in the Bruhat order.) So all that Garside's theory
// asks of W, which is which letters an element begins and ends with, is a comparison of two bytes, for all types alike, and
// for braids this is the well-known picture: a permutation begins with s(i) if strands i and i+1 cross.
//
// The coset graph is found without arithmetic (Deodhar): two generators with label m move a point along a polygon with 2m sides,
// or along a path of m points, or not at all, and what lies below a point decides which. An irreducible Coxeter group that is
// infinite has infinitely many cosets of each proper parabolic subgroup, so this also decides which diagrams are of finite type;
// no list of them is needed.
//
// An element is an array of points() bytes: x[i] is the image of i, and in x*y x acts first. The products below are those of W.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace wreath::word::garside {

using Point = std::uint8_t;
inline constexpr std::size_t kMaxPoints = 256;

/// labels[i][j] is the order of the product of the generators i and j; 0 if it is infinite, 1 on the diagonal.
using CoxeterMatrix = std::vector<std::vector<std::uint32_t>>;

class SimpleElements {
 public:
  /// Of a connected diagram. Nothing if the Coxeter group is infinite, or needs more than kMaxPoints points: I2(m) for m > 256.
  static std::optional<SimpleElements> of(const CoxeterMatrix& labels);

  std::size_t rank() const noexcept { return low_.size(); }
  std::size_t points() const noexcept { return delta_.size(); }
  /// The longest element, and the number of its letters.
  const Point* delta() const noexcept { return delta_.data(); }
  std::size_t delta_length() const noexcept { return delta_length_; }
  /// The generator s as an element.
  const Point* atom(std::size_t s) const noexcept { return atoms_.data() + s * points(); }
  /// The generator delta*s*delta.
  std::size_t flipped(std::size_t s) const noexcept { return flipped_[s]; }
  /// Whether delta commutes with all elements.
  bool is_delta_central() const noexcept { return is_delta_central_; }

  void set_identity(Point* x) const noexcept;
  void copy(const Point* x, Point* out) const noexcept { std::memcpy(out, x, points()); }
  bool equal(const Point* x, const Point* y) const noexcept { return std::memcmp(x, y, points()) == 0; }
  bool is_identity(const Point* x) const noexcept;
  /// The longest element alone takes the first point to the last.
  bool is_delta(const Point* x) const noexcept { return x[0] + std::size_t{1} == points() && equal(x, delta()); }
  void invert(const Point* x, Point* out) const noexcept;
  void multiply(const Point* x, const Point* y, Point* out) const noexcept;
  /// x becomes s*x.
  void multiply_from_left(std::size_t s, Point* x) const noexcept;
  /// x becomes delta*x*delta, if `times` is odd.
  void flip(Point* x, std::int64_t times = 1) const noexcept;
  /// The inverse of x, times delta: what is missing after x.
  void complement(const Point* x, Point* out) const noexcept;

  /// Whether s*x is shorter than x.
  bool begins_with(const Point* x, std::size_t s) const noexcept { return x[low_[s]] > x[high_[s]]; }
  /// Moves as many letters as possible from the beginning of y to the end of x: they become x*m and m^-1*y, where m is the
  /// greatest prefix of y such that x*m is simple. Returns false if there is none but 1.
  bool left_weight(Point* x, Point* y) const noexcept;
  /// The greatest common prefix of a and b.
  void meet(const Point* a, const Point* b, Point* out) const noexcept;
  /// The least simple element of which both are prefixes; out may be a or b.
  void join(const Point* a, const Point* b, Point* out) const noexcept;
  /// b becomes f^-1 * join(f, b): what b still asks for after f.
  void past(const Point* f, Point* b) const noexcept;

  /// Calls visit(s) for each letter of a shortest word of x; the next letter is the first possible one.
  template <class Visit>
  void for_each_letter(const Point* x, const Visit& visit) const {
    Point rest[kMaxPoints];
    copy(x, rest);
    for (std::size_t s = 0; s < rank();) {
      if (!begins_with(rest, s)) {
        ++s;
        continue;
      }
      visit(s);
      multiply_from_left(s, rest);
      s = 0;
    }
  }

 private:
  SimpleElements(const CoxeterMatrix& labels, const std::vector<std::vector<Point>>& moved);
  /// While a generator is in the beginning of a (or is not, if kUpA), and likewise for b, multiplies both by it from the left.
  template <bool kUpA, bool kUpB>
  bool strip(Point* a, Point* b) const noexcept;
  template <bool kUpA, bool kUpB>
  bool strip_line(Point* a, Point* b) const noexcept;

  std::vector<Point> low_, high_;      // for each generator a point and its later image
  std::vector<std::size_t> resume_;    // the first generator whose place in a beginning may change with this one, or the next one
  std::vector<std::size_t> pair_end_;  // of generator s are the pairs from pair_end_[s] to pair_end_[s+1]
  std::vector<std::pair<Point, Point>> pairs_;  // the points that it exchanges
  bool is_line_ = false;                        // generator s exchanges the points s and s+1, and no others
  std::vector<Point> atoms_;
  std::vector<Point> delta_;
  std::size_t delta_length_ = 0;
  std::vector<std::size_t> flipped_;
  bool is_delta_central_ = false;
};

}  // namespace wreath::word::garside
