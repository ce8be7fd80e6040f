// SPDX-License-Identifier: MIT
//
// Which rows are in memory while a level is made from rows on disk.
//
// The level is made batch by batch, and each batch needs some rows. All is known before: so a row that must give way is the one
// whose next use is farthest away, and what the next batch needs is read while this one is computed.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "wreath/run.hpp"

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

inline RowSchedule::RowSchedule(std::uint64_t rows, std::vector<std::vector<std::uint32_t>> needs, std::uint32_t buffers)
    : needs_(std::move(needs)), uses_(rows), used_(rows), buffer_of_(rows, kNone), row_in_(buffers, kNone) {
  for (std::size_t b = 0; b < needs_.size(); ++b) {
    for (const std::uint32_t row : needs_[b]) uses_[row].push_back(static_cast<std::uint32_t>(b));
  }
}

/// The first batch from `from` on that needs a row.
inline std::size_t RowSchedule::next_use(std::uint32_t row, std::size_t from) {
  std::uint32_t& used = used_[row];
  while (used < uses_[row].size() && uses_[row][used] < from) ++used;
  return used < uses_[row].size() ? uses_[row][used] : std::numeric_limits<std::size_t>::max();
}

inline std::vector<RowSchedule::Load> RowSchedule::prepare(std::size_t batch) {
  std::vector<Load> loads;
  const std::size_t busy_from = batch == 0 ? 0 : batch - 1;
  for (const std::uint32_t row : needs_[batch]) {
    if (buffer_of_[row] != kNone) continue;
    std::uint32_t best = kNone;
    std::size_t farthest = 0;
    for (std::uint32_t buffer = 0; buffer < row_in_.size(); ++buffer) {
      const std::size_t use =
          row_in_[buffer] == kNone ? std::numeric_limits<std::size_t>::max() : next_use(row_in_[buffer], busy_from);
      if (use <= batch || (best != kNone && use <= farthest)) continue;
      best = buffer;
      farthest = use;
      if (use == std::numeric_limits<std::size_t>::max()) break;
    }
    if (best == kNone) throw InternalError("two batches need more rows than there are buffers");
    if (row_in_[best] != kNone) buffer_of_[row_in_[best]] = kNone;
    row_in_[best] = row;
    buffer_of_[row] = best;
    loads.push_back({row, best});
  }
  return loads;
}

}  // namespace wreath::orbit
