// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>

#include "wreath/flip/search.hpp"

namespace wreath::flip {

/// What the walks of other ranks did.
struct RankTotals {
  std::uint64_t walks = 0, flips = 0, restarts = 0;
};

/// Ranks that search together. Implemented by mpi/. All functions are collective.
class ClusterBackend {
 public:
  virtual ~ClusterBackend() = default;

  /// What this rank does: the first reads and writes the files, and each walks with random numbers of its own.
  virtual SearchOptions share(SearchOptions options, RunFiles& kept) = 0;
  /// An error of one rank becomes the error of all; body does not communicate.
  virtual void together(const std::function<void()>& body) = 0;
  /// As Search::run without its end. Each rank's best schemes go into the pools of all. After every exchange take_others adds
  /// what the other ranks have done so far to the search's result, in place of what it added before.
  virtual void run(Search& search, RunControl& run, const std::function<void(const RankTotals&)>& take_others) = 0;
};

/// Throws ResourceError if wreath was built without MPI.
std::unique_ptr<ClusterBackend> make_cluster_backend(mpi::Communicator& ranks);

}  // namespace wreath::flip
