// SPDX-License-Identifier: MIT
//
// How far the ranks have come, in a checkpoint.
//
// The result has a name from the start, which the checkpoint knows from before it is made: OUTPUT.NUMBER.partial. Each rank
// works through its share in order, as many points as the others; now and then, once what came of them is on the disk, rank 0
// rewrites the checkpoint. So whenever a rank is killed, and all others with it, the checkpoint has the number of points of each
// share that are done, and a later run of as many ranks does the rest. Its last entry is that the result is whole: then the
// result gets its name, and the checkpoint goes.
//
// A product is written in order. An inverse or a quotient is written all over, from memory: a checkpoint of it is the whole
// array, over the one before. Half of a newer array over an older one does no harm, since every point of the result is written
// once, and what is done again after the older one writes the same. By files it is written in buckets, each of them whole; before
// an array that is not goes over them, they are forgotten.
#pragma once

#include <cstdint>
#include <string>

#include "core/mpi/communicator.hpp"
#include "core/run/drive.hpp"
#include "perm/file_tools.hpp"

namespace wreath::perm::cluster {

class RankProgress {
 public:
  /// Collective. Throws InputError if the checkpoint to resume from is of another problem, or of another number of ranks.
  RankProgress(const FileJob& files, const char* operation);
  ~RankProgress();
  RankProgress(const RankProgress&) = delete;
  RankProgress& operator=(const RankProgress&) = delete;

  /// Whether there is a checkpoint at all.
  bool keeps() const { return keeper_.keeps(); }
  bool resumed() const { return resumed_; }
  /// Points of each share that are done: of x, or, if the unit is not 0, of the result, in buckets of `unit` points.
  std::uint64_t done() const { return state_.done; }
  std::uint64_t unit() const { return state_.unit; }
  /// The unfinished result.
  std::string partial() const;

  /// Collective: where the run that is resumed had finished when it was killed, does what was left to do, and returns true.
  bool finish_killed_run();
  /// Collective: whether a checkpoint is due.
  bool due();
  /// Collective: the first `done` points of each share are done, and what came of them is on the disk.
  void save(std::uint64_t done, std::uint64_t unit);
  /// Collective: nothing is done, nor of the checkpoint that is resumed, if that is another file: the result is about to be
  /// overwritten with less.
  void forget();
  /// Collective: all of it is.
  void save_whole();
  /// By rank 0: the checkpoint goes.
  void remove() const { keeper_.remove(); }

 private:
  struct State {
    std::uint64_t run_id = 0;
    std::uint64_t ranks = 0;
    std::uint64_t done = 0;
    std::uint64_t unit = 0;
    std::uint64_t whole = 0;  // the number of the result's file, once it is whole
  };
  void write();

  mpi::Communicator& ranks_;
  TakenFiles files_;
  std::string output_;
  Keeper keeper_;
  State state_;
  bool resumed_ = false;
};

}  // namespace wreath::perm::cluster
