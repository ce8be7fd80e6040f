// SPDX-License-Identifier: MIT
//
// Arrays of numbers in files, which are read and written past the page cache.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/io/slices.hpp"
#include "wreath/run.hpp"

namespace wreath::arrays {

/// An array in a file, from byte `begin` on.
class FileArray {
 public:
  /// Values are below `most`; a signed type has half of its values.
  FileArray(DirectFile file, std::string name, std::uint64_t begin, std::uint64_t size, unsigned width, std::uint64_t most)
      : file_(std::move(file)), name_(std::move(name)), begin_(begin), size_(size), width_(width), most_(most) {}

  const DirectFile& file() const noexcept { return file_; }
  const std::string& name() const noexcept { return name_; }
  std::uint64_t size() const noexcept { return size_; }
  /// Of a value, in bytes.
  unsigned width() const noexcept { return width_; }
  /// The bytes of values first..first+count-1.
  FilePart part(std::uint64_t first, std::uint64_t count) const {
    const std::uint64_t begin = begin_ + first * width_;
    return {&file_, begin, begin + count * width_};
  }
  FilePart whole() const { return part(0, size_); }
  /// What values must be below to be indices of an array of this size.
  std::uint64_t limit(std::uint64_t target) const { return std::min(target, most_); }

 private:
  DirectFile file_;
  std::string name_;
  std::uint64_t begin_;
  std::uint64_t size_;
  unsigned width_;
  std::uint64_t most_;
};

template <class T>
std::span<const T> as_points(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}
template <class T>
std::span<T> as_points(std::span<std::byte> bytes) {
  return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}

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

}  // namespace wreath::arrays
