// SPDX-License-Identifier: MIT
//
// The coefficients of any tensor, product of matrices or not, as the engine goes through them.
#pragma once

#include <string>
#include <string_view>

#include "wreath/flip/tensor.hpp"

namespace wreath::flip {

/// take(c, value) for every coefficient with these coordinates a and b. The product of matrices has no list of its coefficients:
/// with a_ij and b_jk it has c_ki.
template <class Take>
void for_entries_at(const Shape& shape, unsigned a, unsigned b, const Take& take) {
  if (shape.is_matrices()) {
    if (a % shape.m == b / shape.p) take(b % shape.p * shape.n + a / shape.m, std::int64_t{1});
    return;
  }
  for (const TensorEntry& entry : shape.tensor->entries_at(a, b)) take(entry.at[2], entry.value);
}

/// The largest absolute value of a coefficient.
std::uint64_t largest_coefficient(const Shape& shape);

/// Coefficients that share two coordinates, as one summand: the position of the third, and whose sum.
struct StandardSummand {
  std::array<unsigned, 3> at{};  // of the two, and 0
  std::vector<TensorEntry> entries;
};
struct StandardSummands {
  unsigned open = 2;  // the position of the sum
  std::vector<StandardSummand> summands;
};
/// Those that sum to these entries, as few as one of the three positions gives: the standard scheme of a tensor. `modulus`:
/// coefficients that it divides are left out; 0: none are.
StandardSummands standard_summands(std::span<const TensorEntry> entries, std::int64_t modulus);
/// Summands that are one coordinate at two positions, as factors of a scheme.
std::vector<std::array<Row, 3>> as_factors(const StandardSummands& summands, const Shape& shape);

/// A scheme as one of a larger tensor of its family: coordinates keep their labels, and standard summands make up the rest,
/// whatever it is (derive/extend_tensor.cpp). Throws InputError if the larger tensor does not have all labels.
RationalScheme extended_tensor(const RationalScheme& scheme, const Shape& shape);

/// "a12 b21 c11" or, for a tensor, "a3 b1 c2": from 1; with `commas`, "a1,2 b2,1 c1,1".
std::string entry_name(const Shape& shape, const std::array<std::array<unsigned, 2>, 3>& at, bool commas = false);
/// Row and column of every coordinate.
std::array<std::array<unsigned, 2>, 3> places_of(const Shape& shape, unsigned a, unsigned b, unsigned c);

/// The families of tensors (tensor.hpp); none if the text is not the name of one. Throws InputError if it begins like one.
std::optional<Tensor> tensor_of_family(std::string_view text);
/// What "file:PATH" stands for.
Tensor read_tensor(const std::string& path);
/// The tensor that flip-cpd calls "gt-444c", or that a file of one of its schemes is named after; none if it is another name.
std::optional<Shape> cpd_tensor(std::string_view file_name);

}  // namespace wreath::flip
