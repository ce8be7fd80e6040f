// SPDX-License-Identifier: MIT
//
// Exponent sums, and elimination over the rationals with integers: rows are kept primitive, and where a product leaves 64 bits
// nothing is claimed.
#include "word/abelian_image.hpp"

#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "word/words.hpp"

namespace wreath::word {

namespace {

using Row = std::vector<std::int64_t>;

/// A letter and its inverse share a column; one that is its own inverse has finite order and counts nothing.
void add_exponents(Row& row, std::span<const Letter> word, const Alphabet& alphabet, std::int64_t sign) {
  for (const Letter x : word) {
    const Letter inverse = alphabet.inverses[x];
    if (inverse == x) continue;
    if (x < inverse) {
      row[x] += sign;
    } else {
      row[inverse] -= sign;
    }
  }
}

std::size_t first_nonzero(const Row& row) {
  std::size_t column = 0;
  while (column < row.size() && row[column] == 0) ++column;
  return column;
}

void make_primitive(Row& row) {
  std::int64_t divisor = 0;
  for (const std::int64_t value : row) divisor = std::gcd(divisor, value);
  if (divisor > 1)
    for (std::int64_t& value : row) value /= divisor;
}

/// row * pivot's entry - pivot * row's entry, which is 0 in the column. False where that overflows.
bool eliminate(Row& row, const Row& pivot, std::size_t column) {
  const std::int64_t p = pivot[column];
  const std::int64_t r = row[column];
  for (std::size_t i = 0; i < row.size(); ++i) {
    std::int64_t left = 0;
    std::int64_t right = 0;
    if (__builtin_mul_overflow(row[i], p, &left) || __builtin_mul_overflow(pivot[i], r, &right) ||
        __builtin_sub_overflow(left, right, &row[i]) || row[i] == INT64_MIN)
      return false;
  }
  make_primitive(row);
  return true;
}

/// What is left of the row after the pivots, of which each begins at another column; nothing where numbers grow too large.
std::optional<Row> reduced(Row row, const std::vector<Row>& pivots) {
  for (std::size_t column = 0; column < row.size(); ++column) {
    if (row[column] == 0 || pivots[column].empty()) continue;
    if (!eliminate(row, pivots[column], column)) return std::nullopt;
  }
  return row;
}

}  // namespace

bool has_infinite_abelian_image(const Presentation& group, std::span<const Letter> word) {
  if (!group.is_group()) return false;
  const std::size_t letters = group.alphabet.size();
  std::vector<Row> pivots(letters);  // by their first column
  for (const auto& [u, v] : group.equations) {
    Row row(letters);
    add_exponents(row, u, group.alphabet, 1);
    add_exponents(row, v, group.alphabet, -1);
    const auto rest = reduced(std::move(row), pivots);
    if (!rest) return false;
    if (const std::size_t column = first_nonzero(*rest); column < letters) pivots[column] = *rest;
  }
  Row row(letters);
  add_exponents(row, word, group.alphabet, 1);
  const auto rest = reduced(std::move(row), pivots);
  return rest && first_nonzero(*rest) < letters;
}

}  // namespace wreath::word
