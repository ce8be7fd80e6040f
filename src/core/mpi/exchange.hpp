// SPDX-License-Identifier: MIT
//
// Every rank sends something to every rank.
//
// What MPI_Alltoallv does, without its limits: its counts and displacements are of type int, so that a block of 2^31 bytes would
// be too large. Here a slice of any size goes as a row of messages of at most message_limit() bytes, all under way at once; what
// a rank sends to itself is copied.
//
// An Overlap has exchanges under way while the caller works on what came before. MPI moves long messages only while some thread
// is inside it, so they are on a thread of their own; where MPI does not allow that they are made at once. The order of the
// exchanges, and what comes, is the same either way; memory is that of the caller's slices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <thread>
#include <vector>

#include "core/mpi/communicator.hpp"

namespace wreath::mpi {

struct Slice {
  std::byte* data = nullptr;
  std::size_t bytes = 0;
};

/// Copies what a rank sends to itself, where some of it is in the memory of a GPU; none: all is in the host's. It is called
/// before anything is sent, so that the thread that sends can be given the GPU.
using CopySlice = std::function<void(std::byte* to, const std::byte* from, std::size_t bytes)>;

/// send[r] goes to rank r, and receive[r] comes from it. What one rank sends, the other expects. Collective.
void exchange(Communicator& ranks, std::span<const Slice> send, std::span<const Slice> receive, unsigned threads = 1,
              const CopySlice& copy = {});

/// `counts` holds `each` numbers for every rank in turn; returns those that the ranks hold for this one, likewise. Collective.
std::vector<std::uint64_t> exchange_counts(Communicator& ranks, std::span<const std::uint64_t> counts, std::size_t each);

/// An exchange to be made.
struct Exchange {
  std::vector<Slice> send;
  std::vector<Slice> receive;
  CopySlice copy = {};
};

class Overlap {
 public:
  explicit Overlap(Communicator& ranks) : ranks_(ranks) {}
  ~Overlap();
  Overlap(const Overlap&) = delete;
  Overlap& operator=(const Overlap&) = delete;

  /// Starts exchanges, one after the other. Until finish() has returned the caller must not communicate, nor touch their slices.
  /// Collective.
  void start(std::vector<Exchange> exchanges);
  /// Throws what they threw.
  void finish();

 private:
  Communicator& ranks_;
  std::thread thread_;
  std::exception_ptr failure_;
};

}  // namespace wreath::mpi
