// SPDX-License-Identifier: MIT
//
// Elimination over the rationals with integers: rows are kept primitive, and if a product leaves 64 bits nothing is claimed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace wreath {

class IntegerRows {
 public:
  using Row = std::vector<std::int64_t>;

  explicit IntegerRows(std::size_t columns) : pivots_(columns) {}

  /// Adds a row of as many columns. False if numbers grow too large: the rows are then what they were.
  bool add(Row row);
  /// What is left of a row after elimination: zero if a multiple of it is a combination of the rows. Nothing if numbers grow too
  /// large.
  std::optional<Row> reduced(Row row) const;
  /// The first column that is not 0, or the number of columns.
  static std::size_t first_nonzero(const Row& row);

 private:
  std::vector<Row> pivots_;  // by their first column
};

// The exponent sums of words: their images in the group made abelian.

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
