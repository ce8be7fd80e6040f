// SPDX-License-Identifier: MIT
#include "word/known/garside/simple_elements.hpp"

#include <algorithm>
#include <numeric>

namespace wreath::word::garside {

namespace {

/// The cosets of the parabolic subgroup that all generators but one generate, breadth first.
class CosetGraph {
 public:
  /// Of the subgroup without the generator `base`. It is not complete if there are more than `most` cosets.
  CosetGraph(const CoxeterMatrix& labels, std::size_t base, std::size_t most) : labels_(labels) {
    add();
    for (std::size_t s = 0; s < rank(); ++s)
      if (s != base) image_[0][s] = 0;
    for (std::size_t x = 0; x < image_.size() && image_.size() <= most; ++x) {
      for (std::size_t s = 0; s < rank(); ++s)
        if (image_[x][s] == kUnknown) find_image(x, s);
    }
  }
  std::size_t size() const { return image_.size(); }
  std::vector<std::vector<Point>> moved() const {
    std::vector<std::vector<Point>> all;
    for (const auto& row : image_) all.emplace_back(row.begin(), row.end());
    return all;
  }

 private:
  static constexpr std::size_t kUnknown = ~std::size_t{0};
  /// The way down from a point by two generators in turn: where it ends, after how many steps, and the next generator.
  struct Descent {
    std::size_t end;
    std::uint32_t steps;
    std::size_t next;
  };

  std::size_t rank() const { return labels_.size(); }
  void add() { image_.emplace_back(rank(), kUnknown); }
  void connect(std::size_t x, std::size_t s, std::size_t y) {
    image_[x][s] = y;
    image_[y][s] = x;
  }
  Descent descend(std::size_t x, std::size_t first, std::size_t second) const {
    Descent way{x, 0, first};
    std::size_t other = second;
    while (image_[way.end][way.next] < way.end) {  // kUnknown is not
      way.end = image_[way.end][way.next];
      ++way.steps;
      std::swap(way.next, other);
    }
    return way;
  }
  /// The image is x itself or a later point, which may have been found from another point already.
  void find_image(std::size_t x, std::size_t s) {
    for (std::size_t t = 0; t < rank(); ++t) {
      if (t == s || image_[x][t] >= x) continue;
      const Descent way = descend(x, t, s);
      if (image_[way.end][way.next] == way.end && way.steps + 1 == labels_[s][t]) {
        image_[x][s] = x;  // the end of a path
        return;
      }
    }
    const std::size_t y = size();
    add();
    connect(x, s, y);
    for (std::size_t t = 0; t < rank(); ++t) {
      if (t == s || image_[x][t] >= x) continue;
      const Descent way = descend(x, t, s);
      if (way.steps + 1 != labels_[s][t]) continue;
      std::size_t neighbour = way.end;  // y is opposite to it in a polygon: it has a neighbour on the other side, too
      std::size_t next = way.next;
      for (std::uint32_t i = 0; i < way.steps; ++i) {
        neighbour = image_[neighbour][next];
        next = next == s ? t : s;
      }
      connect(neighbour, t, y);
    }
  }

