// SPDX-License-Identifier: MIT
//
// Elimination over the rationals with integers: rows are kept primitive, and if a product leaves 64 bits nothing is claimed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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

}  // namespace wreath
