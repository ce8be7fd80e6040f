// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace wreath {

/// A file mapped for reading. Throws InputError if it cannot be opened or is not a regular file.
class MappedFile {
 public:
  explicit MappedFile(std::string path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  std::span<const std::byte> bytes() const noexcept { return {data_, size_}; }
  std::string_view text() const noexcept { return {reinterpret_cast<const char*>(data_), size_}; }
  const std::string& path() const noexcept { return path_; }
  /// Nanoseconds since 1970 at which the file was last written: with its size, tells whether it is still the same.
  std::int64_t modified() const noexcept { return modified_; }

  /// Copies a part through `pread`: faster than page faults for data that is read once. Throws ResourceError, naming the
  /// offset, where the disk fails or the file was cut meanwhile.
  void read_at(std::uint64_t offset, std::span<std::byte> into) const;

 private:
  std::string path_;
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::int64_t modified_ = 0;
  int descriptor_ = -1;
};

}  // namespace wreath
