// SPDX-License-Identifier: MIT
#include "core/io/distinct_files.hpp"

#include <filesystem>

#include "wreath/wrong_usage.hpp"

namespace wreath {

bool is_same_file(const std::string& one, const std::string& other) {
  std::error_code error;
  // Files of different names differ, unless one of them is a link; most do, and following all links takes longer.
  const auto is_plain = [&](const std::filesystem::path& path) {
    return path.has_filename() && path.filename() != "." && path.filename() != ".." &&
           !std::filesystem::is_symlink(std::filesystem::symlink_status(path, error));
  };
  const std::filesystem::path first(one);
  const std::filesystem::path second(other);
  if (first.filename() != second.filename() && is_plain(first) && is_plain(second)) return false;
  const auto status = std::filesystem::status(one, error);
  if (std::filesystem::exists(status) && std::filesystem::is_other(status)) return false;
  const auto place = [&](const std::string& name) {
    const auto whole = std::filesystem::absolute(name, error);
    const auto found = std::filesystem::weakly_canonical(whole, error);
    return error ? whole : found;
  };
  return place(one) == place(other);
}

namespace {

void require_distinct(const FileRole& one, const FileRole& other) {
  if (one.path.empty() || other.path.empty() || !is_same_file(one.path, other.path)) return;
  throw WrongUsage(one.path + ": " + one.what + " and " + other.what + " are the same file; name another");
}

}  // namespace

void require_distinct_files(const std::vector<FileRole>& written, const std::vector<FileRole>& others) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    for (std::size_t j = i + 1; j < written.size(); ++j) require_distinct(written[i], written[j]);
    for (const FileRole& other : others) require_distinct(written[i], other);
  }
}

}  // namespace wreath
