// SPDX-License-Identifier: MIT
//
// The middle phase of Algorithms 2 and 3: the chunks of all buckets, each with its block of y.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <span>

#include "core/io/bucket_file.hpp"
#include "core/parallel/loops.hpp"
#include "core/arrays/disk/move.hpp"

namespace wreath::arrays {

/// Chunks under way.
inline std::size_t permute_chunks(const DiskPlan& plan) {
  return 16 + std::size_t{8} * plan.threads;
}

/// Hands out the chunks of all buckets in order, each with its block of y. Chunks are read some time before, and blocks of y as
/// soon as the block that was in their place is done with. Threads take chunks as they come and never wait for one another,
/// only for the disk.
class PermuteQueue {
 public:
  struct Item {
    std::size_t bucket = 0;
    std::size_t chunk = 0;
    std::byte* memory = nullptr;
    std::unique_ptr<Transfers> transfers;
  };

  PermuteQueue(const FileArray& y, const BucketFile& d, BufferPool& pool, const DiskJob& job)
      : y_(y), d_(d), pool_(pool), job_(job), block_bytes_(ReadBuffer::memory_for(job.plan.block() * y.width())) {
    memory_ = HugeArray<std::byte>(kBlocks * block_bytes_);
    for (std::size_t block = 0; block < kBlocks; ++block) load(block);
    for (std::size_t item = 0; item < permute_chunks(job.plan) / 2; ++item) request();
  }

  /// use(thread, item, block) for all chunks on all threads; `use` gives the chunk's memory back. False where the run was asked
  /// to stop.
  template <class Use>
  bool work(const DiskJob& job, const Use& use) {
    std::atomic<bool> stopped = false;
    on_threads(job.plan.threads, [&](unsigned thread, unsigned) {
      try {
        while (const auto item = next()) {
          const auto values = block(item->bucket);
          if (values.empty()) return;
          use(thread, *item, values);
          release(item->bucket);
          if (thread != 0) continue;
          job.run.report({"permute", taken(), d_.chunks(), "chunks"});
          if (!job.run.should_stop()) continue;
          stopped = true;
          end();
        }
      } catch (...) {
        end();
        throw;
      }
    });
    return !stopped;
  }

 private:
  static constexpr std::size_t kBlocks = 2;
  struct Slot {
    std::size_t block = ~std::size_t{0};
    std::size_t chunks_left = 0;
    ReadBuffer buffer;
    Transfers transfers;
  };

  /// The next chunk, read; null at the end, and where the work is to end.
  std::unique_ptr<Item> next() {
    std::unique_ptr<Item> item;
    {
      const std::lock_guard lock(mutex_);
      if (ended_ || under_way_.empty()) return nullptr;
      item = std::move(under_way_.front());
      under_way_.pop_front();
      ++taken_;
      request();
    }
    item->transfers->wait();
    return item;
  }

  /// The block of y of a chunk that was handed out and is not done; empty where the work is to end.
  std::span<const std::byte> block(std::size_t bucket) {
    Slot& slot = slots_[bucket % kBlocks];
    {
      std::unique_lock lock(mutex_);
      loaded_.wait(lock, [&] { return ended_ || slot.block == bucket; });
      if (ended_) return {};
    }
    slot.transfers.wait();
    return slot.buffer.bytes();
  }

  /// One chunk of this bucket is done.
  void release(std::size_t bucket) {
    const std::lock_guard lock(mutex_);
    Slot& slot = slots_[bucket % kBlocks];
    if (--slot.chunks_left == 0) load(bucket + kBlocks);
  }

  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    loaded_.notify_all();
  }

  std::uint64_t taken() {
    const std::lock_guard lock(mutex_);
    return taken_;
  }

  /// Loads the first block from this one on, in steps of kBlocks, that has any chunks.
  void load(std::size_t block) {
    while (block < d_.buckets() && d_.chain(block).empty()) block += kBlocks;
    if (block >= d_.buckets()) return;
    Slot& slot = slots_[block % kBlocks];
    const std::uint64_t first = block * job_.plan.block();
    const std::uint64_t count = std::min(job_.plan.block(), y_.size() - first);
    slot.buffer.read(job_.io, y_.part(first, count), memory_.data() + block % kBlocks * block_bytes_, slot.transfers);
    slot.chunks_left = d_.chain(block).size();
    slot.block = block;
    loaded_.notify_all();
  }

  void request() {
    while (bucket_ < d_.buckets() && chunk_ == d_.chain(bucket_).size()) {
      ++bucket_;
      chunk_ = 0;
    }
    if (bucket_ == d_.buckets()) return;
    auto item = std::make_unique<Item>();
    *item = {bucket_, chunk_, pool_.take(), std::make_unique<Transfers>()};
    d_.read(d_.chain(bucket_)[chunk_++], item->memory, *item->transfers);
    under_way_.push_back(std::move(item));
  }

  const FileArray& y_;
  const BucketFile& d_;
  BufferPool& pool_;
  const DiskJob& job_;
  std::size_t block_bytes_;
  HugeArray<std::byte> memory_;
  Slot slots_[kBlocks];
  std::mutex mutex_;
  std::condition_variable loaded_;
  std::size_t bucket_ = 0;  // the next chunk to be asked for
  std::size_t chunk_ = 0;
  std::deque<std::unique_ptr<Item>> under_way_;
  std::uint64_t taken_ = 0;
  bool ended_ = false;
};

}  // namespace wreath::arrays
