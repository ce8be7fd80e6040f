// SPDX-License-Identifier: MIT
//
// What a search asks of the machine: many walks at once, a batch of steps at a time. Implemented by cpu/ and cuda/.
//
// A walk is a scheme, a random stream and the counts of its schedule. What it does is a function of (seed, its number, the
// schemes placed on it and when, design): not of the machine, the threads or the other walks. Between batches the engine looks
// at the walks, takes the best schemes of those that found one, and places others. A machine that works beside the engine has
// the next batch under way meanwhile: then what is placed after batch k takes effect with batch k + 2.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "wreath/flip/search.hpp"

namespace wreath::flip {

/// How walks go: up by a plus after `plus_after` steps without a new best, as long as the rank stays below best + margin.
struct Schedule {
  std::uint32_t plus_after = 50000;
  std::uint32_t margin = 2;
};

struct WalkStatus {
  std::uint32_t rank = 0;   // now
  std::uint32_t best = 0;   // least since a scheme was placed
  std::uint32_t idle = 0;   // steps since then or since the last new best
  std::uint64_t flips = 0;  // made in all
};

struct Placement {
  std::uint32_t walk = 0;
  const Scheme* scheme = nullptr;
};

class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::uint32_t walks() const = 0;
  /// How many batches may be under way: 1, or 2 if walks go on while the engine looks at the batch before.
  virtual unsigned depth() const = 0;
  /// Starts walks from schemes, with the next batch that begins; their best and idle counts are reset, their random streams
  /// continue.
  virtual void place(std::span<const Placement> placements) = 0;
  /// Symmetric walks trade with their cubes only where that brings them to this rank or below.
  virtual void aim_at(std::uint32_t rank) = 0;
  /// Begins a batch: every walk makes `steps` steps. New bests above the rank `worth` will not be asked for.
  virtual void begin(std::uint32_t steps, std::uint32_t worth) = 0;
  /// Waits for the end of the first batch under way; returns the seconds that it took the machine.
  virtual double finish() = 0;
  /// Both at once.
  double run(std::uint32_t steps) {
    begin(steps, UINT32_MAX);
    return finish();
  }
  /// All walks at the end of the last finished batch; holds until the next call.
  virtual std::span<const WalkStatus> statuses() = 0;
  /// The schemes at which these walks reached their best, at the end of the last finished batch. If another one is under way,
  /// only of walks with a new best that is worth it.
  virtual std::vector<Scheme> bests(std::span<const std::uint32_t> walks) = 0;
  /// How many steps make a batch of some tens of milliseconds.
  virtual std::uint32_t batch() const = 0;
  /// Summands (orbits) that a walk has room for, where walks with less room are faster; 0 where it does not matter.
  virtual std::size_t room() const = 0;

  /// The whole state of the walks, to resume from, with the end of a batch that is under way.
  virtual std::vector<std::byte> save() = 0;
  virtual void restore(std::span<const std::byte> state) = 0;

  virtual Method method() const = 0;
};

/// Whether a search for a target begins on the cores and is joined by a GPU later. One that is to be repeated is not.
bool begins_on_cores(const SearchOptions& options, const RunFiles& kept = {});
/// Whether the search runs on a GPU; the choice and why go into the run. Throws ResourceError if one was asked for in vain.
bool choose_gpu(const SearchOptions& options, RunControl& run);
/// Whether a search on a GPU stays there now that its starts are known. If the machine was left open and walks there have no room
/// for the starts, it does not, and the run notes it.
bool stays_on_gpu(const Shape& shape, const SearchOptions& options, RunControl& run);
/// For starts of at most this number of summands (orbits, if the search is symmetric).
std::unique_ptr<Backend> make_backend(const Shape& shape, const SearchOptions& options, const Schedule& schedule,
                                      std::size_t largest_start, bool gpu, RunControl& run);
/// Walks on the cores of this machine. The ranks in its statuses are those of the schemes, also with a symmetry, where the
/// schedule's margin counts orbits. Throws ResourceError if the schemes are too large for it.
std::unique_ptr<Backend> make_cpu_backend(const Shape& shape, const SearchOptions& options, const Schedule& schedule,
                                          std::size_t largest_start);
/// Throws ResourceError if no kernel has room for schemes of `largest` summands, or the device fails.
std::unique_ptr<Backend> make_cuda_backend(const Shape& shape, const SearchOptions& options, const Schedule& schedule,
                                           std::size_t largest);

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
