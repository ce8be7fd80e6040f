// SPDX-License-Identifier: MIT
//
// Every rank sends something to every rank.
//
// What MPI_Alltoallv does, without its limits: its counts and displacements are of type int, so that a block of 2^31 bytes would
// be too large. Here a slice of any size goes as a row of messages of at most message_limit() bytes, all under way at once; what
// a rank sends to itself is copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/mpi/communicator.hpp"

namespace wreath::mpi {

struct Slice {
  std::byte* data = nullptr;
  std::size_t bytes = 0;
};

/// send[r] goes to rank r, and receive[r] comes from it. What one rank sends, the other expects. Collective.
void exchange(Communicator& ranks, std::span<const Slice> send, std::span<const Slice> receive, unsigned threads = 1);

/// `counts` holds `each` numbers for every rank in turn; returns those that the ranks hold for this one, likewise. Collective.
std::vector<std::uint64_t> exchange_counts(Communicator& ranks, std::span<const std::uint64_t> counts, std::size_t each);

}  // namespace wreath::mpi
