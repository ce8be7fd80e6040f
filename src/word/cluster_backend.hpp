// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <span>

#include "wreath/word/group.hpp"

namespace wreath::word {

/// Ranks that reduce batches of words together. Implemented by mpi/.
class ClusterBackend {
 public:
  virtual ~ClusterBackend() = default;

  /// Whether this rank is the one that reads and writes.
  virtual bool is_first() const = 0;
  /// By that rank: as Group::reduce_words.
  virtual std::size_t reduce(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths) = 0;
  /// By that rank, after the last batch. If it failed, all ranks throw its exception.
  virtual void end(const std::exception_ptr& failure) = 0;
  /// By the others: takes part in every batch until the first rank ends.
  virtual void serve() = 0;
};

/// For the ranks of options.machine.cluster. Throws ResourceError if wreath was built without MPI.
std::unique_ptr<ClusterBackend> make_cluster_backend(const Group& group, const ReduceOptions& options, RunControl& run);

}  // namespace wreath::word
