// SPDX-License-Identifier: MIT
#include "core/io/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "core/io/stale_files.hpp"
#include "core/text/units.hpp"
#include "wreath/run.hpp"

namespace wreath {

namespace {

std::string folder_of(const std::string& path) {
  const auto parent = std::filesystem::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

/// How hidden names begin that stand for a file until it is whole; the number of the process follows.
std::string hidden_prefix(const std::string& path) {
  char host[256] = "";
  gethostname(host, sizeof host - 1);  // processes of other machines are none of ours
  return fmt::format(".{}.{}-", std::filesystem::path(path).filename().string(), host);
}

std::string hidden_name(const std::string& path) {
  return (std::filesystem::path(path).parent_path() / fmt::format("{}{}.tmp", hidden_prefix(path), getpid())).string();
}

/// Where links that end at no file lead to. There is no loop among them.
std::string end_of_links(const std::string& path) {
  std::filesystem::path end = path;
  std::error_code error;
  while (std::filesystem::is_symlink(std::filesystem::symlink_status(end, error))) {
    end = end.parent_path() / std::filesystem::read_symlink(end, error);
    if (error) break;
  }
  return end.string();
}

bool has_no_nameless_files(int error) {
  return error == EOPNOTSUPP || error == EISDIR || error == EINVAL || error == ENOENT;
}

}  // namespace

// Looks at what has the target's name now: links are followed, so that the file they lead to is written and not the link.
void OutputFile::find_target() {
  if (path_.empty()) throw InputError("the output file has no name");
  if (path_ == "-") throw InputError("-: results cannot be written to stdout; name a file");
  struct stat about {};
  if (stat(path_.c_str(), &about) != 0) {
    if (errno != ENOENT) throw InputError(fmt::format("{}: cannot write: {}", path_, std::strerror(errno)));
    path_ = end_of_links(path_);
    return;
  }
  if (S_ISDIR(about.st_mode)) throw InputError(fmt::format("{}: this is a folder; name a file to write", path_));
  if (access(path_.c_str(), W_OK) != 0) throw InputError(fmt::format("{}: cannot write: {}", path_, std::strerror(errno)));
  stream_ = !S_ISREG(about.st_mode);
  mode_ = about.st_mode & 07777;
  struct stat itself {};
  if (!stream_ && lstat(path_.c_str(), &itself) == 0 && S_ISLNK(itself.st_mode))
    path_ = std::filesystem::canonical(path_).string();
}

OutputFile::OutputFile(const std::string& path) : path_(path) {
  find_target();
  if (stream_) {
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) throw InputError(fmt::format("{}: cannot write: {}", path_, std::strerror(errno)));
    return;
  }
  const std::string folder = folder_of(path_);
  descriptor_ = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (descriptor_ >= 0) return;
  if (has_no_nameless_files(errno)) {
    remove_stale_files(folder, hidden_prefix(path_));
    temporary_ = hidden_name(path_);
    unlink(temporary_.c_str());  // of a killed run that had our process number
    descriptor_ = open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) return;
    temporary_.clear();
  }
  throw InputError(fmt::format("{}: cannot write in {}: {}", path_, folder, std::strerror(errno)));
}

OutputFile::OutputFile(const std::string& path, const std::string& partial, Partial kind) : path_(path), temporary_(partial) {
  find_target();
  if (stream_) throw InputError(fmt::format("{}: a run with a checkpoint can write to a regular file only", path_));
  descriptor_ = open(temporary_.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | (kind == Partial::fresh ? O_CREAT | O_EXCL : 0), 0666);
  if (descriptor_ < 0) {
    throw InputError(
        fmt::format("{}: cannot {}: {}", temporary_, kind == Partial::fresh ? "write" : "reopen", std::strerror(errno)));
  }
  keep_ = kind == Partial::resume;
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    close(descriptor_);
    throw InputError(fmt::format("{}: another run is writing to it", temporary_));
  }
}

