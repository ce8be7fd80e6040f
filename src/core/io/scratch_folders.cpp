// SPDX-License-Identifier: MIT
#include "core/io/scratch_folders.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>

#include "core/io/scratch_file.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "wreath/run.hpp"

namespace wreath {

std::vector<std::string> scratch_folder_list(const std::vector<std::filesystem::path>& scratch, const std::string& otherwise) {
  std::vector<std::string> paths;
  const auto add = [&](const std::string& name) { paths.push_back(std::filesystem::canonical(scratch_folder(name)).string()); };
  for (const std::filesystem::path& folder : scratch) add(folder.string());
  if (scratch.empty()) add(otherwise);
  return paths;
}

ScratchFolders::ScratchFolders(const std::vector<std::filesystem::path>& scratch, const std::string& otherwise)
    : paths_(scratch_folder_list(scratch, otherwise)) {
  try {
    for (const std::string& path : paths_) locks_.push_back(lock(path));
  } catch (...) {
    for (const Lock& held : locks_) close(held.descriptor);
    throw;
  }
}

ScratchFolders::~ScratchFolders() {
  for (const Lock& held : locks_) {
    unlink(held.path.c_str());
    close(held.descriptor);
  }
}

// The file may be taken away by its owner between our opening and locking it: then it is not the one that others will see.
ScratchFolders::Lock ScratchFolders::lock(const std::string& folder) {
  const std::string path = folder + "/.wreath-scratch.lock";
  while (true) {
    const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor < 0) {
      throw InputError(fmt::format("{}: cannot write scratch files: {}; name another folder with {}", folder,
                                   std::strerror(errno), option("scratch")));
    }
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      close(descriptor);
      throw InputError(fmt::format("{}: another run has its scratch files there; wait for it, or name another folder with {}",
                                   folder, option("scratch")));
    }
    struct stat held {};
    struct stat seen {};
    if (fstat(descriptor, &held) == 0 && stat(path.c_str(), &seen) == 0 && held.st_ino == seen.st_ino) return {path, descriptor};
    close(descriptor);
  }
}

void ScratchFolders::require_space(std::uint64_t bytes) const {
  std::map<dev_t, std::uint64_t> asked;  // folders on one disk share its space
  const std::uint64_t share = bytes / paths_.size() + 1;
  for (const std::string& path : paths_) {
    struct stat about {};
    struct statvfs disk {};
    if (stat(path.c_str(), &about) != 0 || statvfs(path.c_str(), &disk) != 0) continue;
    const std::uint64_t free = static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
    const std::uint64_t needed = asked[about.st_dev] += share;
    if (needed > free) {
      throw ResourceError(fmt::format("this needs {} of scratch space in {}, which has {} free; name another folder with {}",
                                      format_bytes(needed), path, format_bytes(free), option("scratch")));
    }
  }
}

TemporaryFolder::TemporaryFolder(const std::string& parent, const std::string& prefix, const std::string& advice)
    : path_(parent + "/" + prefix + "XXXXXX") {
  if (mkdtemp(path_.data()) != nullptr) return;
  const std::string end = advice.empty() ? "" : "; " + advice;
  throw ResourceError(fmt::format("{}: cannot create a folder there: {}{}", parent, std::strerror(errno), end));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace wreath
