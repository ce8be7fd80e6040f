// SPDX-License-Identifier: MIT
//
// The files of a run on disk, and what is left of them when it ends before its work does.
//
// Without a checkpoint all files but the inputs are nameless until the result gets its name: a run that ends, however it ends,
// leaves nothing. With one, the result and the scratch files have names from the start, which the checkpoint knows from before
// they are made; it is rewritten after each phase, once what the phase wrote is on the disk. So whenever the run is killed,
// the checkpoint records the last complete phase, and a later run resumes there. The last thing it records is that the
// result is whole: then the scratch files go, the result gets its name, and the checkpoint goes, in this order, so that a run
// that is killed in between leaves a checkpoint by which a later one ends it.
//
// Scratch files have a note beside them, wreath-NUMBER.owner, which names the checkpoint and the unfinished result. Where that
// checkpoint is gone or belongs to another run, nothing can resume them, and the next run that has the folder removes them. The
// inputs are only read.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/io/bucket_file.hpp"
#include "core/io/output_file.hpp"
#include "core/io/scratch_folders.hpp"
#include "core/run/drive.hpp"
#include "perm/files/file_tools.hpp"
#include "perm/plan/plan.hpp"

namespace wreath::perm::disk {

/// What a checkpoint holds.
struct DiskState {
  std::uint64_t run_id = 0;
  std::uint64_t phases_done = 0;
  std::uint64_t finished = 0;  // the number of the result's file, once all is done
  DiskPlan plan;
  std::vector<std::vector<BucketFile::Chunk>> chains;
};

class PhaseFiles {
 public:
  /// `problem` says what the result depends on. Opens the output and locks the scratch folders; nothing is written yet.
  PhaseFiles(const std::string& operation, Json problem, const Request& request);
  PhaseFiles(const PhaseFiles&) = delete;
  PhaseFiles& operator=(const PhaseFiles&) = delete;

  /// The state to resume from; in a fresh run none.
  const std::optional<DiskState>& resumed() const noexcept { return resumed_; }
  bool keeps_phases() const { return keeper_.keeps(); }

  /// Where the run that is resumed was finished when it was killed: does what was left to do, and returns true.
  bool finish_killed_run();

  /// Takes the space of the result, with this .npy header, and checks that of the scratch files.
  void open(const std::string& header, std::uint64_t data_bytes, std::uint64_t scratch_bytes, const DiskPlan& plan);
  const DirectFile& result() const { return *direct_; }
  std::uint64_t result_begin() const noexcept { return header_.size(); }

  /// Scratch files, one in each folder; to be asked for in the same order in every run.
  std::span<const DirectFile> scratch();

  /// A phase is over: what it wrote goes to the disk, and then the checkpoint has it. `buckets` is what the next phase starts
  /// from.
  void phase_done(const BucketFile& buckets);
  /// The result gets its name, and all else goes away.
  void finish();
  /// Gives the scratch space back: on some file systems that takes a while.
  void release() { scratch_.clear(); }
  /// The input is bad: there is nothing to resume from.
  void abandon();
  /// For errors: which files are left, and what to do with them. Empty where none are.
  std::string left() const;

 private:
  std::string partial_path() const;
  void open_partial();
  void begin_result(std::uint64_t bytes);
  void save(const std::vector<std::vector<BucketFile::Chunk>>& chains);
  void remove_scratch();

  TakenFiles files_;
  std::string output_;
  Keeper keeper_;
  std::optional<DiskState> resumed_;
  DiskState state_;
  std::unique_ptr<ScratchFolders> folders_;
  std::string header_;
  std::optional<OutputFile> out_;
  std::optional<DirectFile> direct_;
  std::vector<std::unique_ptr<std::vector<DirectFile>>> scratch_;
  std::vector<std::string> names_;  // of scratch files, and of the notes that say whose they are
};

}  // namespace wreath::perm::disk
