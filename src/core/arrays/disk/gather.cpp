// SPDX-License-Identifier: MIT
//
// z[i] = y[x[i]] on disk by implicit indices: Algorithm 3 of Slavici, Dong, Kunkle and Cooperman (ISSAC 2010).
//
//   bucketize   x is read once; each point goes to the bucket of its block of y, as its offset in that block
//   permute     bucket by bucket, with the block of y in memory, each offset becomes the value of y there
//   combine     x is read once more; z[i] is the next value of x[i]'s bucket
//
// No index is ever stored: the order of a bucket is the order of x, in which it is filled and emptied (ordered.hpp). Everything
// on disk is read and written in pieces of a chunk or more, ahead of and behind the computation: per 4-byte point 5 reads and 3
// writes of 4 bytes. An offset takes four bytes whatever the width of points, so wider points cost less than 8 passes of theirs.
// x may be any map into y; buckets take any skew.
#include "core/arrays/disk/move.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>

#include "core/parallel/loops.hpp"
#include "core/arrays/disk/ordered.hpp"
#include "core/arrays/disk/permute_queue.hpp"
#include "core/arrays/widths.hpp"

namespace wreath::arrays {

namespace {

using DiskOffset = OrderedWriter::Word;

template <class Point>
Outcome bucketize_points(const FileArray& x, std::uint64_t target, const DiskJob& job, BucketFile& d) {
  const DiskPlan& plan = job.plan;
  SliceReader slices(job.io, x.whole(), plan.slice_points * sizeof(Point), plan.ahead);
  BufferPool pool(open_chunks(plan, d.buckets()), plan.chunk_words * sizeof(DiskOffset));
  const WriteGuard guard(d);
  OrderedWriter writer(d, pool, plan.chunk_words);
  SliceCounts counts(d.buckets(), plan.threads);
  const std::uint64_t limit = x.limit(target);
  for (std::uint64_t done = 0; slices.has_next();) {
    if (job.run.should_stop()) return Outcome::stopped;
    const auto points = as_points<Point>(slices.next());
    if (counts.count(points, plan.block_bits, limit) != points.size()) return Outcome::bad_point;
    writer.put(points, plan.block_bits, counts);
    done += points.size();
    job.run.report({"bucketize", done, x.size(), "points"});
  }
  writer.finish();
  return Outcome::done;
}

/// to[k] = y[offsets[k]]; `to` may be the memory of the offsets themselves.
template <class Value>
void gather_chunk(const std::byte* offsets, std::size_t count, const Value* y, std::byte* to) {
  const auto* from = reinterpret_cast<const DiskOffset*>(offsets);
  auto* values = reinterpret_cast<Value*>(to);
  for (std::size_t k = 0; k < count; ++k) values[k] = y[from[k]];
}

template <class Value>
Outcome permute_values(const FileArray& y, const DiskJob& job, const BucketFile& d, BucketFile& values) {
  const bool in_place = &d == &values;
  const DiskPlan& plan = job.plan;
  BufferPool pool(permute_chunks(plan), plan.chunk_words * sizeof(DiskOffset));
  BufferPool result_pool(in_place ? 0 : permute_chunks(plan), plan.chunk_words * sizeof(Value));
  const WriteGuard guard(values);
  PermuteQueue queue(y, d, pool, job);
  const bool whole = queue.work(job, [&](unsigned, const PermuteQueue::Item& item, std::span<const std::byte> block_bytes) {
    const auto* block = as_points<Value>(block_bytes).data();
    const std::size_t count = d.chain(item.bucket)[item.chunk].bytes / sizeof(DiskOffset);
    std::byte* to = in_place ? item.memory : result_pool.take();
    gather_chunk(item.memory, count, block, to);
    values.rewrite(item.bucket, item.chunk, to, count * sizeof(Value), in_place ? pool : result_pool);
    if (!in_place) pool.give(item.memory);
    values.check();
  });
  values.wait();
  return whole ? Outcome::done : Outcome::stopped;
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
Outcome combine_values(const FileArray& x, std::uint64_t limit, const DiskJob& job, const BucketFile& values, const Target& z) {
  const DiskPlan& plan = job.plan;
  SliceReader slices(job.io, x.whole(), plan.slice_points * sizeof(Point), plan.ahead, plan.ahead + 1);
  SliceWriter writer(job.io, z.file, z.begin, plan.slice_points * sizeof(Value), plan.ahead);
  BufferPool pool(open_chunks(plan, values.buckets()), plan.chunk_words * sizeof(Value));
  OrderedReader<Value> reader(values, pool, plan.chunk_words, x.name());
  std::deque<std::unique_ptr<Coming<Point>>> coming;
  std::uint64_t done = 0;
  while (slices.has_next() || !coming.empty()) {
    if (job.run.should_stop()) return Outcome::stopped;
    while (slices.has_next() && coming.size() <= plan.ahead) {
      auto slice = std::make_unique<Coming<Point>>(as_points<Point>(slices.next()), values.buckets(), plan.threads);
      if (slice->counts.count(slice->x, plan.block_bits, limit) != slice->x.size()) {
        throw InputError(x.name() + ": the file changed while it was being read");
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
  return Outcome::done;
}

}  // namespace

Outcome bucketize(const FileArray& x, std::uint64_t target, const DiskJob& job, BucketFile& d) {
  const auto timer = job.run.phase("bucketize");
  return with_disk_point(x.width(), [&]<class Point>(Point) { return bucketize_points<Point>(x, target, job, d); });
}

Outcome permute_buckets(const FileArray& y, const DiskJob& job, const BucketFile& d, BucketFile& values) {
  const auto timer = job.run.phase("permute");
  return with_disk_value(y.width(), [&]<class Value>(Value) { return permute_values<Value>(y, job, d, values); });
}

Outcome combine_buckets(const FileArray& x, std::uint64_t target, unsigned value_bytes, const DiskJob& job,
                        const BucketFile& values, const Target& z) {
  const auto timer = job.run.phase("combine");
  const std::uint64_t limit = x.limit(target);
  return with_disk_point(x.width(), [&]<class Point>(Point) {
    return with_disk_value(value_bytes,
                           [&]<class Value>(Value) { return combine_values<Point, Value>(x, limit, job, values, z); });
  });
}

std::uint64_t gather_memory(const Shape& shape, const DiskPlan& plan) {
  const std::uint64_t slices = SliceReader::memory_for(plan.slice_points * shape.point_bytes, plan.ahead, plan.ahead + 1) +
                               SliceWriter::memory_for(plan.slice_points * shape.value_bytes, plan.ahead);
  const std::uint64_t widest = std::max(shape.value_bytes, plan.word_bytes);
  const std::uint64_t streaming = slices + open_chunks(plan, plan.buckets(shape.target)) * plan.chunk_words * widest;
  const std::uint64_t permuting = 2 * ReadBuffer::memory_for(plan.block() * shape.value_bytes) +
                                  permute_chunks(plan) * plan.chunk_words * (plan.word_bytes + shape.value_bytes);
  return kUncounted + std::max(streaming, permuting) + plan.buckets(shape.target) * plan.threads * (plan.ahead + 3) * 32;
}

}  // namespace wreath::arrays
