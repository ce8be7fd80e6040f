// SPDX-License-Identifier: MIT
//
// A search by several ranks.
//
// Every rank walks by itself, with a pool of its own and random numbers that no other rank has. Now and then, after half a second
// or after every batch of a search of given steps, the ranks that have the best rank of all send some schemes of that rank that
// they have not sent before, and every rank takes them into its pool: walks that are idle restart from them. That is all that
// travels, some kilobytes, so that ranks walk at the speed of processes that know nothing of one another. A search of given
// steps on a given number of ranks repeats exactly.
//
// Rank 0 has the files. What another rank finds reaches it in the next exchange, and is written there; so a checkpoint holds the
// best schemes of all ranks, the counts of all, and the walks of rank 0. In a run that continues from it the others start from
// what rank 0 sends.
#pragma once

#include <unordered_set>
#include <vector>

#include "core/mpi/communicator.hpp"
#include "flip/backend.hpp"

namespace wreath::flip {

class RankSearch final : public ClusterBackend {
 public:
  explicit RankSearch(mpi::Communicator& ranks) : ranks_(ranks) {}

  SearchOptions share(SearchOptions options, RunFiles& kept) override;
  void together(const std::function<void()>& body) override { mpi::together(ranks_, body); }
  void run(Search& search, RunControl& run, const std::function<void(const RankTotals&)>& take_others) override;

 private:
  /// Some schemes of the best rank of all that this rank has not sent, as bytes.
  std::vector<std::byte> new_schemes(const Search& search, std::size_t best_of_all);
  void exchange_schemes(Search& search);

  mpi::Communicator& ranks_;
  std::unordered_set<std::uint64_t> known_;  // hashes of schemes that were sent or received
};

}  // namespace wreath::flip
