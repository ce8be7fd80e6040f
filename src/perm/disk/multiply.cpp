// SPDX-License-Identifier: MIT
//
// z = x*y on disk by implicit indices: Algorithm 3 of Slavici, Dong, Kunkle and Cooperman (ISSAC 2010).
//
//   bucketize   x is read once; each point goes to the bucket of its block of y, as its offset in that block
//   permute     bucket by bucket, with the block of y in memory, each offset becomes the value of y there
//   combine     x is read once more; z[i] is the next value of x[i]'s bucket
//
// No index is ever stored: the order of a bucket is the order of x, in which it is filled and emptied (ordered.hpp). Everything
// on disk is read and written in pieces of a chunk or more, ahead of and behind the computation: per 4-byte point 5 reads and 3
// writes of 4 bytes. An offset takes four bytes whatever the width of points, so wider points cost less than 8 passes of theirs.
// x may be any map into y; buckets take any skew.
#include "perm/disk/multiply.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>

#include "core/parallel/loops.hpp"
#include "perm/disk/ordered.hpp"
#include "perm/disk/point40.hpp"
#include "perm/file_tools.hpp"

namespace wreath::perm::disk {

namespace {

using Offset = OrderedWriter::Word;

std::size_t open_chunks(const Job& job, std::size_t buckets) {
  return 2 * buckets + (job.plan.ahead + 1) * (job.plan.slice_points / job.plan.chunk_words + 1);
}

template <class Point>
bool bucketize_points(const DiskMap& x, const MapSource& y, const Job& job, BucketFile& d) {
  const DiskPlan& plan = job.plan;
  SliceReader slices(job.io, x.whole(), plan.slice_points * sizeof(Point), plan.ahead);
  BufferPool pool(open_chunks(job, d.buckets()), plan.chunk_words * sizeof(Offset));
  OrderedWriter writer(d, pool, plan.chunk_words);
  SliceCounts counts(d.buckets(), plan.threads);
  const std::uint64_t limit = x.limit(y.size());
  for (std::uint64_t done = 0; slices.has_next();) {
    if (job.run.should_stop()) return false;
    const auto points = as_points<Point>(slices.next());
    const std::size_t good = counts.count(points, plan.block_bits, limit);
    if (good < points.size()) throw_bad_point(x.source(), y, done + good, points[good]);
    writer.put(points, plan.block_bits, counts);
    done += points.size();
    job.run.report({"bucketize", done, x.size(), "points"});
  }
  writer.finish();
  return true;
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

  PermuteQueue(const DiskMap& y, const BucketFile& d, BufferPool& pool, const Job& job)
      : y_(y), d_(d), pool_(pool), job_(job), block_bytes_(ReadBuffer::memory_for(job.plan.block() * y.width())) {
    memory_ = HugeArray<std::byte>(kBlocks * block_bytes_);
    for (std::size_t block = 0; block < kBlocks; ++block) load(block);
    for (std::size_t item = 0; item < permute_chunks(job.plan) / 2; ++item) request();
  }

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

 private:
  static constexpr std::size_t kBlocks = 2;
  struct Slot {
    std::size_t block = ~std::size_t{0};
    std::size_t chunks_left = 0;
    ReadBuffer buffer;
    Transfers transfers;
  };

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

  const DiskMap& y_;
  const BucketFile& d_;
  BufferPool& pool_;
  const Job& job_;
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

/// to[k] = y[offsets[k]]; `to` may be the memory of the offsets themselves.
template <class Value>
void gather_chunk(const std::byte* offsets, std::size_t count, const Value* y, std::byte* to) {
  const auto* from = reinterpret_cast<const Offset*>(offsets);
  auto* values = reinterpret_cast<Value*>(to);
  for (std::size_t k = 0; k < count; ++k) values[k] = y[from[k]];
}

template <class Value>
bool permute_values(const DiskMap& y, const Job& job, const BucketFile& d, BucketFile& values) {
  const bool in_place = &d == &values;
  const DiskPlan& plan = job.plan;
  BufferPool pool(permute_chunks(plan), plan.chunk_words * sizeof(Offset));
  BufferPool result_pool(in_place ? 0 : permute_chunks(plan), plan.chunk_words * sizeof(Value));
  PermuteQueue queue(y, d, pool, job);
  const auto permute_chunk = [&](const PermuteQueue::Item& item) {
    const auto block = as_points<Value>(queue.block(item.bucket));
    if (block.empty()) return false;
    const std::size_t count = d.chain(item.bucket)[item.chunk].bytes / sizeof(Offset);
    std::byte* to = in_place ? item.memory : result_pool.take();
    gather_chunk(item.memory, count, block.data(), to);
    queue.release(item.bucket);
    values.rewrite(item.bucket, item.chunk, to, count * sizeof(Value), in_place ? pool : result_pool);
    if (!in_place) pool.give(item.memory);
    return true;
  };
  std::atomic<bool> stopped = false;
  on_threads(plan.threads, [&](unsigned thread, unsigned) {
    try {
      while (const auto item = queue.next()) {
        if (!permute_chunk(*item)) return;
        values.check();
        if (thread != 0) continue;
        if (job.run.should_stop()) {
          stopped = true;
          queue.end();
        }
        job.run.report({"permute", queue.taken(), d.chunks(), "chunks"});
      }
    } catch (...) {
      queue.end();
      throw;
    }
  });
  values.wait();
  return !stopped;
}

/// A slice whose chunks are on their way.
template <class Point>
struct Coming {
  std::span<const Point> x;
  SliceCounts counts;
  Transfers transfers;
  Coming(std::span<const Point> points, std::size_t buckets, unsigned threads) : x(points), counts(buckets, threads) {}
};

template <class Point, class Value>
bool combine_values(const DiskMap& x, std::uint64_t limit, const Job& job, const BucketFile& values, const Target& z) {
  const DiskPlan& plan = job.plan;
  SliceReader slices(job.io, x.whole(), plan.slice_points * sizeof(Point), plan.ahead, plan.ahead + 1);
  SliceWriter writer(job.io, z.file, z.begin, plan.slice_points * sizeof(Value), plan.ahead);
  BufferPool pool(open_chunks(job, values.buckets()), plan.chunk_words * sizeof(Value));
  OrderedReader<Value> reader(values, pool, plan.chunk_words);
  std::deque<std::unique_ptr<Coming<Point>>> coming;
  std::uint64_t done = 0;
  while (slices.has_next() || !coming.empty()) {
    if (job.run.should_stop()) return false;
    while (slices.has_next() && coming.size() <= plan.ahead) {
      auto slice = std::make_unique<Coming<Point>>(as_points<Point>(slices.next()), values.buckets(), plan.threads);
      if (slice->counts.count(slice->x, plan.block_bits, limit) != slice->x.size()) {
        throw InputError(x.source().name() + ": the file changed while it was being read");
      }
      reader.ask(slice->counts, slice->transfers);
      coming.push_back(std::move(slice));
    }
    Coming<Point>& slice = *coming.front();
    slice.transfers.wait();
    const auto to = as_points<Value>(writer.buffer());
    reader.take(slice.x, plan.block_bits, slice.counts, to);
    writer.write(slice.x.size() * sizeof(Value));
    done += slice.x.size();
    coming.pop_front();
    job.run.report({"combine", done, x.size(), "points"});
  }
  writer.finish();
  return true;
}

}  // namespace

void throw_bad_point(const MapSource& x, const MapSource& y, std::uint64_t index, std::uint64_t value) {
  if (x.kind() == 'i' && value > largest_of_width(x.width()) / 2) x.throw_negative(index, value);
  throw_point_error(PointError(index, value, y.size()), x, y, 0);
}

bool bucketize(const DiskMap& x, const MapSource& y, const Job& job, BucketFile& d) {
  const auto timer = job.run.phase("bucketize");
  return with_disk_point(x.width(), [&]<class Point>(Point) { return bucketize_points<Point>(x, y, job, d); });
}

bool permute_buckets(const DiskMap& y, const Job& job, const BucketFile& d, BucketFile& values) {
  const auto timer = job.run.phase("permute");
  return with_disk_value(y.width(), [&]<class Value>(Value) { return permute_values<Value>(y, job, d, values); });
}

bool combine_buckets(const DiskMap& x, const DiskMap& y, const Job& job, const BucketFile& values, const Target& z) {
  const auto timer = job.run.phase("combine");
  const std::uint64_t limit = x.limit(y.size());
  return with_disk_point(x.width(), [&]<class Point>(Point) {
    return with_disk_value(y.width(),
                           [&]<class Value>(Value) { return combine_values<Point, Value>(x, limit, job, values, z); });
  });
}

}  // namespace wreath::perm::disk
