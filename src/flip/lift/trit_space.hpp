// SPDX-License-Identifier: MIT
//
// Linear algebra over F3 for lifting, as row_space.hpp does it over F2: write vectors as combinations of the rows of a matrix.
//
// A row is two planes of bits, one for the entries 1 and one for the entries -1, so that a step of 64 entries takes seven
// instructions. Rows are taken in their order, and one that depends on those before it is left out. The matrices are those of
// tensors that search over F3 comes from, a few thousand rows: there is no table as there is over F2.
//
// Cost: rows * rank * columns / 64 steps; memory rows * columns / 4 bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "wreath/run.hpp"

namespace wreath::flip {

/// Entries -1, 0, 1, in the planes of 1 and of -1.
class TritRow {
 public:
  explicit TritRow(std::size_t columns = 0) : plus_((columns + 63) / 64), minus_((columns + 63) / 64) {}

  int at(std::size_t k) const {
    return static_cast<int>(plus_[k / 64] >> k % 64 & 1) - static_cast<int>(minus_[k / 64] >> k % 64 & 1);
  }
  /// Adds -1, 0 or 1 to an entry.
  void add(std::size_t k, int value);
  /// Adds another row, taken -1, 0 or 1 times.
  void add(const TritRow& other, int times);
  void negate() { plus_.swap(minus_); }
  /// The first entry that is not 0; none if all are.
  std::optional<std::size_t> first() const;

 private:
  std::vector<std::uint64_t> plus_;
  std::vector<std::uint64_t> minus_;
};

/// The span of rows.
class TritSpace {
 public:
  /// Throws LimitReached if the run is to stop.
  TritSpace(std::vector<TritRow> rows, RunControl& run);

  std::size_t rank() const { return pivots_.size(); }
  /// How often each row is taken, -1, 0 or 1, so that they sum to the vector; none if it is not in their span. Rows that depend
  /// on those before them are not taken. Throws LimitReached if the run is to stop.
  std::optional<std::vector<std::int8_t>> express(TritRow vector, RunControl& run) const;

 private:
  struct Pivot {
    TritRow row;  // 1 at its column
    std::size_t column = 0;
    std::size_t number = 0;               // of the row that it was made of
    int sign = 1;                         // row = sign * (that row - the sum of the pivots before, as often as `taken` has it)
    std::vector<std::int8_t> taken = {};  // of each pivot before
  };

  /// Takes pivots from the row until it has none of their columns, and returns how often each was.
  std::vector<std::int8_t> reduce(TritRow& row) const;

  std::vector<Pivot> pivots_;
  std::size_t rows_;
};

}  // namespace wreath::flip
