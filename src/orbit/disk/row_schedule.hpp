// SPDX-License-Identifier: MIT
//
// Which rows are in memory while a level is made from rows on disk.
//
// The level is made batch by batch, and each batch needs some rows. All is known before: so a row that must give way is the one
// whose next use is farthest away, and what the next batch needs is read while this one is computed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace wreath::orbit {

class RowSchedule {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Load {
    std::uint32_t row;
    std::uint32_t buffer;
  };

  /// needs[b]: the rows that batch b reads, each once. Throws InternalError if two batches in a row need more than `buffers`.
  RowSchedule(std::uint64_t rows, std::vector<std::vector<std::uint32_t>> needs, std::uint32_t buffers);

  std::size_t batches() const noexcept { return needs_.size(); }
  /// What must be read for batch b, to be called for 0, 1, 2... in turn; buffers that batch b-1 reads are left alone.
  std::vector<Load> prepare(std::size_t batch);
  /// Where a row is.
  std::uint32_t buffer(std::uint32_t row) const { return buffer_of_[row]; }

 private:
  std::size_t next_use(std::uint32_t row, std::size_t after);

  std::vector<std::vector<std::uint32_t>> needs_;
  std::vector<std::vector<std::uint32_t>> uses_;  // by row: the batches that need it
  std::vector<std::uint32_t> used_;               // by row: how many of them are past
  std::vector<std::uint32_t> buffer_of_;          // by row
  std::vector<std::uint32_t> row_in_;             // by buffer
};

}  // namespace wreath::orbit
