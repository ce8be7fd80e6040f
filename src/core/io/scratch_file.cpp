// SPDX-License-Identifier: MIT
#include "core/io/scratch_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "core/text/option.hpp"
#include "wreath/run.hpp"

namespace wreath {

ScratchFile::ScratchFile(std::string folder, std::string what) : folder_(std::move(folder)), what_(std::move(what)) {}

void ScratchFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  if (!file_) file_ = DirectFile::nameless(folder_, what_, false);
  file_->write_at(offset, bytes);
  size_ = std::max(size_, offset + bytes.size());
}

void ScratchFile::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  if (!into.empty()) file_.value().read_at(offset, into, into.size());
}

void ScratchFile::truncate(std::uint64_t size) {
  if (size >= size_) return;
  file_->truncate(size);
  size_ = size;
}

std::string scratch_folder(const std::string& asked) {
  std::error_code error;
  std::string folder = asked.empty() ? std::filesystem::temp_directory_path(error).string() : asked;
  if (error || !std::filesystem::is_directory(folder, error)) {
    throw InputError(fmt::format("{}: no such folder for scratch files; name another with {}", folder, option("scratch")));
  }
  if (access(folder.c_str(), W_OK | X_OK) != 0) {
    throw InputError(fmt::format("{}: cannot write scratch files: {}; name another folder with {}", folder, std::strerror(errno),
                                 option("scratch")));
  }
  return folder;
}

}  // namespace wreath
