// SPDX-License-Identifier: MIT
#include "perm/step_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "perm/file_tools.hpp"

namespace wreath::perm {

StepFile::StepFile(const std::string& folder) {
  static std::atomic<unsigned> number = 0;
  path_ = fmt::format("{}/.wreath-{:016x}-{}.npy", folder, fresh_run_id(), number++);
}

StepFile::StepFile(const std::string& output, int number) : shared_(true) {
  const std::filesystem::path target = absolute_path(output);
  path_ = (target.parent_path() / fmt::format(".{}.step-{}.npy", target.filename().string(), number)).string();
}

StepFile::~StepFile() {
  if (descriptor_ >= 0) close(descriptor_);
  unlink(path_.c_str());
}

Map StepFile::open() {
  if (shared_) return Map::from_file(path_);
  if (descriptor_ < 0) {
    descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0)
      throw ResourceError(fmt::format("{}: cannot open the file just written: {}", path_, std::strerror(errno)));
    unlink(path_.c_str());
  }
  return Map::from_file(fmt::format("/proc/self/fd/{}", descriptor_));
}

}  // namespace wreath::perm
