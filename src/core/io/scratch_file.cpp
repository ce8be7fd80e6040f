// SPDX-License-Identifier: MIT
#include "core/io/scratch_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "wreath/run.hpp"

namespace wreath {

ScratchFile::ScratchFile(std::string folder, std::string what) : folder_(std::move(folder)), what_(std::move(what)) {}

ScratchFile::~ScratchFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

ScratchFile::ScratchFile(ScratchFile&& other) noexcept
    : folder_(std::move(other.folder_)),
      what_(std::move(other.what_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(std::exchange(other.size_, 0)) {}

void ScratchFile::fail(const char* doing, int error) const {
  struct statvfs disk {};
  std::string space;
  if (statvfs(folder_.c_str(), &disk) == 0) {
    space = fmt::format(" ({} free)", format_bytes(static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize));
  }
  throw ResourceError(fmt::format("{}: cannot {} the scratch file of {}, which has {}: {}{}; name another folder with {}",
                                  folder_, doing, what_, format_bytes(size_), std::strerror(error), space, option("scratch")));
}

void ScratchFile::make() {
  descriptor_ = open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor_ >= 0) return;
  // A file system without nameless files: the name is taken away at once.
  std::string name = folder_ + "/.wreath-XXXXXX";
  descriptor_ = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail("make", errno);
  unlink(name.c_str());
}

void ScratchFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  if (descriptor_ < 0) make();
  while (!bytes.empty()) {
    const ssize_t written = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write to", errno);
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    size_ = std::max(size_, offset);
  }
}

void ScratchFile::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  while (!into.empty()) {
    const ssize_t read = pread(descriptor_, into.data(), into.size(), static_cast<off_t>(offset));
    if (read < 0 && errno == EINTR) continue;
    if (read <= 0) fail("read", read < 0 ? errno : EIO);
    offset += static_cast<std::uint64_t>(read);
    into = into.subspan(static_cast<std::size_t>(read));
  }
}

void ScratchFile::truncate(std::uint64_t size) {
  if (size >= size_) return;
  if (ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail("cut", errno);
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
