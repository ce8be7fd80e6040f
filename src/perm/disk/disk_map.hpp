// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/io/slices.hpp"
#include "perm/map_source.hpp"

namespace wreath::perm {

/// A map in an .npy file, read past the page cache. Throws InputError if the source is not a file.
class DiskMap {
 public:
  /// Big-endian values are copied, as they are used, to a nameless file in the first of the folders of `scratch`; where none is
  /// named, beside the source.
  explicit DiskMap(const MapSource& source, const std::vector<std::filesystem::path>& scratch = {});

  const MapSource& source() const noexcept { return source_; }
  std::uint64_t size() const { return source_.size(); }
  unsigned width() const noexcept { return source_.width(); }
  /// The bytes of values first..first+count-1.
  FilePart part(std::uint64_t first, std::uint64_t count) const {
    const std::uint64_t begin = begin_ + first * width();
    return {&file_, begin, begin + count * width()};
  }
  FilePart whole() const { return part(0, size()); }
  /// As MapSource::limit.
  std::uint64_t limit(std::uint64_t target_points) const { return source_.limit(target_points); }
  /// Throws InputError if the file has another size than when it was opened.
  void require_unchanged() const;

 private:
  const MapSource& source_;
  DirectFile file_;
  std::uint64_t begin_;
  std::uint64_t bytes_;
};

template <class T>
std::span<const T> as_points(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}
template <class T>
std::span<T> as_points(std::span<std::byte> bytes) {
  return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}

}  // namespace wreath::perm
