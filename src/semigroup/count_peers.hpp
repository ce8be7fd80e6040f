// SPDX-License-Identifier: MIT
//
// Other ranks that help with Green's structure by orbits: each finds the orbits for itself, which takes no messages, and then the
// idempotents, which take longest, are counted by all of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/parallel/function_ref.hpp"
#include "semigroup/backend.hpp"

namespace wreath::mpi {
class Communicator;
}

namespace wreath::semigroup {

/// Pairs of a kernel and an image that is a transversal of it: some kernels of a component, and all images of another.
struct TransversalJob {
  Index kernels = 0;  // the component
  Index images = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::uint64_t found = 0;
};

/// On the first rank.
class CountPeers {
 public:
  virtual ~CountPeers() = default;
  virtual std::size_t ranks() const = 0;
  /// The others find the orbits of these generators, with kernels as bits of pairs or as block numbers.
  virtual void prepare(const Generators& generators, bool pairs) = 0;
  /// Counts, each job by one of the ranks: own(first, step) counts those of this one. False, and nothing is to be relied on, if
  /// another rank could not do its part. Throws what own throws.
  virtual bool count(std::span<TransversalJob> jobs, FunctionRef<void(std::size_t first, std::size_t step)> own) = 0;
};

/// Null without several ranks.
std::unique_ptr<CountPeers> make_count_peers(Cluster cluster);

}  // namespace wreath::semigroup
