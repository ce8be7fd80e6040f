// SPDX-License-Identifier: MIT
//
// One way to run what takes long.
//
// A computation is a Resumable: it names its problem, makes a step, and puts its state into bytes and takes it back. drive() does
// the rest, alike for every engine: it opens the checkpoint that the run resumes from, makes steps until the computation is done
// or the run is asked to stop, and writes the checkpoint when it is due and at the end.
//
// A resumed run gets further however short its time is: neither bringing back its state nor its first step is timed. If the
// computation is done by then, all of the run is untimed: what its caller does with the result (a table is numbered, files are
// written) is in no checkpoint, and would never end in a short time.
//
// While a computation is driven its run has no files: what it calls, which may be driven too, keeps none. Work that is not made
// of steps uses a Keeper by itself.
#pragma once

#include <memory>
#include <string>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "core/parallel/function_ref.hpp"
#include "core/run/checkpoint.hpp"
#include "core/text/json.hpp"
#include "wreath/run.hpp"

namespace wreath {

/// The files of a run, which are this computation's until it goes out of scope. Then the run has them back, without the
/// checkpoint that was resumed from.
class TakenFiles {
 public:
  explicit TakenFiles(RunControl& run);
  ~TakenFiles();
  TakenFiles(const TakenFiles&) = delete;
  TakenFiles& operator=(const TakenFiles&) = delete;

  const RunFiles& operator*() const noexcept { return files_; }
  const RunFiles* operator->() const noexcept { return &files_; }
  /// Nothing that follows is timed.
  void lift_time() noexcept;

 private:
  RunControl& run_;
  RunFiles files_;
};

/// The work is done, and nothing is left to resume.
void remove_checkpoints(const RunFiles& files);

/// Keeps the state of long work in a file: now and then, and at the end. Without files it does nothing.
class Keeper {
 public:
  using Save = FunctionRef<void(ByteWriter&)>;

  Keeper();
  /// `kind` and `problem` as in write_checkpoint.
  Keeper(const RunFiles& files, std::string kind, const Json& problem);

  /// Throws InputError if the file cannot be written.
  void require_target() const;
  bool keeps() const noexcept { return !path_.empty(); }
  bool resumes() const noexcept { return !resume_.empty(); }
  /// The file that is kept, and the one that is resumed from.
  const std::string& path() const noexcept { return path_; }
  const std::string& resume_path() const noexcept { return resume_; }
  /// What is resumed from.
  OpenCheckpoint open() const { return {resume_, kind_, *problem_}; }

  /// Also without files, for what is kept beside them.
  bool is_due() const noexcept { return timer_.is_due(); }
  void save(Save save);
  void save(std::span<const std::byte> state) {
    save([&](ByteWriter& into) { into.put_items(state); });
  }
  void save_if_due(Save save) {
    if (is_due()) this->save(save);
  }
  /// Also in the file that is resumed from: what it has is about to be lost.
  void save_everywhere(std::span<const std::byte> state);
  /// Both files go (remove_checkpoints).
  void remove() const { remove_checkpoints({path_, resume_}); }

 private:
  std::string path_;
  std::string resume_;
  std::string kind_;
  std::shared_ptr<const Json> problem_;
  CheckpointTimer timer_;
};

/// A computation that drive() runs.
class Resumable {
 public:
  virtual ~Resumable() = default;

  /// The command and the format of its state, such as "perm multiply 1".
  virtual std::string kind() const = 0;
  /// What must agree for a checkpoint to be continued from (see write_checkpoint).
  virtual Json problem() const = 0;
  virtual bool done() const = 0;
  /// A piece of the work: a batch, a level. It may throw Stopped or LimitReached if the run is to stop, and is then made again.
  virtual void step(RunControl& run) = 0;
  /// Called twice for each checkpoint, and puts the same both times.
  virtual void save(ByteWriter& into) const = 0;
  virtual void restore(ByteReader& from, RunControl& run) = 0;

  /// Opens the checkpoint and restores it; for a computation that continues from several kinds of them, or says more of one that
  /// does not fit.
  virtual void open(const Keeper& keeper, RunControl& run);
  /// False while the file that is there is worth more than what there is by now.
  virtual bool worth_saving() const { return true; }
  /// Whether a checkpoint is due whatever the time: the next step may be stopped and cannot be saved.
  virtual bool must_save() const { return false; }
  // Several processes that compute together agree on whether to stop and whether a checkpoint is due, and the first of them does
  // what is done once.
  virtual bool should_stop(RunControl& run) { return run.should_stop(); }
  virtual bool agree(bool due) { return due; }
  virtual void on_first(FunctionRef<void()> body) { body(); }
  /// `write` writes the checkpoint.
  virtual void write(FunctionRef<void()> write) { on_first(write); }
};

/// Throws LimitReached if the run is asked to stop while the checkpoint is opened: the state is then unusable, and the file kept.
void drive(Resumable& job, RunControl& run);

}  // namespace wreath
