// SPDX-License-Identifier: MIT
#include "perm/file_tools.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
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

}  // namespace wreath::perm
