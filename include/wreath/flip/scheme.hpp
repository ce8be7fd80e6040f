// SPDX-License-Identifier: MIT
//
// Schemes of bilinear maps over F2: matrix multiplication first of all, and any other tensor.
//
// A scheme of shape n x m x p and rank R writes the tensor of matrix multiplication,
//
//     sum over i, j, k of a_ij (x) b_jk (x) c_ki,
//
// as a sum of R summands a (x) b (x) c: a way to multiply an n x m by an m x p matrix with R products. A factor is a matrix over
// F2 in one 64-bit word, row by row: entry (i, j) of an n x m factor is bit i*m + j. The third factor is p x n: it is stored
// transposed, as in the formula and in the programs of the field. The factors of another tensor (tensor.hpp) are vectors, and the
// third is in the coordinates of the result.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/run.hpp"

namespace wreath::flip {

using Factor = std::uint64_t;

class Tensor;

/// What schemes compute: an n x m matrix times an m x p matrix, or another bilinear map.
struct Shape {
  unsigned n = 0;  // of another tensor: the sizes of its three modes
  unsigned m = 0;
  unsigned p = 0;
  const Tensor* tensor = nullptr;  // null: the product of matrices. Others are kept until the program ends (shape_of)

  /// Whether this is a product of two general matrices: only these have sides, mirrors, turns and changes of basis here.
  bool is_matrices() const { return tensor == nullptr; }
  /// The number of rows of the factors at a position (0, 1, 2); of another tensor, its coordinates.
  unsigned rows(unsigned position) const { return position == 0 ? n : position == 1 ? m : p; }
  /// The number of columns of the factors at a position.
  unsigned columns(unsigned position) const { return !is_matrices() ? 1 : position == 0 ? m : position == 1 ? p : n; }
  /// The number of entries of the factors at a position.
  unsigned bits(unsigned position) const { return rows(position) * columns(position); }
  /// Whether all three sides are equal, as the turns need it.
  bool is_cube() const { return is_matrices() && n == m && m == p; }
  /// By the sizes, then by the coefficients: two names of one tensor are equal.
  std::strong_ordering operator<=>(const Shape& other) const;
  /// Whether it is the same tensor, under whatever name.
  bool operator==(const Shape& other) const { return *this <=> other == 0; }
};

/// "4x4x4". Throws InputError if the text is not a shape, or if a factor has more than 64 entries.
[[nodiscard]] Shape parse_shape(std::string_view text);
/// The same for schemes that are read, verified, converted, lifted and derived only: factors of up to 65,536 entries.
[[nodiscard]] Shape parse_large_shape(std::string_view text);
/// Whether no factor has more than 64 entries, so that one is a word and the scheme can be walked on.
[[nodiscard]] bool fits_words(const Shape& shape);
/// The sides as text, or the name of the tensor: "4x4x4", "gt:4".
std::string to_string(const Shape& shape);

struct Summand {
  std::array<Factor, 3> factor{};
  auto operator<=>(const Summand&) const = default;
};

struct Scheme {
  Shape shape;
  std::vector<Summand> summands;

  /// The number of summands: the products that the scheme takes.
  std::size_t rank() const { return summands.size(); }
  bool operator==(const Scheme&) const = default;
};

/// The standard scheme, with n*m*p summands. Of another tensor, modulo 2: one summand for all coefficients that share two
/// coordinates, at the two positions where that gives the fewest.
[[nodiscard]] Scheme standard_scheme(const Shape& shape);

/// A wrong entry of the tensor that the summands sum to: the coefficient of a_(row,column) b_(row,column) c_(row,column); of a
/// tensor other than the product of matrices all columns are 0.
struct WrongEntry {
  std::array<std::array<unsigned, 2>, 3> at{};
  bool expected = false;  // the other is what the summands give
};
/// The first entry, in the order of a, b, c, where the sum differs from the tensor over F2; none if the scheme is valid.
[[nodiscard]] std::optional<WrongEntry> first_wrong_entry(const Scheme& scheme);
/// Throws InputError, with a message that begins with `name`, if a factor is zero or too large or the sum is wrong.
void require_valid(const Scheme& scheme, const std::string& name);

/// Summands in ascending order: schemes that differ in the order of their summands become the same.
[[nodiscard]] Scheme sorted(Scheme scheme);
/// A hash of the summands that does not depend on their order.
[[nodiscard]] std::uint64_t fingerprint(const Scheme& scheme);

}  // namespace wreath::flip
