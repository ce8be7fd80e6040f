// SPDX-License-Identifier: MIT
#include "orbit/mpi/rank_rows.hpp"

#include <algorithm>

namespace wreath::orbit {

std::vector<int> owners_by_cycles(const CellSpace& space, int ranks) {
  const auto count = static_cast<std::uint64_t>(ranks);
  const std::vector<std::uint64_t> order = space.rows_by_cycles(4 * count);
  std::vector<int> owners(order.size());
  for (std::uint64_t i = 0; i < order.size(); ++i) owners[order[i]] = static_cast<int>(i * count / order.size());
  return owners;
}

RankRows::RankRows(mpi::Communicator& ranks, const CellSpace& space)
    : ranks_(ranks), owner_(owners_by_cycles(space, ranks.size())) {
  reads_.assign(static_cast<std::size_t>(ranks_.size()), std::vector<std::uint8_t>(space.rows()));
  for (std::uint64_t row = 0; row < space.rows(); ++row) {
    for (const CellStep& step : space.steps(row)) {
      if (owner_[step.row] != owner_[row]) reads_[static_cast<std::size_t>(owner_[row])][step.row] = 1;
    }
  }
}

unsigned RankRows::threads(unsigned asked) {
  const unsigned fair = mpi::fair_threads(ranks_);
  return asked == 0 ? fair : asked;
}

std::span<std::uint64_t> RankRows::memory(std::uint64_t words, unsigned threads) {
  if (mpi::any_of(ranks_, ranks_.ranks_here() != ranks_.size())) return {};
  memory_ = mpi::NodeMemory::share(ranks_, words * sizeof(std::uint64_t), threads);
  if (!memory_) return {};
  for (std::uint64_t row = 0; row < owner_.size(); ++row)
    owner_[row] = static_cast<int>(row % static_cast<std::uint64_t>(ranks_.size()));
  return {reinterpret_cast<std::uint64_t*>(memory_->bytes().data()), words};
}

void RankRows::exchange(std::span<std::uint32_t> counts, std::span<const std::uint32_t> before,
                        FunctionRef<std::span<std::uint64_t>(std::uint64_t)> row) {
  std::vector<std::uint32_t> all(counts.size() * static_cast<std::size_t>(ranks_.size()));
  ranks_.allgather(std::as_bytes(std::span<const std::uint32_t>(counts)), std::as_writable_bytes(std::span(all)));
  for (std::size_t r = 0; r < counts.size(); ++r) counts[r] = all[static_cast<std::size_t>(owner_[r]) * counts.size() + r];
  if (memory_) return;
  std::vector<mpi::Message> send;
  std::vector<mpi::Message> receive;
  for (std::uint64_t r = 0; r < counts.size(); ++r) {
    if (counts[r] == before[r]) continue;
    if (!owns(r)) {
      if (reads_[static_cast<std::size_t>(ranks_.rank())][r] != 0) add_row(receive, owner_[r], row(r));
      continue;
    }
    for (int rank = 0; rank < ranks_.size(); ++rank) {
      if (reads_[static_cast<std::size_t>(rank)][r] != 0) add_row(send, rank, row(r));
    }
  }
  ranks_.transfer(send, receive);
}

void RankRows::add_row(std::vector<mpi::Message>& messages, int rank, std::span<std::uint64_t> words) const {
  for (std::span<std::byte> left = std::as_writable_bytes(words); !left.empty();) {
    const std::size_t bytes = std::min(left.size(), ranks_.message_limit());
    messages.push_back({rank, left.data(), bytes});
    left = left.subspan(bytes);
  }
}

void RankRows::gather(FunctionRef<std::span<std::uint64_t>(std::uint64_t)> row) {
  if (memory_) return;
  std::vector<mpi::Message> send;
  std::vector<mpi::Message> receive;
  for (std::uint64_t r = 0; r < owner_.size(); ++r) {
    if (owner_[r] == 0) continue;
    if (ranks_.rank() == 0) add_row(receive, owner_[r], row(r));
    if (owns(r)) add_row(send, 0, row(r));
  }
  ranks_.transfer(send, receive);
}

void RankRows::in_turn(FunctionRef<void()> body) {
  if (!memory_) return body();
  for (int rank = 0; rank < ranks_.size(); ++rank) {
    if (rank == ranks_.rank()) body();
    mpi::barrier(ranks_);
  }
}

std::unique_ptr<RowShare> make_row_share(mpi::Communicator& ranks, const CellSpace& space) {
  return std::make_unique<RankRows>(ranks, space);
}

}  // namespace wreath::orbit
