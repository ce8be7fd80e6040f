// SPDX-License-Identifier: MIT
//
// Files of many gigabytes, moved past the page cache.
//
// Data that is read or written once gains nothing from the kernel's cache: it costs a copy and drives out what others keep there.
// With O_DIRECT the disk moves whole blocks straight from and to our buffers. Offsets, lengths and addresses must then be
// multiples of kDiskBlock; a read may ask for more than the file holds, and a write may reach past its end, which `truncate` cuts
// off. Where a file system has no O_DIRECT the same calls go through the cache.
//
// Every failure names the file and the offset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace wreath {

inline constexpr std::size_t kDiskBlock = 4096;

constexpr std::uint64_t disk_floor(std::uint64_t bytes) {
  return bytes / kDiskBlock * kDiskBlock;
}
constexpr std::uint64_t disk_ceiling(std::uint64_t bytes) {
  return disk_floor(bytes + kDiskBlock - 1);
}

class DirectFile {
 public:
  enum class Named { fresh, existing, either };

  /// Throws InputError if it cannot be opened.
  static DirectFile for_reading(const std::string& path);
  /// A file without a name in a folder: it is gone with the object, and with the process however that ends. Throws ResourceError.
  /// `what` it holds is part of errors. `aligned`: as for again().
  static DirectFile nameless(const std::string& folder, const std::string& what = {}, bool aligned = true);
  /// A file that stays. Throws ResourceError if it is there already (fresh), or is not (existing).
  static DirectFile named(const std::string& path, Named kind);
  /// The file behind a descriptor, opened once more. `aligned`: whether all offsets will be multiples of kDiskBlock; otherwise
  /// it goes through the cache.
  static DirectFile again(int descriptor, const std::string& name, bool aligned);

  ~DirectFile();
  DirectFile(DirectFile&& other) noexcept;
  DirectFile& operator=(DirectFile&& other) noexcept;

  /// Whether lengths must be multiples of kDiskBlock.
  bool is_direct() const noexcept { return direct_; }
  const std::string& name() const noexcept { return name_; }
  std::uint64_t size() const;

  /// Reserves the space for `bytes` bytes now. Throws ResourceError if there is not enough.
  void reserve(std::uint64_t bytes) const;
  /// Reads at least `needed` bytes, and up to the whole of `into` if the file is long enough.
  void read_at(std::uint64_t offset, std::span<std::byte> into, std::size_t needed) const;
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes) const;
  void truncate(std::uint64_t bytes) const;
  void sync() const;

 private:
  DirectFile(int descriptor, std::string name, bool direct);
  [[noreturn]] void fail(const char* doing, std::uint64_t offset, int error) const;

  int descriptor_ = -1;
  std::string name_;
  bool direct_ = false;
};

}  // namespace wreath
