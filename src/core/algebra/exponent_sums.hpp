// SPDX-License-Identifier: MIT
//
// The exponent sums of words: their images in the group made abelian.
#pragma once

#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/algebra/integer_rows.hpp"

namespace wreath {

/// Adds sign times the exponent sums of a word to a row with a column for each letter. A letter and its inverse share the column
/// of the smaller one; one that is its own inverse has finite order and counts nothing.
template <class Letter>
void add_exponent_sums(IntegerRows::Row& row, std::span<const std::type_identity_t<Letter>> word,
                       const std::vector<Letter>& inverses, int sign) {
  for (const Letter x : word) {
    const Letter inverse = inverses[x];
    if (inverse != x) row[x < inverse ? x : inverse] += x < inverse ? sign : -sign;
  }
}

/// The exponent sums of equations u = v. Nothing if numbers grow too large.
template <class Letter, class Equations>
std::optional<IntegerRows> exponent_rows(const std::vector<Letter>& inverses, const Equations& equations) {
  IntegerRows rows(inverses.size());
  for (const auto& [u, v] : equations) {
    IntegerRows::Row row(inverses.size());
    add_exponent_sums(row, u, inverses, 1);
    add_exponent_sums(row, v, inverses, -1);
    if (!rows.add(std::move(row))) return std::nullopt;
  }
  return rows;
}

}  // namespace wreath
