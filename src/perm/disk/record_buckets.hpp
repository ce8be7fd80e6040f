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
#include <vector>

#include "core/io/bucket_file.hpp"

namespace wreath::perm::disk {

template <class Record>
class RecordBuckets {
 public:
  /// Memory: a chunk for each bucket, and a few under way.
  static constexpr std::size_t kSpare = 8;
  static std::uint64_t memory_for(std::size_t buckets, std::size_t chunk_bytes) { return (buckets + kSpare) * chunk_bytes; }

  /// The files must outlive it. Nothing is put into buckets from `end` on.
  RecordBuckets(AsyncIo& io, std::span<const DirectFile> files, std::size_t end, std::size_t chunk_bytes)
      : file_(io, files, end, chunk_bytes),
        pool_(end + kSpare, file_.chunk_bytes()),
        records_(file_.chunk_bytes() / sizeof(Record)),
        open_(end) {}
  ~RecordBuckets() { file_.wait_quietly(); }
  RecordBuckets(const RecordBuckets&) = delete;
  RecordBuckets& operator=(const RecordBuckets&) = delete;

  void put(std::size_t bucket, const Record& record) {
    Open& open = open_[bucket];
    if (open.chunk == nullptr) open.chunk = pool_.take();
    std::memcpy(open.chunk + open.used * sizeof(Record), &record, sizeof record);
    if (++open.used == records_) send(bucket);
  }

  /// use(records) for all of a bucket, to which nothing is added any more. Chunks are read some time before.
  template <class Use>
  void take(std::size_t bucket, const Use& use) {
    if (open_[bucket].chunk != nullptr) send(bucket);
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
      use(std::span(reinterpret_cast<const Record*>(coming.front().memory), coming.front().bytes / sizeof(Record)));
      pool_.give(coming.front().memory);
      coming.pop_front();
    }
  }

 private:
  struct Open {
    std::byte* chunk = nullptr;
    std::size_t used = 0;
  };
  void send(std::size_t bucket) {
    Open& open = open_[bucket];
    file_.append(bucket, open.chunk, open.used * sizeof(Record), pool_);
    file_.check();
    open = {};
  }

  BucketFile file_;
  BufferPool pool_;
  std::size_t records_;  // of a chunk
  std::vector<Open> open_;
};

}  // namespace wreath::perm::disk
