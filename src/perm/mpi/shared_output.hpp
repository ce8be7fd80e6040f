// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/mpi/communicator.hpp"
#include "core/run/drive.hpp"
#include "perm/files/file_tools.hpp"

namespace wreath::perm::cluster {

// How far the ranks have come, in a checkpoint.
//
// The result has a name from the start, which the checkpoint knows from before it is made: OUTPUT.NUMBER.partial. Each rank
// works through its share in order, as many points as the others; now and then, once what came of them is on the disk, rank 0
// rewrites the checkpoint. So whenever a rank is killed, and all others with it, the checkpoint has the number of points
// that are done, and a later run, of any number of ranks, does the rest. Its last entry is that the result is whole: then the
// result gets its name, and the checkpoint goes.
//
// A product is written in order. An inverse or a quotient is written all over, from memory: a checkpoint of it is the whole
// array, over the one before. Half of a newer array over an older one does no harm, since every point of the result is written
// once, and what is done again after the older one writes the same. By files it is written in buckets, each of them whole; before
// an array that is not goes over them, they are forgotten. Buckets belong to ranks: another number of ranks begins again.

class RankProgress {
 public:
  /// Collective. Throws InputError if the checkpoint to resume from is of another problem.
  RankProgress(const Request& request, const char* operation);
  RankProgress(const RankProgress&) = delete;
  RankProgress& operator=(const RankProgress&) = delete;

  /// Whether there is a checkpoint at all.
  bool keeps() const { return keeper_.keeps(); }
  /// The unit is 0: the first points of x that are done. Otherwise: the points of each rank's block of the result that are done,
  /// in buckets of `unit` points.
  std::uint64_t done() const { return state_.done; }
  std::uint64_t unit() const { return state_.unit; }
  /// The unfinished result.
  std::string partial() const;

  /// Collective: where the run that is resumed had finished when it was killed, does what was left to do, and returns true.
  bool finish_killed_run();
  /// Collective: whether a checkpoint is due.
  bool due();
  /// Collective: so much is done, and on the disk.
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
};

/// The .npy file that all ranks write: beside its target, under a hidden name, until it is settled. Where a run fails or stops,
/// it is taken away; a run that is killed outright leaves the hidden file (.NAME.MACHINE-NUMBER.tmp) and the old target. The next
/// run with that target takes it away, if it is started on the same machine, where it can tell that no such process is there.
class SharedOutput {
 public:
  /// Collective. Throws InputError if the target cannot be made, ResourceError where the disk has no room.
  /// What `progress` keeps outlives a run that stops, fails or is killed.
  SharedOutput(mpi::Communicator& ranks, const std::string& path, char kind, unsigned item_bytes, std::uint64_t points,
               RankProgress* progress = nullptr);
  ~SharedOutput();
  SharedOutput(const SharedOutput&) = delete;
  SharedOutput& operator=(const SharedOutput&) = delete;

  /// By any rank: the values first, first+1, ...
  void write(std::uint64_t first, std::span<const std::byte> values);
  /// Collective, if progress is kept: what was written is on the disk; see RankProgress::save.
  void keep(std::uint64_t done, std::uint64_t unit = 0);
  /// The input is bad: there is nothing to resume.
  void drop_progress();
  /// Collective: where it is whole, and check() throws nothing on any rank, the file gets its name; otherwise it goes away. check
  /// may read any value.
  template <class Check>
  void settle(bool whole, const Check& check) {
    if (!whole) return abandon();
    mpi::together(ranks_, [&] {
      if (progress_ != nullptr) file_->sync();  // the checkpoint is about to call it whole
      file_->close();
    });
    closed_ = true;
    mpi::together(ranks_, check);
    name();
  }
  void settle(bool whole) {
    settle(whole, [] {});
  }
  /// By any rank: values that an earlier run wrote, or this one once all is written.
  void read(std::uint64_t first, std::span<std::byte> values) const;
  /// One of them.
  template <class Value>
  Value value(std::uint64_t index) const {
    Value value{};
    read(index, std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }

 private:
  void choose_names(const std::string& path, std::uint64_t bytes);
  /// The unfinished file, if it is not there.
  void make_file() const;
  void name();
  void abandon() noexcept;

  mpi::Communicator& ranks_;
  std::string header_;
  unsigned item_bytes_;
  std::string target_;     // on rank 0
  std::string temporary_;  // the name until then
  std::unique_ptr<mpi::SharedFile> file_;
  bool closed_ = false;
  RankProgress* progress_ = nullptr;  // if it keeps anything
};

}  // namespace wreath::perm::cluster
