// SPDX-License-Identifier: MIT
//
// The sums of given rows of integers, and the orders of other rows modulo them: an abelian group by its relators. (IntegerRows
// eliminates over the rationals, where torsion is not seen, and smith.hpp finds the structure, but not where an element lies.)
//
// The rows are kept in echelon form: Euclid's algorithm on the entries of a column leaves one row with the greatest common
// divisor there. A row v has a multiple k*v among the sums only if k times its first entry is a multiple of the pivot of that
// column; the least such k is taken, the entry is removed, and the next column multiplies k further. This is exact in 64 bits,
// and if a number leaves them nothing is claimed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace wreath {

class IntegerLattice {
 public:
  using Row = std::vector<std::int64_t>;

  explicit IntegerLattice(std::size_t columns) : pivots_(columns) {}

  /// Adds a row of as many columns.
  void add(Row row);
  /// The least k >= 1 for which k times the row is a sum of the rows; 0 if there is none. Nothing if numbers grew too large, now
  /// or when rows were added.
  std::optional<std::uint64_t> order_of(Row row) const;

 private:
  std::vector<Row> pivots_;  // by their first column, where they are positive
  bool overflowed_ = false;
};

}  // namespace wreath