OutputFile::~OutputFile() {
  unmap();
  if (descriptor_ >= 0) close(descriptor_);
  if (!committed_ && !keep_ && !temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::fail(const char* doing) const {
  const int error = errno;
  throw ResourceError(fmt::format("{}: cannot {}: {}", path_, doing, std::strerror(error)));
}

void OutputFile::reserve(std::uint64_t bytes) {
  if (stream_ || bytes == 0) return;
  struct statvfs disk {};
  if (fstatvfs(descriptor_, &disk) == 0) {
    const std::uint64_t free = static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
    if (bytes > free) {
      throw ResourceError(fmt::format("{}: this needs {} of disk space in {}, which has {} free", path_, format_bytes(bytes),
                                      folder_of(path_), format_bytes(free)));
    }
  }
  int error = EINTR;
  while (error == EINTR) error = posix_fallocate(descriptor_, 0, static_cast<off_t>(bytes));
  if (error != 0 && error != EOPNOTSUPP && error != EINVAL) {
    errno = error;
    fail("reserve space");
  }
}

void OutputFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (stream_ && offset != position_) throw InternalError(path_ + ": a pipe can only be written in order");
  while (!bytes.empty()) {
    const ssize_t written = stream_ ? ::write(descriptor_, bytes.data(), bytes.size())
                                    : pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write");
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  position_ = offset;
}

std::span<std::byte> OutputFile::map(std::uint64_t bytes) {
  if (stream_) throw InputError(fmt::format("{}: a pipe or device cannot be mapped into memory", path_));
  if (ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) fail("set the size");
  void* start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (start == MAP_FAILED) fail("map");
  mapped_ = {static_cast<std::byte*>(start), bytes};
  return mapped_;
}

DirectFile OutputFile::direct(bool aligned) const {
  if (stream_) throw InputError(fmt::format("{}: results larger than memory can be written to a regular file only", path_));
  return DirectFile::again(descriptor_, path_, aligned);
}

void OutputFile::unmap() noexcept {
  if (!mapped_.empty()) munmap(mapped_.data(), mapped_.size());
  mapped_ = {};
}

std::uint64_t OutputFile::size() const {
  struct stat about {};
  if (fstat(descriptor_, &about) != 0) fail("inspect");
  return static_cast<std::uint64_t>(about.st_size);
}

std::string OutputFile::read_start(std::size_t bytes) const {
  std::string start(bytes, '\0');
  const ssize_t read = pread(descriptor_, start.data(), bytes, 0);
  if (read < 0) fail("read");
  start.resize(static_cast<std::size_t>(read));
  return start;
}

void OutputFile::sync() {
  if (!stream_ && fdatasync(descriptor_) != 0) fail("flush to disk");
}

void OutputFile::commit() {
  unmap();
  if (!stream_ && temporary_.empty()) {
    // A nameless file can be linked to a free name only, so it takes a hidden one and is then renamed over the target.
    temporary_ = hidden_name(path_);
    unlink(temporary_.c_str());
    const std::string self = fmt::format("/proc/self/fd/{}", descriptor_);
    if (linkat(AT_FDCWD, self.c_str(), AT_FDCWD, temporary_.c_str(), AT_SYMLINK_FOLLOW) != 0) {
      temporary_.clear();
      fail("name the file");
    }
  }
  if (mode_ != 0 && !stream_) fchmod(descriptor_, mode_);  // the rights of the file that it replaces; the content matters more
  if (close(std::exchange(descriptor_, -1)) != 0) fail("close");  // network file systems tell of a full disk only here
  if (!stream_ && rename(temporary_.c_str(), path_.c_str()) != 0) fail("put the file in place");
  committed_ = true;
}

void write_whole(const std::string& path, std::string_view content) {
  OutputFile file(path);
  file.write(bytes_of(content));
  file.commit();
}

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw ResourceError(fmt::format("{}: cannot create the folder: {}", folder, error.message()));
}

}  // namespace wreath
