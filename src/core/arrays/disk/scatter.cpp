// SPDX-License-Identifier: MIT
//
// z[x[i]] = i and z[x[i]] = y[i] on disk: Algorithms 5 and 6 of Slavici, Dong, Kunkle and Cooperman (ISSAC 2010).
//
//   throw     x (and y) are read once; for each point its offset in the block of z goes to the block's bucket, with i or y[i]
//   scatter   bucket by bucket into the block of z, which is then written
//
// Within a bucket the order does not matter (runs.hpp). A block is filled by one thread, which marks off the points that are hit:
// x is a permutation if and only if every point of every block is hit, and none twice. So no pass of its own checks that.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/data/bitset.hpp"
#include "core/io/bucket_file.hpp"
#include "core/parallel/loops.hpp"
#include "core/arrays/disk/move.hpp"
#include "core/arrays/disk/ordered.hpp"
#include "core/arrays/disk/runs.hpp"
#include "core/arrays/widths.hpp"

namespace wreath::arrays {

// Whole buckets, one after the other to the next free thread, their chunks read before they are asked for.

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

namespace {

template <class Point>
Outcome throw_distances(const FileArray& x, std::uint64_t target, const DiskJob& job, BucketFile& d, BucketRuns& buckets) {
  std::vector<std::unique_ptr<IndexRuns>> runs;
  for (unsigned thread = 0; thread < job.plan.threads; ++thread)
    runs.push_back(std::make_unique<IndexRuns>(buckets, d.buckets(), job.plan.block_bits));
  return throw_slices<Point>(
      x, target, job, buckets, runs, [] {},
      [](IndexRuns& own, std::span<const Point> tile, std::size_t begin, std::uint64_t first) {
        own.put_all(tile, first + begin);
      });
}

template <class Point, class Value>
Outcome throw_values(const FileArray& x, const FileArray& y, std::uint64_t target, const DiskJob& job, BucketFile& d,
                     BucketRuns& buckets) {
  auto runs = make_records<Value>(buckets, d.buckets(), job.plan.threads);
  SliceReader slices(job.io, y.whole(), job.plan.slice_points * sizeof(Value), job.plan.ahead);
  std::span<const Value> values;
  return throw_slices<Point>(
      x, target, job, buckets, runs, [&] { values = as_points<Value>(slices.next()); },
      [&](RecordRuns<Value>& own, std::span<const Point> tile, std::size_t begin, std::uint64_t) {
        const Value* of_tile = values.data() + begin;
        own.put_all(tile, job.plan.block_bits, [of_tile](std::size_t k) { return of_tile[k]; });
      });
}

/// The blocks of z on their way to the disk.
class BlockWriter {
 public:
  BlockWriter(const DiskJob& job, const Target& z, std::uint64_t points, unsigned value_bytes)
      : job_(job),
        z_(z),
        points_(points),
        value_bytes_(value_bytes),
        pool_(job.plan.threads + 1, job.plan.block() * value_bytes) {}

  std::uint64_t points(std::size_t block) const {
    const std::uint64_t first = block * job_.plan.block();
    return first >= points_ ? 0 : std::min(job_.plan.block(), points_ - first);
  }
  std::byte* take() { return pool_.take(); }
  void give(std::byte* memory) { pool_.give(memory); }
  void write(std::size_t block, std::byte* memory) {
    const std::uint64_t bytes = points(block) * value_bytes_;
    const std::uint64_t offset = z_.begin + block * job_.plan.block() * value_bytes_;
    job_.io.write(z_.file, offset, {memory, z_.file.is_direct() ? disk_ceiling(bytes) : bytes}, writes_,
                  [this, memory] { pool_.give(memory); });
  }
  void check() { writes_.check(); }
  void finish() {
    writes_.wait();
    z_.file.truncate(z_.begin + points_ * value_bytes_);
  }

 private:
  const DiskJob& job_;
  const Target& z_;
  std::uint64_t points_;
  unsigned value_bytes_;
  BufferPool pool_;
  Transfers writes_;
};

/// Fills blocks of z from the runs of their buckets.
///
/// Every point of a block must be hit once. To mark off each as it is hit takes as long as to place it; so a block is first
/// filled with a value that hardly ever is one of z's, all bits set. Where as many values come as there are points and that one
/// is nowhere left, each point was hit once. Where it is left, it may be a value after all: then a second pass marks them off.
template <class Value, class ReadRun>
class BlockFiller {
 public:
  BlockFiller(const BucketFile& d, const ReadRun& read_run) : d_(d), read_run_(read_run) {}

  /// False where a point was missed or hit twice.
  bool fill(const BucketQueue::Item& item, Value* block, std::uint64_t count) const {
    std::memset(static_cast<void*>(block), 0xFF, count * sizeof(Value));
    std::uint64_t placed = 0;
    for_each_run(item, [&](const std::byte* run) {
      placed += read_run_(
          run, [block](std::uint32_t offset) { __builtin_prefetch(block + offset, 1); },
          [block](std::uint32_t offset, auto value) { block[offset] = static_cast<Value>(value); });
    });
    if (placed != count) return false;
    return !holds_unset({block, count}) || hits_all(item, count);
  }

