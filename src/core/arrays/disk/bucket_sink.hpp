// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "core/io/bucket_file.hpp"

namespace wreath::arrays {

/// Buckets on disk that are filled `unit` bytes at a time, in any order: a chunk of each is in memory, and goes to the file when
/// it is full. Several threads may fill different buckets.
class BucketSink {
 public:
  struct Open {
    std::byte* chunk = nullptr;
    std::size_t used = 0;
  };

  /// A chunk holds one unit at least.
  BucketSink(BucketFile& file, BufferPool& pool, std::size_t unit)
      : file_(file), pool_(pool), unit_(unit), full_(file.chunk_bytes() / unit * unit), open_(file.buckets()) {}

  /// The place for one more unit, which must be filled before the next call for this bucket.
  std::byte* add(std::size_t bucket) {
    Open& open = open_[bucket];
    if (open.used == full_) send(bucket);
    if (open.chunk == nullptr) open.chunk = pool_.take();
    open.used += unit_;
    return open.chunk + open.used - unit_;
  }
  /// The chunk of a bucket that is not full, which is then the caller's.
  Open take(std::size_t bucket) { return std::exchange(open_[bucket], {}); }
  /// Throws where a write has failed.
  void check() { file_.check(); }
  /// Writes the chunks that are not full, and waits for all.
  void finish() {
    for (std::size_t bucket = 0; bucket < open_.size(); ++bucket) {
      if (open_[bucket].chunk != nullptr) send(bucket);
    }
    file_.wait();
  }

 private:
  void send(std::size_t bucket) {
    const Open full = take(bucket);
    file_.append(bucket, full.chunk, full.used, pool_);
    file_.check();
  }

  BucketFile& file_;
  BufferPool& pool_;
  std::size_t unit_;
  std::size_t full_;  // bytes of a chunk that is full
  std::vector<Open> open_;
};

}  // namespace wreath::arrays
