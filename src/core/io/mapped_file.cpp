// SPDX-License-Identifier: MIT
#include "core/io/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "wreath/run.hpp"

namespace wreath {

MappedFile::MappedFile(std::string path) : path_(std::move(path)) {
  descriptor_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) throw InputError(fmt::format("{}: cannot open: {}", path_, std::strerror(errno)));
  struct stat about {};
  const bool known = fstat(descriptor_, &about) == 0;
  if (!known || !S_ISREG(about.st_mode)) {
    close(descriptor_);
    throw InputError(
        fmt::format("{}: this is {}, not a file", path_, known && S_ISDIR(about.st_mode) ? "a folder" : "a pipe or a device"));
  }
  size_ = static_cast<std::size_t>(about.st_size);
  modified_ = static_cast<std::int64_t>(about.st_mtim.tv_sec) * 1'000'000'000 + about.st_mtim.tv_nsec;
  if (size_ == 0) return;
  void* mapped = mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor_, 0);
  if (mapped == MAP_FAILED) {
    const int error = errno;
    close(descriptor_);
    throw ResourceError(fmt::format("{}: cannot map into memory: {}", path_, std::strerror(error)));
  }
  data_ = static_cast<const std::byte*>(mapped);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(const_cast<std::byte*>(data_), size_);
  if (descriptor_ >= 0) close(descriptor_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : path_(std::move(other.path_)),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      modified_(other.modified_),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(modified_, other.modified_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void MappedFile::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  while (!into.empty()) {
    const ssize_t read = pread(descriptor_, into.data(), into.size(), static_cast<off_t>(offset));
    if (read < 0 && errno == EINTR) continue;
    if (read <= 0) {
      throw ResourceError(
          fmt::format("{}: cannot read at byte {}: {}", path_, offset,
                      read == 0 ? "the file ends there; was it truncated by another program?" : std::strerror(errno)));
    }
    offset += static_cast<std::uint64_t>(read);
    into = into.subspan(static_cast<std::size_t>(read));
  }
}

}  // namespace wreath
