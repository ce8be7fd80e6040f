// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/mpi/communicator.hpp"
#include "perm/files.hpp"

namespace wreath::perm::cluster {

inline constexpr std::uint64_t kMostBucket = std::uint64_t{1} << 32;  // offsets have 32 bits

/// What a plan depends on: x of `source` points is read in order, an array of `target` values is accessed at random.
struct Task {
  std::uint64_t source = 0;
  std::uint64_t target = 0;
  std::size_t point_bytes = 4;
  std::size_t value_bytes = 4;
  bool notes_arrivals = false;                    // a scatter that keeps a byte for each point
  std::size_t most_round = std::size_t{1} << 26;  // points
};

/// The same on every rank.
struct Plan {
  Exchange exchange = Exchange::messages;
  std::size_t parts = 1;         // buckets of a rank; more than one only with files
  std::size_t round_points = 1;  // of x that a rank sends at a time
};

/// Chooses what is fastest and fits the memory of every rank, or what was asked for, and notes the choice. Collective. Throws
/// ResourceError where nothing fits.
Plan make_plan(mpi::Communicator& ranks, const Task& task, Exchange asked, RunControl& run);
/// Collective: the plan by messages, where memory was to be shared and cannot be.
Plan plan_without_sharing(mpi::Communicator& ranks, const Task& task, RunControl& run);

/// What one rank may take, where it has so much; the rest of the choice is in make_plan.
Plan plan_within(const Task& task, int ranks, bool one_machine, Exchange asked, std::uint64_t budget, std::string& why);

/// Throws ResourceError where one of so many scratch folders has no room for the shares of the ranks that use it.
void require_scratch_space(const mpi::Communicator& ranks, const Task& task, const std::string& folder, std::size_t folders);

}  // namespace wreath::perm::cluster
