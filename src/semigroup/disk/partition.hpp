// SPDX-License-Identifier: MIT
//
// The elements whose fingerprints begin alike: their keys (fingerprint, number) in one file, their rows in another, in the same
// order; and the candidates of the call in progress in a third.
//
// New elements are staged behind the others as soon as they are known to be new, with their place among the candidates where
// the number will stand, because numbers are given when all partitions have been through. Until commit() they are not there.
#pragma once

#include <algorithm>
#include <vector>

#include "core/io/scratch_file.hpp"
#include "semigroup/backend.hpp"

namespace wreath::semigroup {

// --- Files of records of one size, read and written in order through small buffers.

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

/// Twelve bytes: two halves, so that no padding is written.
struct Key {
  std::uint32_t low;
  std::uint32_t high;
  Index index;

  static Key make(std::uint64_t fingerprint, Index index) {
    return {static_cast<std::uint32_t>(fingerprint), static_cast<std::uint32_t>(fingerprint >> 32), index};
  }
  std::uint64_t fingerprint() const { return std::uint64_t{high} << 32 | low; }
};
static_assert(sizeof(Key) == 12);

class Partition {
 public:
  Partition(const std::string& folder, std::size_t row_bytes)
      : row_bytes_(row_bytes), keys_(folder, "fingerprints"), rows_(folder, "elements"), bucket_(folder, "candidates") {}

  ScratchFile& bucket() { return bucket_; }
  std::uint64_t count() const { return count_; }
  RecordReader read_keys(std::size_t buffer) const { return {keys_, sizeof(Key), count_, buffer}; }
  RecordReader read_rows(std::size_t buffer) const { return {rows_, row_bytes_, count_, buffer}; }
  void read_keys(std::uint64_t at, std::span<Key> into) const { keys_.read_at(at * sizeof(Key), std::as_writable_bytes(into)); }
  void read_rows(std::uint64_t at, std::span<std::byte> into) const { rows_.read_at(at * row_bytes_, into); }

  /// visit(begin, end) for each stretch of elements with numbers first..last-1.
  template <class Visit>
  void for_each_stretch(Index first, Index last, const Visit& visit) const {
    for (const Run& run : runs_) {
      const std::uint64_t begin = lower_bound(run, first);
      const std::uint64_t end = lower_bound(run, last);
      if (begin < end) visit(begin, end);
    }
  }

  /// New elements, in ascending order of their places: row(k) is that of places[k].
  template <class Row>
  void stage(std::span<const Key> keys, const Row& row, std::size_t buffer) {
    if (keys.empty()) return;
    const std::uint64_t begin = staged_.empty() ? count_ : staged_.back().end;
    RecordWriter rows(rows_, buffer);
    for (std::size_t k = 0; k < keys.size(); ++k) rows.put(row(k));
    rows.flush();
    keys_.append(std::as_bytes(keys));
    staged_.push_back({begin, begin + keys.size(), 0, 0});
  }
  /// Gives the numbers of their places to the staged elements, which is the last that can fail.
  template <class Number>
  void renumber(const Number& number, std::size_t buffer) {
    for (Run& run : staged_) {
      std::vector<Key> keys(std::max<std::size_t>(1, buffer / sizeof(Key)));
      for (std::uint64_t at = run.begin; at < run.end; at += keys.size()) {
        keys.resize(static_cast<std::size_t>(std::min<std::uint64_t>(keys.size(), run.end - at)));
        read_keys(at, keys);
        for (Key& key : keys) key.index = number(key.index);
        if (at == run.begin) run.first = keys.front().index;
        run.last = keys.back().index;
        keys_.write_at(at * sizeof(Key), std::as_bytes(std::span(keys)));
      }
    }
    runs_.reserve(runs_.size() + staged_.size());
  }
  void commit() noexcept {
    for (const Run& run : staged_) {
      count_ = run.end;
      if (!runs_.empty() && runs_.back().last < run.first) {
        runs_.back().end = run.end;
        runs_.back().last = run.last;
      } else {
        runs_.push_back(run);
      }
    }
    staged_.clear();
  }
  /// Forgets the candidates and what was staged.
  void discard() {
    staged_.clear();
    bucket_.truncate(0);
    keys_.truncate(count_ * sizeof(Key));
    rows_.truncate(count_ * row_bytes_);
  }
  std::uint64_t memory() const { return runs_.capacity() * sizeof(Run); }

 private:
  /// A stretch of elements in ascending order: mostly there is one, of all.
  struct Run {
    std::uint64_t begin;
    std::uint64_t end;
    Index first;
    Index last;
  };

  /// The first element of a run whose number is not below `index`.
  std::uint64_t lower_bound(const Run& run, Index index) const {
    if (index <= run.first) return run.begin;
    if (index > run.last) return run.end;
    std::uint64_t low = run.begin;
    std::uint64_t high = run.end;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      Key key{};
      read_keys(middle, {&key, 1});
      if (key.index < index) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  std::size_t row_bytes_;
  ScratchFile keys_;
  ScratchFile rows_;
  ScratchFile bucket_;
  std::uint64_t count_ = 0;
  std::vector<Run> runs_;
  std::vector<Run> staged_;
};

}  // namespace wreath::semigroup
