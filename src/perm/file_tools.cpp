// SPDX-License-Identifier: MIT
#include "perm/file_tools.hpp"

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

}  // namespace wreath::perm
