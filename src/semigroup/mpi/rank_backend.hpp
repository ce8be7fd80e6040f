// SPDX-License-Identifier: MIT
//
// Enumeration by several ranks.
//
// Rank 0 runs the enumeration as one process does, with a backend that sends commands: expand these candidates, read these rows,
// find this map. It has the words, and finds out which products can be new. The elements and the tables are the shares of all
// ranks (share.hpp); the other ranks serve: they take part in one command after the other until rank 0 ends.
//
// Cost: twelve bytes for each candidate from rank 0, and each product once from the rank that forms it to the rank that keeps
// it: eight bytes for short rows, four bytes and the tuple in the compressed form, which is some thirty bytes in biHecke 6. A
// bitmap of the candidates from each rank to each.
#pragma once

#include <functional>

#include "semigroup/backend.hpp"
#include "semigroup/count_peers.hpp"
#include "semigroup/mpi/share.hpp"

namespace wreath::semigroup {

/// By rank 0, while the others serve.
std::unique_ptr<Backend> make_rank_backend(mpi::Communicator& ranks, ShareForm form, unsigned threads);

/// By rank 0, while the others serve: they count along.
std::unique_ptr<CountPeers> make_rank_peers(mpi::Communicator& ranks);

/// Notes in `run` how many there are.
void note_ranks(const mpi::Communicator& ranks, unsigned threads, RunControl& run);

/// As with_ranks (wreath/semigroup/cluster.hpp), with ranks.
bool lead_or_serve(mpi::Communicator& ranks, const Options& options, const std::function<void(const Options&)>& body,
                   RunControl* run);

}  // namespace wreath::semigroup
