// SPDX-License-Identifier: MIT
#include "core/algebra/integer_rows.hpp"

#include <numeric>
#include <utility>

namespace wreath {

namespace {

using Row = IntegerRows::Row;

void make_primitive(Row& row) {
  std::int64_t divisor = 0;
  for (const std::int64_t value : row) divisor = std::gcd(divisor, value);
  if (divisor > 1)
    for (std::int64_t& value : row) value /= divisor;
}

/// row * pivot's entry - pivot * row's entry, which is 0 in the column. False if that overflows.
bool eliminate_column(Row& row, const Row& pivot, std::size_t column) {
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

}  // namespace

std::size_t IntegerRows::first_nonzero(const Row& row) {
  std::size_t column = 0;
  while (column < row.size() && row[column] == 0) ++column;
  return column;
}

std::optional<Row> IntegerRows::reduced(Row row) const {
  for (std::size_t column = 0; column < row.size(); ++column) {
    if (row[column] == 0 || pivots_[column].empty()) continue;
    if (!eliminate_column(row, pivots_[column], column)) return std::nullopt;
  }
  return row;
}

bool IntegerRows::add(Row row) {
  std::optional<Row> rest = reduced(std::move(row));
  if (!rest) return false;
  if (const std::size_t column = first_nonzero(*rest); column < rest->size()) pivots_[column] = std::move(*rest);
  return true;
}

}  // namespace wreath
