// SPDX-License-Identifier: MIT
//
// Rows to ranks.
//
// On one machine the ranks share the bitmaps, rows go to the ranks in turn, and nothing is sent but the counts of the rows. On
// several machines a rank has the rows that it owns, and copies of the rows of others that its own rows are made from. After a
// level each rank sends those of its rows that changed to the ranks that read them, from where they are to where they belong.
// Owners are such that little is sent: a generator with few, long cycles of rows (a rotation: its cycles are necklaces) keeps its
// sources on one rank. So it is on GPUs, too, one for each rank: a GPU has the rows that its rank owns and those that they are
// made from, and rows travel through the memory of the host.
#pragma once

#include <optional>
#include <vector>

#include "core/mpi/communicator.hpp"
#include "core/mpi/node_memory.hpp"
#include "core/run/ranks.hpp"
#include "orbit/backend.hpp"

namespace wreath::orbit {

class RankRows final : public RowShare {
 public:
  RankRows(mpi::Communicator& ranks, const CellSpace& space);

  bool owns(std::uint64_t row) const override { return owner_[row] == ranks_.rank(); }
  bool holds(std::uint64_t row) const override { return owns(row) || reads_[static_cast<std::size_t>(ranks_.rank())][row] != 0; }
  RankHere here() const override { return ranks_.here(); }
  unsigned threads(unsigned asked) override;
  std::span<std::uint64_t> memory(std::uint64_t words, unsigned threads) override;
  void exchange(std::span<std::uint32_t> counts, std::span<const std::uint32_t> before,
                FunctionRef<std::span<std::uint64_t>(std::uint64_t)> row) override;
  void gather(FunctionRef<std::span<std::uint64_t>(std::uint64_t)> row) override;
  void in_turn(FunctionRef<void()> body) override;
  bool any(bool mine) override { return mpi::any_of(ranks_, mine); }
  bool stops(RunControl& run) override { return mpi::stop_together(ranks_, run); }

 private:
  /// Messages for a row, from or to a rank.
  void add_row(std::vector<mpi::Message>& messages, int rank, std::span<std::uint64_t> words) const;

  mpi::Communicator& ranks_;
  std::vector<int> owner_;                        // of each row
  std::vector<std::vector<std::uint8_t>> reads_;  // for each rank, whether it reads a row that it does not own
  std::optional<mpi::NodeMemory> memory_;
};

/// The owner of each row, for ranks on several machines.
std::vector<int> owners_by_cycles(const CellSpace& space, int ranks);

}  // namespace wreath::orbit
