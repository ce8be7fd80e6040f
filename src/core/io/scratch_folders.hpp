// SPDX-License-Identifier: MIT
//
// The folders, one to a disk, in which a run keeps what does not fit its memory.
//
// A run has a folder for itself while it works: two would slow each other down and could not know how much space is left. The
// lock is a file, .wreath-scratch.lock, held by flock, which ends with the process however that ends.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/io/direct_file.hpp"

namespace wreath {

/// Machine::scratch. If it is empty `otherwise` alone, and if that is empty, too, the system's own. Throws InputError: no such
/// folder, or one that cannot be written to.
std::vector<std::string> scratch_folder_list(const std::vector<std::filesystem::path>& scratch, const std::string& otherwise);

class ScratchFolders {
 public:
  /// As scratch_folder_list, and throws InputError if one is in use.
  ScratchFolders(const std::vector<std::filesystem::path>& scratch, const std::string& otherwise);
  ~ScratchFolders();
  ScratchFolders(const ScratchFolders&) = delete;
  ScratchFolders& operator=(const ScratchFolders&) = delete;

  const std::vector<std::string>& paths() const noexcept { return paths_; }
  /// Throws ResourceError unless there is room for `bytes` bytes, shared out evenly.
  void require_space(std::uint64_t bytes) const;

 private:
  struct Lock {
    std::string path;
    int descriptor = -1;
  };
  static Lock lock(const std::string& folder);

  std::vector<std::string> paths_;
  std::vector<Lock> locks_;
};

// A folder of one's own for files that are soon done with: it and all that is in it go away with the object.

class TemporaryFolder {
 public:
  /// In the folder `parent`; its name begins with `prefix`. Throws ResourceError, with `advice` at the end, where none can be
  /// made.
  TemporaryFolder(const std::string& parent, const std::string& prefix, const std::string& advice = {});
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace wreath
