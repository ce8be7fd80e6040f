// SPDX-License-Identifier: MIT
//
// Files of records of one size, read and written in order through small buffers.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/io/scratch_file.hpp"

namespace wreath::semigroup {

/// Gathers records and appends them to a file, a buffer at a time. What is left is written by flush().
class RecordWriter {
 public:
  RecordWriter(ScratchFile& file, std::size_t buffer_bytes) : file_(&file), buffer_bytes_(buffer_bytes) {}

  void put(std::span<const std::byte> record) {
    if (buffer_.size() + record.size() > buffer_bytes_) flush();
    if (buffer_.capacity() == 0) buffer_.reserve(std::max(buffer_bytes_, record.size()));
    buffer_.insert(buffer_.end(), record.begin(), record.end());
  }
  void flush() {
    file_->append(buffer_);
    buffer_.clear();
  }

 private:
  ScratchFile* file_;
  std::size_t buffer_bytes_;
  std::vector<std::byte> buffer_;
};

/// Reads records in ascending order, all of them or a few. The window grows where the next record follows closely, and shrinks
/// where records are skipped.
class RecordReader {
 public:
  RecordReader(const ScratchFile& file, std::size_t record_bytes, std::uint64_t end, std::size_t buffer_bytes)
      : file_(&file),
        record_(record_bytes),
        end_(end),
        most_(std::max<std::size_t>(1, buffer_bytes / record_bytes)),
        width_(std::min(most_, std::max<std::size_t>(1, kLeastBytes / record_bytes))) {}

  /// Record k, until the next call.
  const std::byte* operator[](std::uint64_t k) {
    if (k < begin_ || k >= begin_ + held_) load(k);
    return buffer_.data() + (k - begin_) * record_;
  }

 private:
  static constexpr std::size_t kLeastBytes = 4096;

  void load(std::uint64_t k) {
    const std::size_t least = std::min(most_, std::max<std::size_t>(1, kLeastBytes / record_));
    width_ = k < begin_ + held_ + width_ ? std::min(most_, 2 * width_) : least;
    begin_ = k;
    held_ = static_cast<std::size_t>(std::min<std::uint64_t>(width_, end_ - k));
    if (buffer_.size() < held_ * record_) buffer_.resize(held_ * record_);
    file_->read_at(begin_ * record_, {buffer_.data(), held_ * record_});
  }

  const ScratchFile* file_;
  std::size_t record_;
  std::uint64_t end_;
  std::size_t most_;
  std::size_t width_;
  std::vector<std::byte> buffer_;
  std::uint64_t begin_ = 0;
  std::size_t held_ = 0;
};

}  // namespace wreath::semigroup
