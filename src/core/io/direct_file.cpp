// SPDX-License-Identifier: MIT
#include "core/io/direct_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <tuple>
#include <utility>

#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "wreath/run.hpp"

namespace wreath {

namespace {

/// Opens past the cache where that is possible and `aligned`, and returns whether it did.
std::pair<int, bool> open_direct(const char* path, int flags, bool aligned = true) {
  const int descriptor = aligned ? open(path, flags | O_DIRECT | O_CLOEXEC, 0600) : -1;
  if (aligned && (descriptor >= 0 || errno != EINVAL)) return {descriptor, true};
  return {open(path, flags | O_CLOEXEC, 0600), false};
}

}  // namespace

DirectFile::DirectFile(int descriptor, std::string name, bool direct)
    : descriptor_(descriptor), name_(std::move(name)), direct_(direct) {}

DirectFile DirectFile::for_reading(const std::string& path) {
  const auto [descriptor, direct] = open_direct(path.c_str(), O_RDONLY);
  if (descriptor < 0) throw InputError(fmt::format("{}: cannot open: {}", path, std::strerror(errno)));
  return {descriptor, path, direct};
}

DirectFile DirectFile::nameless(const std::string& folder, const std::string& what, bool aligned) {
  auto [descriptor, direct] = open_direct(folder.c_str(), O_TMPFILE | O_RDWR, aligned);
  if (descriptor < 0) {
    // A file system without nameless files: the name is taken away at once.
    std::string name = folder + "/.wreath-XXXXXX";
    const int made = mkostemp(name.data(), O_CLOEXEC);
    if (made < 0) {
      throw ResourceError(fmt::format("{}: cannot create a scratch file: {}; name another folder with {}", folder,
                                      std::strerror(errno), option("scratch")));
    }
    std::tie(descriptor, direct) = open_direct(name.c_str(), O_RDWR, aligned);
    unlink(name.c_str());
    close(made);
    if (descriptor < 0) throw ResourceError(fmt::format("{}: cannot open a scratch file: {}", folder, std::strerror(errno)));
  }
  return {descriptor, fmt::format("the scratch file {}in {}", what.empty() ? "" : fmt::format("of {} ", what), folder), direct};
}

DirectFile DirectFile::named(const std::string& path, Named kind) {
  const int flags = O_RDWR | O_NOFOLLOW | (kind == Named::fresh ? O_CREAT | O_EXCL : kind == Named::either ? O_CREAT : 0);
  const auto [descriptor, direct] = open_direct(path.c_str(), flags);
  if (descriptor < 0) {
    throw ResourceError(
        fmt::format("{}: cannot {}: {}", path, kind == Named::existing ? "reopen" : "create", std::strerror(errno)));
  }
  return {descriptor, path, direct};
}

DirectFile DirectFile::again(int descriptor, const std::string& name, bool aligned) {
  const std::string self = fmt::format("/proc/self/fd/{}", descriptor);
  auto [opened, direct] = open_direct(self.c_str(), O_RDWR, aligned);
  if (opened < 0) opened = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (opened < 0) throw ResourceError(fmt::format("{}: cannot reopen: {}", name, std::strerror(errno)));
  return {opened, name, direct};
}

DirectFile::~DirectFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

DirectFile::DirectFile(DirectFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), name_(std::move(other.name_)), direct_(other.direct_) {}

DirectFile& DirectFile::operator=(DirectFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(name_, other.name_);
  std::swap(direct_, other.direct_);
  return *this;
}

void DirectFile::fail(const char* doing, std::uint64_t offset, int error) const {
  std::string advice;
  struct statvfs disk {};
  if ((error == ENOSPC || error == EDQUOT || error == EFBIG) && fstatvfs(descriptor_, &disk) == 0) {
    advice =
        fmt::format("; {} is free there: make room, or name another folder with {} or {}",
                    format_bytes(static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize), option("scratch"), option("output"));
  }
  throw ResourceError(fmt::format("{}: cannot {} at byte {}: {}{}", name_, doing, offset, std::strerror(error), advice));
}

std::uint64_t DirectFile::size() const {
  struct stat about {};
  if (fstat(descriptor_, &about) != 0) fail("inspect the file", 0, errno);
  return static_cast<std::uint64_t>(about.st_size);
}

void DirectFile::reserve(std::uint64_t bytes) const {
  int error = EINTR;
  while (error == EINTR && bytes != 0) error = posix_fallocate(descriptor_, 0, static_cast<off_t>(bytes));
  if (bytes != 0 && error != 0 && error != EOPNOTSUPP && error != EINVAL) fail("reserve space", bytes, error);
}

void DirectFile::read_at(std::uint64_t offset, std::span<std::byte> into, std::size_t needed) const {
  std::size_t done = 0;
  while (done < needed) {
    const ssize_t read = pread(descriptor_, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
    if (read < 0 && errno == EINTR) continue;
    if (read < 0) fail("read", offset + done, errno);
    const std::size_t before = done;
    const std::size_t end = done + static_cast<std::size_t>(read);
    done = direct_ && end < needed ? disk_floor(end) : end;  // again, from a whole block
    if (done == before) {
      throw ResourceError(fmt::format("{}: cannot read at byte {}: the file ends there; was it truncated by another program?",
                                      name_, offset + end));
    }
  }
}

void DirectFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("write", offset, written < 0 ? errno : ENOSPC);
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void DirectFile::truncate(std::uint64_t bytes) const {
  if (ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) fail("cut", bytes, errno);
}

void DirectFile::sync() const {
  if (fdatasync(descriptor_) != 0) fail("flush to disk", 0, errno);
}

}  // namespace wreath
