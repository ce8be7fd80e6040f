// SPDX-License-Identifier: MIT
//
// A file from front to back, slice by slice: reading some slices ahead of their use, writing some behind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/data/huge_array.hpp"
#include "core/io/async_io.hpp"

namespace wreath {

/// Part of a file, in bytes.
struct FilePart {
  const DirectFile* file = nullptr;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// A piece of a file on its way into memory. The bytes wanted need not start at a block of the disk.
class ReadBuffer {
 public:
  static std::size_t memory_for(std::size_t bytes) { return disk_ceiling(bytes) + kDiskBlock; }

  /// `memory` is aligned, has room for memory_for(bytes) and outlives the transfer.
  void read(AsyncIo& io, const FilePart& part, std::byte* memory, Transfers& group);
  std::span<const std::byte> bytes() const noexcept { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

class SliceReader {
 public:
  /// Keeps `ahead` slices under way, and each valid until `held` more are taken.
  SliceReader(AsyncIo& io, const FilePart& part, std::size_t slice_bytes, unsigned ahead, unsigned held = 1);
  static std::size_t memory_for(std::size_t slice_bytes, unsigned ahead, unsigned held = 1) {
    return ReadBuffer::memory_for(slice_bytes) * (ahead + held);
  }

  bool has_next() const noexcept { return taken_ < part_.end; }
  std::span<const std::byte> next();

 private:
  struct Slot {
    ReadBuffer buffer;
    Transfers transfers;
  };
  void request();

  AsyncIo& io_;
  FilePart part_;
  std::size_t slice_bytes_;
  unsigned ahead_;
  HugeArray<std::byte> memory_;
  std::vector<std::unique_ptr<Slot>> slots_;  // before it the memory: transfers end first
  std::uint64_t requested_;
  std::uint64_t taken_;
  std::size_t next_request_ = 0;
  std::size_t next_take_ = 0;
};

/// Writes slices one after the other; all but the last are multiples of kDiskBlock where the file is direct.
class SliceWriter {
 public:
  SliceWriter(AsyncIo& io, const DirectFile& file, std::uint64_t begin, std::size_t slice_bytes, unsigned behind);
  static std::size_t memory_for(std::size_t slice_bytes, unsigned behind) { return disk_ceiling(slice_bytes) * behind; }

  /// Where the next slice is to be put.
  std::span<std::byte> buffer();
  /// Sends the first `bytes` of it off.
  void write(std::size_t bytes);
  /// Waits for all, and cuts the file to its length.
  void finish();

 private:
  AsyncIo& io_;
  const DirectFile& file_;
  std::uint64_t at_;
  std::size_t slice_bytes_;
  HugeArray<std::byte> memory_;
  std::vector<std::unique_ptr<Transfers>> slots_;
  std::size_t next_ = 0;
};

}  // namespace wreath
