// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/mpi/communicator.hpp"

namespace wreath::perm::cluster {

/// The .npy file that all ranks write: beside its target, under a hidden name, until `commit`. Where a run fails or stops, it
/// is taken away; a run that is killed outright leaves the hidden file (.NAME.NUMBER.tmp) and the old target.
class SharedOutput {
 public:
  /// Collective. Throws InputError where the target cannot be made, ResourceError where the disk has no room.
  SharedOutput(mpi::Communicator& ranks, const std::string& path, char kind, unsigned item_bytes, std::uint64_t points);
  ~SharedOutput();
  SharedOutput(const SharedOutput&) = delete;
  SharedOutput& operator=(const SharedOutput&) = delete;

  /// By any rank: the values first, first+1, ...
  void write(std::uint64_t first, std::span<const std::byte> values);
  /// Collective: gives the file its name.
  void commit();
  /// Collective: no result.
  void abandon() noexcept;
  /// Collective: one or the other.
  void settle(bool whole) {
    if (whole) {
      commit();
    } else {
      abandon();
    }
  }

 private:
  void choose_names(const std::string& path, std::uint64_t bytes);

  mpi::Communicator& ranks_;
  std::string header_;
  unsigned item_bytes_;
  std::string target_;     // on rank 0
  std::string temporary_;  // the name until then
  unsigned mode_ = 0;      // of the file that is replaced
  std::unique_ptr<mpi::SharedFile> file_;
};

}  // namespace wreath::perm::cluster
