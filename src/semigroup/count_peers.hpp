// SPDX-License-Identifier: MIT
//
// Other ranks that help with Green's structure by orbits: the first finds the orbits and the classes, and the idempotents, which
// take longest, are counted by all of them. The others have no orbits: they are sent the values of one batch after the other.
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

/// Pairs of a left and a right value that make an idempotent: some left values of a component, and all right ones of another.
struct IdempotentJob {
  Index left = 0;  // components
  Index right = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::uint64_t found = 0;
};

/// On the first rank.
class CountPeers {
 public:
  virtual ~CountPeers() = default;
  virtual std::size_t ranks() const = 0;
  /// The others make the sides of these generators, with kernels as bits of pairs or as block numbers.
  virtual void prepare(const Generators& generators, bool pairs) = 0;
  /// Counts, each job by one of the ranks: own(first, step) counts those of this one. False, and nothing is to be relied on, if
  /// another rank could not do its part. Throws what own throws.
  /// `values`: the keys of the right values, those of jobs in a row that have the same once, then of the left values of each job.
  virtual bool count(std::span<IdempotentJob> jobs, std::span<const std::byte> values,
                     FunctionRef<void(std::size_t first, std::size_t step)> own) = 0;
};

/// Null without several ranks.
std::unique_ptr<CountPeers> make_count_peers(Cluster cluster);

}  // namespace wreath::semigroup
