// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/io/slices.hpp"
#include "perm/files/map_source.hpp"
#include "wreath/run.hpp"

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

namespace wreath::perm::disk {

/// A new .npy file, which is written past the page cache and gets its name when it is whole.
class NewArray {
 public:
  NewArray(const std::string& output, char kind, unsigned width, std::uint64_t points) : file_(output) {
    const std::uint64_t shape[] = {points};
    const std::string header = make_npy_header(kind, width, shape);
    begin_ = header.size();
    file_.reserve(begin_ + disk_ceiling(points * width));
    file_.write_at(0, bytes_of(header));
    direct_.emplace(file_.direct(begin_ % kDiskBlock == 0));
  }
  const DirectFile& file() const { return *direct_; }
  /// Where the values start.
  std::uint64_t begin() const { return begin_; }
  void commit() {
    direct_.reset();
    file_.commit();
  }

 private:
  OutputFile file_;
  std::optional<DirectFile> direct_;
  std::uint64_t begin_ = 0;
};

/// Writes an .npy file from front to back: fill(first, to) puts the values first, first+1, ... False where the run was asked to
/// stop; there is then no file.
template <class Value, class Fill>
bool stream_array(const std::string& output, char kind, std::uint64_t points, const char* phase, RunControl& run,
                  const Fill& fill) {
  constexpr std::size_t kSlice = std::size_t{1} << 18;  // a multiple of kDiskBlock
  constexpr unsigned kBehind = 4;
  const auto timer = run.phase(phase);
  NewArray array(output, kind, sizeof(Value), points);
  {
    AsyncIo io(kBehind);
    SliceWriter writer(io, array.file(), array.begin(), kSlice * sizeof(Value), kBehind);
    for (std::uint64_t first = 0; first < points; first += kSlice) {
      if (run.should_stop()) return false;
      const std::size_t count = std::min<std::uint64_t>(kSlice, points - first);
      fill(first, as_points<Value>(writer.buffer()).first(count));
      writer.write(count * sizeof(Value));
      run.report({phase, first + count, points, "points"});
    }
    writer.finish();
  }
  array.commit();
  return true;
}

}  // namespace wreath::perm::disk
