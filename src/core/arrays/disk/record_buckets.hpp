// SPDX-License-Identifier: MIT
//
// Records on their way to the block that they belong to, in buckets on disk: one thread fills them, in any order, and reads them
// back bucket by bucket.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <memory>
#include <span>

#include "core/arrays/disk/bucket_sink.hpp"

namespace wreath::arrays {

/// Records of a size known at run time.
class ByteBuckets {
 public:
  /// Memory: a chunk for each bucket, and a few under way.
  static constexpr std::size_t kSpare = 8;
  static std::uint64_t memory_for(std::size_t buckets, std::size_t chunk_bytes) { return (buckets + kSpare) * chunk_bytes; }

  /// The files must outlive it. A chunk holds one record at least.
  ByteBuckets(AsyncIo& io, std::span<const DirectFile> files, std::size_t buckets, std::size_t chunk_bytes,
              std::size_t record_bytes)
      : file_(io, files, buckets, std::max(chunk_bytes, record_bytes)),
        pool_(buckets + kSpare, file_.chunk_bytes()),
        sink_(file_, pool_, record_bytes) {}
  ~ByteBuckets() { file_.wait_quietly(); }
  ByteBuckets(const ByteBuckets&) = delete;
  ByteBuckets& operator=(const ByteBuckets&) = delete;

  /// The place for one more record, which must be filled before the next call.
  std::byte* add(std::size_t bucket) { return sink_.add(bucket); }

  /// use(bytes) for all of a bucket, to which nothing is added any more: whole records at a time. Chunks are read some time
  /// before, and the last one never leaves the memory.
  template <class Use>
  void take(std::size_t bucket, const Use& use) {
    file_.wait();
    struct Coming {
      std::byte* memory;
      std::size_t bytes;
      std::unique_ptr<Transfers> transfers;
    };
    const auto chain = file_.chain(bucket);
    std::deque<Coming> coming;
    for (std::size_t asked = 0, done = 0; done < chain.size(); ++done) {
      for (; asked < chain.size() && coming.size() < kSpare; ++asked) {
        coming.push_back({pool_.take(), chain[asked].bytes, std::make_unique<Transfers>()});
        file_.read(chain[asked], coming.back().memory, *coming.back().transfers);
      }
      coming.front().transfers->wait();
      use(std::span<const std::byte>(coming.front().memory, coming.front().bytes));
      pool_.give(coming.front().memory);
      coming.pop_front();
    }
    const BucketSink::Open last = sink_.take(bucket);
    if (last.chunk == nullptr) return;
    use(std::span<const std::byte>(last.chunk, last.used));
    pool_.give(last.chunk);
  }

 private:
  BucketFile file_;
  BufferPool pool_;
  BucketSink sink_;
};

template <class Record>
class RecordBuckets {
 public:
  RecordBuckets(AsyncIo& io, std::span<const DirectFile> files, std::size_t buckets, std::size_t chunk_bytes)
      : bytes_(io, files, buckets, chunk_bytes, sizeof(Record)) {}

  void put(std::size_t bucket, const Record& record) { std::memcpy(bytes_.add(bucket), &record, sizeof record); }
  /// use(records) for all of a bucket.
  template <class Use>
  void take(std::size_t bucket, const Use& use) {
    bytes_.take(bucket, [&](std::span<const std::byte> bytes) {
      use(std::span(reinterpret_cast<const Record*>(bytes.data()), bytes.size() / sizeof(Record)));
    });
  }

 private:
  ByteBuckets bytes_;
};

}  // namespace wreath::arrays
