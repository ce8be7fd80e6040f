// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>

#include "core/run/rank_here.hpp"
#include "word/reduction/reducer.hpp"
#include "wreath/machine.hpp"
#include "wreath/word/group.hpp"

namespace wreath::word {

/// Reduction by a machine of its own; not for use by several threads at once. Implemented by cuda/.
class DeviceReducer {
 public:
  virtual ~DeviceReducer() = default;

  /// The normal forms of many words, as Reducer::reduce. lengths[i] becomes kLeftToHost where word i does not fit, or has longer
  /// walks than this machine is good for. Returns how many words were done before the run was to stop.
  virtual std::size_t reduce(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths, RunControl* run) = 0;
  static constexpr std::uint64_t kLeftToHost = ~std::uint64_t{0};

  /// The normal form of one word, written to out, which has room for as many letters as the word has: its length, or nothing
  /// where the word does not fit or has longer walks than this machine is good for.
  virtual std::optional<std::size_t> reduce(std::span<const Letter> word, Letter* out, std::size_t base_length) = 0;

  /// For benchmarks: the words (or the pieces of one word) are sent once and reduced several times. The seconds of the fastest,
  /// without sending and fetching.
  virtual double time_words(const WordsRef& words, unsigned repetitions) = 0;
  virtual double time_word(std::span<const Letter> word, std::size_t base_length, unsigned repetitions) = 0;
};

/// memory: the most bytes to take there; 0: all that is free. Throws ResourceError if there is no GPU, and InputError
/// if the tables are too large for it.
std::unique_ptr<DeviceReducer> make_device_reducer(const ReductionMachine& machine, std::uint64_t memory = 0);

/// Takes a GPU for the thread that calls (core/cuda/take_gpu.hpp). Returns the part of its free memory that this rank may use.
std::uint64_t take_gpu_of_rank(const RankHere& rank);

/// Ranks that reduce batches of words together. Implemented by mpi/.
class ClusterBackend {
 public:
  /// A batch that is one word of at least this length is cut.
  static constexpr std::size_t kLongWord = std::size_t{1} << 20;

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
