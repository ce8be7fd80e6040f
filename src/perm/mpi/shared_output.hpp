// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/mpi/communicator.hpp"
#include "perm/mpi/rank_progress.hpp"

namespace wreath::perm::cluster {

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
  void name();
  void abandon() noexcept;

  mpi::Communicator& ranks_;
  std::string header_;
  unsigned item_bytes_;
  std::string target_;     // on rank 0
  std::string temporary_;  // the name until then
  unsigned mode_ = 0;      // of the file that is replaced
  std::unique_ptr<mpi::SharedFile> file_;
  bool closed_ = false;
  RankProgress* progress_ = nullptr;  // if it keeps anything
};

}  // namespace wreath::perm::cluster