  const CoxeterMatrix& labels_;
  std::vector<std::vector<std::size_t>> image_;
};

}  // namespace

std::optional<SimpleElements> SimpleElements::of(const CoxeterMatrix& labels) {
  std::size_t fewest = kMaxPoints + 1;
  std::vector<std::vector<Point>> moved;
  for (std::size_t base = 0; base < labels.size(); ++base) {
    const auto& row = labels[base];
    if (std::count(row.begin(), row.end(), 0U) > 0) return std::nullopt;
    if (std::count_if(row.begin(), row.end(), [](auto label) { return label > 2; }) > 1) continue;  // fewest from an end
    const CosetGraph graph(labels, base, fewest - 1);
    if (graph.size() >= fewest) continue;
    fewest = graph.size();
    moved = graph.moved();
  }
  if (moved.empty()) return std::nullopt;
  return SimpleElements(labels, moved);
}

SimpleElements::SimpleElements(const CoxeterMatrix& labels, const std::vector<std::vector<Point>>& moved) {
  const std::size_t count = moved.size();
  pair_end_.push_back(0);
  for (std::size_t s = 0; s < labels.size(); ++s) {
    for (std::size_t x = 0; x < count; ++x) {
      atoms_.push_back(moved[x][s]);
      if (moved[x][s] > x) pairs_.emplace_back(static_cast<Point>(x), moved[x][s]);
    }
    low_.push_back(pairs_[pair_end_.back()].first);
    high_.push_back(pairs_[pair_end_.back()].second);
    pair_end_.push_back(pairs_.size());
    std::size_t resume = 0;
    while (resume < s && labels[s][resume] == 2) ++resume;
    resume_.push_back(resume < s ? resume : s + 1);
  }
  is_line_ = pairs_.size() == rank();
  for (std::size_t s = 0; s < rank(); ++s) is_line_ = is_line_ && low_[s] == s;
  delta_.resize(count);
  set_identity(delta_.data());
  for (std::size_t s = 0; s < rank();) {
    if (begins_with(delta_.data(), s)) {
      ++s;
      continue;
    }
    multiply_from_left(s, delta_.data());
    ++delta_length_;
    s = 0;
  }
  for (std::size_t s = 0; s < rank(); ++s) {
    Point x[kMaxPoints];
    copy(atom(s), x);
    flip(x);
    std::size_t t = 0;
    while (!equal(x, atom(t))) ++t;
    flipped_.push_back(t);
  }
  is_delta_central_ = std::is_sorted(flipped_.begin(), flipped_.end());
}

void SimpleElements::set_identity(Point* x) const noexcept {
  for (std::size_t i = 0; i < points(); ++i) x[i] = static_cast<Point>(i);
}

bool SimpleElements::is_identity(const Point* x) const noexcept {
  for (std::size_t i = 0; i < points(); ++i)
    if (x[i] != i) return false;
  return true;
}

void SimpleElements::invert(const Point* x, Point* out) const noexcept {
  for (std::size_t i = 0; i < points(); ++i) out[x[i]] = static_cast<Point>(i);
}

void SimpleElements::multiply(const Point* x, const Point* y, Point* out) const noexcept {
  for (std::size_t i = 0; i < points(); ++i) out[i] = y[x[i]];
}

void SimpleElements::multiply_from_left(std::size_t s, Point* x) const noexcept {
  for (std::size_t i = pair_end_[s]; i < pair_end_[s + 1]; ++i) std::swap(x[pairs_[i].first], x[pairs_[i].second]);
}

void SimpleElements::flip(Point* x, std::int64_t times) const noexcept {
  if (times % 2 == 0 || is_delta_central_) return;
  Point all[kMaxPoints];
  for (std::size_t i = 0; i < points(); ++i) all[i] = delta_[x[delta_[i]]];
  copy(all, x);
}

void SimpleElements::complement(const Point* x, Point* out) const noexcept {
  for (std::size_t i = 0; i < points(); ++i) out[x[i]] = delta_[i];
}

// Of braids this is insertion: each pair of bytes moves to the left as far as it may.
template <bool kUpA, bool kUpB>
bool SimpleElements::strip_line(Point* a, Point* b) const noexcept {
  bool any = false;
  const auto may_pass = [&](std::size_t i, Point x, Point y) { return (a[i] > x) != kUpA && (b[i] > y) != kUpB; };
  for (std::size_t s = 1; s < points(); ++s) {
    const Point x = a[s];
    const Point y = b[s];
    if (!may_pass(s - 1, x, y)) continue;
    std::size_t i = s;
    do {
      a[i] = a[i - 1];
      b[i] = b[i - 1];
      --i;
    } while (i > 0 && may_pass(i - 1, x, y));
    a[i] = x;
    b[i] = y;
    any = true;
  }
  return any;
}

template <bool kUpA, bool kUpB>
bool SimpleElements::strip(Point* a, Point* b) const noexcept {
  if (is_line_) return strip_line<kUpA, kUpB>(a, b);
  bool any = false;
  for (std::size_t s = 0; s < rank();) {
    if (begins_with(a, s) == kUpA || begins_with(b, s) == kUpB) {
      ++s;
      continue;
    }
    multiply_from_left(s, a);
    multiply_from_left(s, b);
    any = true;
    s = resume_[s];
  }
  return any;
}

bool SimpleElements::left_weight(Point* x, Point* y) const noexcept {
  Point back[kMaxPoints];  // begins with what x ends with
  invert(x, back);
  if (!strip<true, false>(back, y)) return false;
  invert(back, x);
  return true;
}

void SimpleElements::meet(const Point* a, const Point* b, Point* out) const noexcept {
  Point rest[kMaxPoints];
  Point other[kMaxPoints];
  Point back[kMaxPoints];
  copy(a, rest);
  copy(b, other);
  strip<false, false>(rest, other);
  invert(rest, back);
  multiply(a, back, rest);
  copy(rest, out);
}

void SimpleElements::join(const Point* a, const Point* b, Point* out) const noexcept {
  Point rest[kMaxPoints];
  Point all[kMaxPoints];
  copy(b, rest);
  past(a, rest);
  multiply(a, rest, all);
  copy(all, out);
}

// By n^-1 -> n*delta the prefixes of an element become what is missing after it; so letters that neither f nor b begins with are
// put before both until there is none, which leaves n*f and n*b with n*join(f, b) = delta.
void SimpleElements::past(const Point* f, Point* b) const noexcept {
  Point whole[kMaxPoints];
  copy(f, whole);
  strip<true, true>(whole, b);
  complement(whole, b);
}

}  // namespace wreath::word::garside
