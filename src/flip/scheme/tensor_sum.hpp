// SPDX-License-Identifier: MIT
//
// Which entries of the tensor the summands of a scheme give, slice by slice.
//
// The tensor of 16x16x16 has 2^24 entries, that of 32x32x32 2^30. So it is never held whole: for one entry of a, and a few rows
// of entries of b that fit a cache, the summands that have them are added up and compared with what must be there. Slices are
// independent, and large schemes are checked on several threads. The cost is the sum over the summands of the products of the
// numbers of non-zeros of their factors, and one look at every entry.
#pragma once

#include <cstdint>
#include <optional>

#include "wreath/flip/rational_scheme.hpp"

namespace wreath::flip {

/// The first entry, as an index into bits(0) x bits(1) x bits(2), that is wrong modulo 2 or another prime below 2^62 that divides
/// no denominator; 0 stands for the integers, for integer coefficients whose sums of absolute values are below 2^62. Throws
/// LimitReached if the run is stopped first.
std::optional<std::size_t> first_wrong_modulo(const RationalScheme& scheme, std::uint64_t modulus, unsigned threads,
                                              RunControl* run);

/// Whether a b c occurs in the tensor.
inline bool is_entry_of_tensor(const Shape& shape, unsigned a, unsigned b, unsigned c) {
  return a % shape.m == b / shape.p && b % shape.p == c / shape.n && c % shape.n == a / shape.m;
}

std::uint64_t magnitude(std::int64_t value);

}  // namespace wreath::flip
