// SPDX-License-Identifier: MIT
//
// Exact arithmetic of rational schemes, beyond the public header.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "wreath/flip/rational_scheme.hpp"

namespace wreath::flip {

/// The fraction in lowest terms. Throws InputError if that does not fit 64 bits or the denominator is zero.
Rational lowest_terms(__int128 numerator, __int128 denominator);

/// The fraction p/q = value modulo 2^bits with |p|, q < 2^(bits/2), q odd; none if there is none. bits < 64.
std::optional<Rational> reconstruct(std::uint64_t value, unsigned bits);
/// The same modulo any number below 2^62: |p|, q below its root, q prime to it.
std::optional<Rational> reconstruct_modulo(std::uint64_t value, std::uint64_t modulus);

/// The first entry, as an index into bits(0) x bits(1) x bits(2), that is wrong modulo 2 or another prime below 2^62 that divides
/// no denominator; 0 stands for the integers, for integer coefficients whose sums of absolute values are below 2^62. Throws
/// LimitReached if the run is stopped first.
std::optional<std::size_t> first_wrong_modulo(const RationalScheme& scheme, std::uint64_t modulus, unsigned threads,
                                              RunControl* run);

std::uint64_t magnitude(std::int64_t value);

/// A matrix of that many rows and columns, row by row, as its transpose.
Row transposed(const Row& row, unsigned rows, unsigned columns);

/// A scheme of that rank whose coefficients are entry(summand, position, place).
template <class Entry>
RationalScheme scheme_of(const Shape& shape, std::size_t rank, const Entry& entry) {
  RationalScheme scheme{shape, std::vector<std::array<Row, 3>>(rank)};
  for (std::size_t r = 0; r < rank; ++r) {
    for (unsigned position = 0; position < 3; ++position) {
      Row& row = scheme.summands[r][position];
      row.reserve(shape.bits(position));
      for (unsigned k = 0; k < shape.bits(position); ++k) row.push_back(entry(r, position, k));
    }
  }
  return scheme;
}

/// Whether that holds for all coefficients.
template <class Holds>
bool all_coefficients(const RationalScheme& scheme, const Holds& holds) {
  return std::ranges::all_of(scheme.summands, [&](const auto& summand) {
    return std::ranges::all_of(summand, [&](const Row& row) { return std::ranges::all_of(row, holds); });
  });
}

}  // namespace wreath::flip
