// SPDX-License-Identifier: MIT
#include "core/algebra/integer_lattice.hpp"

#include <numeric>
#include <utility>

namespace wreath {

namespace {

using Row = IntegerLattice::Row;

/// row - factor * other. False if that overflows.
bool subtract(Row& row, std::int64_t factor, const Row& other) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(factor, other[i], &product) || __builtin_sub_overflow(row[i], product, &row[i]) ||
        row[i] == INT64_MIN)
      return false;
  }
  return true;
}

bool scale(Row& row, std::int64_t factor) {
  for (std::int64_t& value : row)
    if (__builtin_mul_overflow(value, factor, &value) || value == INT64_MIN) return false;
  return true;
}

}  // namespace

void IntegerLattice::add(Row row) {
  for (std::size_t column = 0; column < row.size() && !overflowed_; ++column) {
    Row& pivot = pivots_[column];
    while (row[column] != 0 && !overflowed_) {
      if (pivot.empty()) {
        if (row[column] < 0) overflowed_ = !scale(row, -1);
        pivot = std::move(row);
        return;
      }
      overflowed_ = !subtract(row, row[column] / pivot[column], pivot);
      if (row[column] == 0) break;
      if (row[column] < 0) overflowed_ = overflowed_ || !scale(row, -1);
      std::swap(row, pivot);  // its entry is smaller
    }
  }
}

std::optional<std::uint64_t> IntegerLattice::order_of(Row row) const {
  if (overflowed_) return std::nullopt;
  std::int64_t order = 1;
  for (std::size_t column = 0; column < row.size(); ++column) {
    if (row[column] == 0) continue;
    const Row& pivot = pivots_[column];
    if (pivot.empty()) return 0;
    const std::int64_t factor = pivot[column] / std::gcd(pivot[column], row[column]);
    if (__builtin_mul_overflow(order, factor, &order) || !scale(row, factor)) return std::nullopt;
    if (!subtract(row, row[column] / pivot[column], pivot)) return std::nullopt;
  }
  return static_cast<std::uint64_t>(order);
}

}  // namespace wreath
