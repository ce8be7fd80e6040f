// SPDX-License-Identifier: MIT
//
// Bilinear maps as values: a tensor is the sizes of its three modes and its coefficients, integers t_abc that are not 0. It maps
// vectors x and y to the vector whose coordinate c is the sum of t_abc x_a y_b.
//
//   NxMxP              the product of two general matrices
//   gt:4  gt:3x5       A times its own transpose: the upper triangle, computed by products of sums of the entries of A
//   ug:4  ss:5 ...     the product of two n x n matrices, one letter each: g general, u upper, l lower triangular, s symmetric,
//                      k skew-symmetric, w skew-symmetric with a free diagonal; t as the second: the transpose of the first.
//                      A letter a, b, c at the end (gt:4c) leaves out the first entry of the result, the last, or both
//   poly:3,4           the product of polynomials with 3 and 4 terms        poly:4,4 mod x^4   its first 4 coefficients
//   cyclic:8           modulo x^8 - 1                                       negacyclic:8       modulo x^8 + 1
//   complex:NxMxP      the product of complex matrices, in real numbers: all real parts, then all imaginary parts
//   quaternion         the product of quaternions; quaternion:NxMxP of matrices of them
//   group:s3           the algebra of a group: cN, dN (of order 2N), sN, aN, q8, and products such as c2xc4
//   file:t.txt         lines "a b c" or "a b c value", counted from 0; perhaps a first line "sizes NA NB NC"; or flip-cpd's .npy
//                      with its .meta.json
//
// The free entries of structured matrices are numbered row by row of the upper triangle, those of a lower triangular one column
// by column, and the entries of the result row by row, not transposed: as flip-cpd does.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/flip/rational_scheme.hpp"
#include "wreath/flip/scheme.hpp"

namespace wreath::flip {

/// A coefficient that is not 0, and the coordinates a, b, c that it belongs to, from 0.
struct TensorEntry {
  std::array<unsigned, 3> at{};
  std::int64_t value = 1;
  auto operator<=>(const TensorEntry&) const = default;
};

/// The structures of two n x n matrices that a tensor multiplies, by their letters; the second may be 't'.
struct MatrixKinds {
  char left = 'g';
  char right = 'g';
  unsigned n = 0;
  unsigned left_out = 0;  // entries of the result that are not computed: 0, 1 or 2 at the ends of the diagonal
  bool operator==(const MatrixKinds&) const = default;
};

/// What a coordinate is called within its family, such as the row and column of an entry: equal in the tensors of all sizes.
using CoordinateLabel = std::array<unsigned, 3>;

class Tensor {
 public:
  /// Entries may come in any order; of those at the same place the values are added. Throws InputError if a coordinate is beyond
  /// the sizes, a size is 0 or above 65,536, a value is beyond 2^31 in absolute value, or nothing is left.
  Tensor(std::string name, const std::array<unsigned, 3>& sizes, std::vector<TensorEntry> entries,
         std::optional<MatrixKinds> kinds = {}, std::array<std::vector<CoordinateLabel>, 3> labels = {});

  /// What open_tensor takes for it.
  const std::string& name() const { return name_; }
  /// The numbers of coordinates of x, y and the result.
  const std::array<unsigned, 3>& sizes() const { return sizes_; }
  /// In the order of a, b, c; no value is 0.
  const std::vector<TensorEntry>& entries() const { return entries_; }
  /// Those with these coordinates of x and y.
  std::span<const TensorEntry> entries_at(unsigned a, unsigned b) const;
  /// If it multiplies square matrices with structure: which.
  const std::optional<MatrixKinds>& kinds() const { return kinds_; }
  /// The label of a coordinate; its number, if the tensor was made without labels.
  CoordinateLabel label(unsigned mode, unsigned coordinate) const {
    return labels_[mode].empty() ? CoordinateLabel{coordinate, 0, 0} : labels_[mode][coordinate];
  }

 private:
  std::string name_;
  std::array<unsigned, 3> sizes_;
  std::vector<TensorEntry> entries_;
  std::vector<std::size_t> starts_;  // of the entries of every a
  std::optional<MatrixKinds> kinds_;
  std::array<std::vector<CoordinateLabel>, 3> labels_;  // empty: the numbers
};

/// The shape of the tensor's schemes. The tensor is kept until the program ends, once for each name and content.
[[nodiscard]] Shape shape_of(Tensor tensor);
/// Of a matrix product, a family or a file, as above. Throws InputError.
[[nodiscard]] Shape open_tensor(std::string_view text);
/// The same if walks can be made with it: no mode has more than 64 coordinates.
[[nodiscard]] Shape open_walk_tensor(std::string_view text);
/// Whether the text names a matrix product or a family, or begins with "file:".
[[nodiscard]] bool is_like_a_tensor(std::string_view text);
/// The families, one line each, for help texts.
[[nodiscard]] std::string_view tensor_families() noexcept;

/// All coefficients of any shape, that of the product of matrices included, in order.
[[nodiscard]] std::vector<TensorEntry> entries_of(const Shape& shape);
/// One coefficient of any shape.
[[nodiscard]] std::int64_t coefficient_of(const Shape& shape, unsigned a, unsigned b, unsigned c);

/// Throws InputError if the shape is another tensor: `what` is done with matrix products only.
void require_matrices(const Shape& shape, std::string_view what);
/// The name as part of a file's name: "gt-4" for "gt:4".
[[nodiscard]] std::string file_stem(const Shape& shape);

/// How many of the products of a scheme are of the same form again when the entries are blocks, and what that gives. Entries of
/// A times its own transpose that are left out are taken to be computed as sums of n such products.
struct RecursiveCalls {
  std::size_t products = 0;  // in all: the rank, and those for entries that are left out
  std::size_t same = 0;      // products of the same form: structured blocks times structured blocks
  std::size_t left = 0;      // others whose left factor alone has the structure
  std::size_t right = 0;     // or whose right factor alone does
  std::size_t own = 0;       // of a product with its own transpose: others that are a general block times its own transpose
  /// The cost of large matrices, as a share of that of the general product with exponent log2 7, if all other calls are general:
  /// (products - same) / (n^log2 7 - same).
  double factor = 0;
};
/// Nothing for 1x1 matrices, and for tensors that do not multiply blocks: only general and triangular matrices, and a general or
/// triangular one times its own transpose, do. Blocks of symmetric ones occur with their transposes.
[[nodiscard]] std::optional<RecursiveCalls> recursive_calls(const RationalScheme& scheme);

}  // namespace wreath::flip
