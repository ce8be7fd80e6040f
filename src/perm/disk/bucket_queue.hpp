// SPDX-License-Identifier: MIT
//
// Whole buckets, one after the other to the next free thread, their chunks read before they are asked for.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/io/bucket_file.hpp"

namespace wreath::perm::disk {

class BucketQueue {
 public:
  struct Item {
    std::size_t bucket = 0;
    std::vector<std::byte*> memory;  // of its chunks
    Transfers transfers;
  };

  /// There is memory for `chunks` chunks, at least as many as any bucket has.
  BucketQueue(const BucketFile& file, std::size_t chunks) : file_(file), pool_(chunks, file.chunk_bytes()), free_(chunks) {}

  /// The next bucket, read; null at the end, and where the work is to end.
  std::unique_ptr<Item> next() {
    std::unique_ptr<Item> item;
    {
      std::unique_lock lock(mutex_);
      while (true) {
        request();
        if (ended_ || (under_way_.empty() && bucket_ == file_.buckets())) return nullptr;
        if (!under_way_.empty()) break;
        given_.wait(lock);
      }
      item = std::move(under_way_.front());
      under_way_.pop_front();
    }
    item->transfers.wait();
    return item;
  }

  void give(const Item& item) {
    const std::lock_guard lock(mutex_);
    for (std::byte* memory : item.memory) pool_.give(memory);
    free_ += item.memory.size();
    request();
    given_.notify_all();
  }

  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    given_.notify_all();
  }

 private:
  void request() {
    while (bucket_ < file_.buckets() && file_.chain(bucket_).size() <= free_) {
      auto item = std::make_unique<Item>();
      item->bucket = bucket_;
      for (const BucketFile::Chunk& chunk : file_.chain(bucket_)) {
        item->memory.push_back(pool_.take());
        file_.read(chunk, item->memory.back(), item->transfers);
      }
      free_ -= item->memory.size();
      ++bucket_;
      under_way_.push_back(std::move(item));
    }
  }

  const BucketFile& file_;
  BufferPool pool_;
  std::mutex mutex_;
  std::condition_variable given_;
  std::size_t free_;
  std::size_t bucket_ = 0;  // the next to be asked for
  std::deque<std::unique_ptr<Item>> under_way_;
  bool ended_ = false;
};

/// work(item) for all buckets on `threads` threads; `stop()` is asked between buckets. Returns whether it asked to stop.
template <class Work, class Stop>
bool for_each_bucket(BucketQueue& queue, unsigned threads, const Stop& stop, const Work& work) {
  bool stopped = false;
  on_threads(threads, [&](unsigned thread, unsigned) {
    try {
      while (const auto item = queue.next()) {
        work(*item);
        queue.give(*item);
        if (thread == 0 && stop()) {
          stopped = true;
          queue.end();
        }
      }
    } catch (...) {
      queue.end();
      throw;
    }
  });
  return stopped;
}

}  // namespace wreath::perm::disk
