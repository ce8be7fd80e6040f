// SPDX-License-Identifier: MIT
//
// Linear algebra over F2 for lifting: factor a matrix of bits once, then write many vectors as sums of its rows.
//
// Elimination goes by strips of 64 columns, one word of every row. Within a strip it touches that word alone: it finds up to 64
// pivot rows and, for every other row, the mask of pivots that must be added to it. Then the words to the right are brought up to
// date, in tiles of a few words: eight tables of the 256 sums of eight pivots each turn up to 64 additions into eight (the method
// of the four Russians). Tiles are independent and run in parallel. The mask takes the place of the word that it has cleared, so
// the factorisation needs no memory beside the matrix.
//
// So a row is the sum of pivot rows as they stand at the end, by its masks, and for a pivot row also of itself. A vector is
// written in pivots from left to right, and pivots in rows from the last to the first.
//
// Cost: rows * rank * columns / (64 * 8) word operations at most; memory rows * columns / 8 bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/data/huge_array.hpp"
#include "core/data/rng.hpp"
#include "wreath/run.hpp"

namespace wreath::flip {

class BitMatrix {
 public:
  BitMatrix(std::size_t rows, std::size_t columns) : rows_(rows), words_((columns + 63) / 64), data_(rows * words_) {}

  std::size_t rows() const { return rows_; }
  std::size_t words() const { return words_; }
  std::uint64_t* row(std::size_t r) { return data_.data() + r * words_; }
  const std::uint64_t* row(std::size_t r) const { return data_.data() + r * words_; }
  void set(std::size_t r, std::size_t column) { row(r)[column / 64] |= std::uint64_t{1} << (column % 64); }

 private:
  std::size_t rows_;
  std::size_t words_;              // a row
  HugeArray<std::uint64_t> data_;  // zero, and taken from the system as it is touched
};

/// The span of the rows of a matrix.
class RowSpace {
 public:
  /// Where the run stops before the end, the object is of no use: ask the run.
  RowSpace(BitMatrix matrix, unsigned threads, RunControl& run);

  std::size_t rank() const { return rank_; }

  /// Which rows sum to the vector (`words()` words, of which the matrix's columns count); none where it is not in their span. Of
  /// the rows that depend on others, none is used, or a random half where there is a stream. Throws LimitReached if the run is to
  /// stop.
  std::optional<std::vector<bool>> express(std::vector<std::uint64_t> vector, RunControl& run,
                                           RandomStream* random = nullptr) const;

 private:
  /// The pivots that a strip of 64 columns gave, in the order in which they were found.
  struct Strip {
    std::vector<std::uint32_t> pivots;
    std::vector<std::uint64_t> masks;  // of the pivots themselves: which earlier ones of this strip were added
    std::vector<unsigned> columns;
    std::vector<std::uint32_t> touched;  // other rows to which pivots are added
  };

  Strip eliminate_strip(std::size_t word);
  void update_tile(const Strip& strip, std::size_t first, std::size_t last, std::size_t word);

  BitMatrix matrix_;
  std::vector<Strip> strips_;
  std::vector<std::uint32_t> others_;  // rows that are not pivots yet; at the end those that depend on pivots
  std::size_t rank_ = 0;
};

}  // namespace wreath::flip
