// SPDX-License-Identifier: MIT
#include "core/io/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/run/units.hpp"
#include "wreath/run.hpp"

namespace wreath {

namespace {

std::string folder_of(const std::string& path) {
  const auto parent = std::filesystem::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

std::string hidden_name(const std::string& path) {
  const std::filesystem::path target(path);
  return (target.parent_path() / fmt::format(".{}.{}.tmp", target.filename().string(), getpid())).string();
}

}  // namespace

OutputFile::OutputFile(std::string path, Partial partial) : path_(std::move(path)) {
  struct stat about {};
  if (path_.empty()) throw InputError("the output file has no name");
  if (stat(path_.c_str(), &about) == 0) {
    if (S_ISDIR(about.st_mode)) throw InputError(fmt::format("{}: this is a folder; name a file to write", path_));
    if (access(path_.c_str(), W_OK) != 0) throw InputError(fmt::format("{}: cannot write: {}", path_, std::strerror(errno)));
    if (!S_ISREG(about.st_mode)) {  // /dev/stdout, a pipe: no name to give later
      descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
      if (descriptor_ < 0) fail("open");
      committed_ = true;
      return;
    }
    // Follow links, so that the file they lead to is replaced and not the link.
    path_ = std::filesystem::canonical(path_).string();
  }
  const std::string folder = folder_of(path_);
  if (partial != Partial::none) {
    temporary_ = path_ + ".partial";
    keep_ = true;
    descriptor_ = open(temporary_.c_str(), O_RDWR | O_CLOEXEC | (partial == Partial::fresh ? O_CREAT | O_TRUNC : 0), 0666);
    if (descriptor_ >= 0) return;
    throw InputError(
        fmt::format("{}: cannot {}: {}", temporary_, partial == Partial::fresh ? "write" : "go on", std::strerror(errno)));
  }
  descriptor_ = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (descriptor_ >= 0) return;
  if (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL) {
    temporary_ = hidden_name(path_);
    descriptor_ = open(temporary_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) return;
    temporary_.clear();
  }
  throw InputError(fmt::format("{}: cannot write in {}: {}", path_, folder, std::strerror(errno)));
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!committed_ && !keep_ && !temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::fail(const char* doing) const {
  const int error = errno;
  throw ResourceError(fmt::format("{}: cannot {}: {}", path_, doing, std::strerror(error)));
}

void OutputFile::reserve(std::uint64_t bytes) {
  if (committed_) return;
  struct statvfs disk {};
  if (fstatvfs(descriptor_, &disk) == 0) {
    const std::uint64_t free = static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
    if (bytes > free) {
      throw ResourceError(fmt::format("{}: this needs {} of disk space in {}, which has {} free", path_, format_bytes(bytes),
                                      folder_of(path_), format_bytes(free)));
    }
  }
  if (bytes == 0) return;
  const int error = posix_fallocate(descriptor_, 0, static_cast<off_t>(bytes));
  if (error != 0 && error != EOPNOTSUPP && error != EINVAL) {
    errno = error;
    fail("reserve space");
  }
}

void OutputFile::write(std::span<const std::byte> bytes) {
  if (committed_) {  // a pipe has no offsets
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail("write");
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return;
  }
  write_at(position_, bytes);
  position_ += bytes.size();
}

void OutputFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write");
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void OutputFile::sync() {
  if (!committed_ && fdatasync(descriptor_) != 0) fail("flush to disk");
}

void OutputFile::commit() {
  if (committed_) return;
  if (temporary_.empty()) {
    // A nameless file can be linked to a free name only, so it takes a hidden one and is then renamed over the target.
    temporary_ = hidden_name(path_);
    unlink(temporary_.c_str());
    const std::string self = fmt::format("/proc/self/fd/{}", descriptor_);
    if (linkat(AT_FDCWD, self.c_str(), AT_FDCWD, temporary_.c_str(), AT_SYMLINK_FOLLOW) != 0) fail("name the file");
  }
  if (rename(temporary_.c_str(), path_.c_str()) != 0) fail("put the file in place");
  committed_ = true;
  if (close(std::exchange(descriptor_, -1)) != 0) fail("close");
}

}  // namespace wreath