 private:
  static bool holds_unset(std::span<const Value> block) {
    const auto unset = static_cast<Number<Value>>(largest_of_width(sizeof(Value)));
    unsigned found = 0;
    for (const Number<Value> value : block) found |= value == unset ? 1 : 0;
    return found != 0;
  }
  bool hits_all(const BucketQueue::Item& item, std::uint64_t count) const {
    Bitset hit(count);
    std::uint64_t hits = 0;
    for_each_run(item, [&](const std::byte* run) {
      read_run_(
          run, [](std::uint32_t) {}, [&](std::uint32_t offset, auto) { hits += hit.claim<false>(offset) ? 1 : 0; });
    });
    return hits == count;
  }
  template <class Use>
  void for_each_run(const BucketQueue::Item& item, const Use& use) const {
    for (std::size_t chunk = 0; chunk < item.memory.size(); ++chunk) {
      const std::byte* end = item.memory[chunk] + d_.chain(item.bucket)[chunk].bytes;
      for (const std::byte* run = item.memory[chunk]; run < end; run += kRunBytes) use(run);
    }
  }

  const BucketFile& d_;
  const ReadRun& read_run_;
};

/// A bucket of a permutation's chunks never takes more: two words for each point, and an unfilled run of each thread.
std::size_t most_chunks(const DiskPlan& plan, unsigned word_bytes) {
  const std::uint64_t words = plan.block() * (word_bytes == 4 ? 2 : 1);
  const std::uint64_t run_words = (kRunBytes - sizeof(RunHeader)) / word_bytes - 1;
  const std::uint64_t bytes = (words / run_words + 1 + plan.threads) * kRunBytes;
  return bytes / (plan.chunk_words * 4) + 2;
}

/// Chunks in memory: as many as one bucket may have at most, and as many as a few have in general.
std::size_t scatter_chunks(const DiskPlan& plan, unsigned word_bytes) {
  const std::uint64_t usual = plan.block() * word_bytes / (plan.chunk_words * 4) * 17 / 16 + 2;
  return std::max<std::size_t>(most_chunks(plan, word_bytes), usual * (plan.threads + 1));
}

template <class Value, class ReadRun>
Outcome scatter_runs(const BucketFile& d, std::uint64_t points, unsigned word_bytes, const DiskJob& job, const Target& z,
                     const ReadRun& read_run) {
  for (std::size_t bucket = 0; bucket < d.buckets(); ++bucket) {
    if (d.chain(bucket).size() > most_chunks(job.plan, word_bytes)) return Outcome::bad_point;
  }
  BucketQueue queue(d, scatter_chunks(job.plan, word_bytes));
  BlockWriter blocks(job, z, points, sizeof(Value));
  std::atomic<bool> broken = false;
  std::atomic<std::uint64_t> done = 0;
  const BlockFiller<Value, ReadRun> filler(d, read_run);
  const auto fill_block = [&](const BucketQueue::Item& item) {
    const std::uint64_t count = blocks.points(item.bucket);
    if (count == 0 || broken) return;
    std::byte* memory = blocks.take();
    if (!filler.fill(item, reinterpret_cast<Value*>(memory), count)) {  // what was sent twice is missing elsewhere
      broken = true;
      blocks.give(memory);
      return;
    }
    blocks.write(item.bucket, memory);
    blocks.check();
    done += count;
  };
  const bool stopped = for_each_bucket(
      queue, job.plan.threads,
      [&] {
        job.run.report({"scatter", done, points, "points"});
        return broken || job.run.should_stop();
      },
      fill_block);
  blocks.finish();
  if (broken) return Outcome::bad_point;
  return stopped && done != points ? Outcome::stopped : Outcome::done;
}

}  // namespace

Outcome throw_into_buckets(const FileArray& x, const FileArray* y, std::uint64_t target, const DiskJob& job, BucketFile& d) {
  const auto timer = job.run.phase("bucketize");
  BufferPool pool(throw_chunks(d.buckets()), d.chunk_bytes());
  const WriteGuard guard(d);
  BucketRuns buckets(d, pool);
  return with_disk_point(x.width(), [&]<class Point>(Point) {
    if (y == nullptr) return throw_distances<Point>(x, target, job, d, buckets);
    return with_disk_value(y->width(),
                           [&]<class Value>(Value) { return throw_values<Point, Value>(x, *y, target, job, d, buckets); });
  });
}

Outcome scatter_buckets(const BucketFile& d, Sent sent, std::uint64_t points, unsigned value_bytes, const DiskJob& job,
                        const Target& z) {
  const auto timer = job.run.phase("scatter");
  return with_disk_value(value_bytes, [&]<class Value>(Value) {
    if (sent == Sent::distances) {
      return scatter_runs<Value>(d, points, 4, job, z, [&](const std::byte* run, const auto&, const auto& place) {
        return IndexRuns::read(run, job.plan.block_bits, place);  // to touch gains nothing here: less passes through the caches
      });
    }
    const auto read_run = [](const std::byte* run, const auto& touch, const auto& place) {
      return RecordRuns<Value>::read(run, touch, place);
    };
    return scatter_runs<Value>(d, points, RecordRuns<Value>::kRecordBytes, job, z, read_run);
  });
}

std::uint64_t throw_memory(const Shape& shape, const DiskPlan& plan) {
  const std::size_t buckets = plan.buckets(shape.target);
  return SliceReader::memory_for(plan.slice_points * shape.point_bytes, plan.ahead) +
         SliceReader::memory_for(plan.slice_points * shape.value_bytes, plan.ahead) +
         throw_chunks(buckets) * plan.chunk_words * 4 + buckets * plan.threads * (kRunBytes + 32) + kUncounted;
}

std::uint64_t scatter_memory(unsigned value_bytes, const DiskPlan& plan) {
  return scatter_chunks(plan, plan.word_bytes) * plan.chunk_words * 4 + (plan.threads + 1) * plan.block() * value_bytes +
         plan.threads * Bitset::bytes_for(plan.block()) + kUncounted;
}

}  // namespace wreath::arrays
