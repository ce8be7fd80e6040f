// SPDX-License-Identifier: MIT
#include "perm/file_tools.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <fcntl.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>

#include "core/data/hash.hpp"

namespace wreath::perm {

std::string absolute_path(const std::string& path) {
  const std::filesystem::path whole = std::filesystem::absolute(path);
  std::error_code error;  // of a file without a name, which /proc/self/fd leads to
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(whole, error);
  return (error ? whole : canonical).string();
}

std::uint64_t fresh_run_id() {
  const auto now = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  return mix64(now ^ static_cast<std::uint64_t>(getpid()) << 40);
}

std::uint64_t file_number(const std::string& path) {
  struct stat about {};
  return stat(path.c_str(), &about) == 0 ? about.st_ino : 0;
}

void put_in_place(const std::string& output, const std::string& partial, std::uint64_t number, const std::string& checkpoint) {
  if (file_number(partial) == number) {
    OutputFile(output, partial, OutputFile::Partial::resume).commit();
  } else if (file_number(output) != number) {
    throw InputError(fmt::format(
        "{}: the run of the checkpoint {} finished, but its result no longer exists; start the run again", output, checkpoint));
  }
}

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
