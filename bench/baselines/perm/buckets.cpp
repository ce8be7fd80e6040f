// SPDX-License-Identifier: MIT
#include "bench/baselines/perm/buckets.hpp"

#include "core/arrays/disk/permute_queue.hpp"
#include "core/arrays/disk/runs.hpp"
#include "core/arrays/widths.hpp"

namespace wreath::perm::disk {

using arrays::as_points;
using arrays::BucketRuns;
using arrays::kRunBytes;
using arrays::make_records;
using arrays::permute_chunks;
using arrays::PermuteQueue;
using arrays::RecordRuns;
using arrays::throw_chunks;
using arrays::throw_slices;

namespace {

template <class Point, class Index>
Outcome throw_index_records(const DiskMap& x, std::uint64_t target, const Job& job, BucketFile& d, BucketRuns& buckets) {
  auto runs = make_records<Index>(buckets, d.buckets(), job.plan.threads);
  return throw_slices<Point>(
      x, target, job, buckets, runs, [] {},
      [&](RecordRuns<Index>& own, std::span<const Point> tile, std::size_t begin, std::uint64_t first) {
        own.put_all(tile, job.plan.block_bits, [&](std::size_t k) { return static_cast<Index>(first + begin + k); });
      });
}

/// Gives each record (offset in the block of y, i) of d its value, and sends it to the bucket of i's block.
template <class Point, class Value>
Outcome forward_records(PermuteQueue& queue, const BucketFile& d, BufferPool& pool, const Job& job, std::size_t count,
                        BucketRuns& buckets) {
  const auto runs = make_records<Value>(buckets, count, job.plan.threads);
  const bool whole =
      queue.work(job, [&](unsigned thread, const PermuteQueue::Item& item, std::span<const std::byte> block_bytes) {
        const auto* block = as_points<Value>(block_bytes).data();
        RecordRuns<Value>& own = *runs[thread];
        const std::byte* end = item.memory + d.chain(item.bucket)[item.chunk].bytes;
        for (const std::byte* run = item.memory; run < end; run += kRunBytes) {
          RecordRuns<Point>::read(
              run, [&](std::uint32_t offset) { __builtin_prefetch(block + offset); },
              [&](std::uint32_t offset, Number<Point> index) {
                own.put_all(std::span<const Number<Point>>(&index, 1), job.plan.block_bits,
                            [&](std::size_t) { return block[offset]; });
              });
        }
        pool.give(item.memory);
        buckets.check();
      });
  if (!whole) return Outcome::stopped;
  for (const auto& own : runs) own->finish();
  buckets.finish();
  return Outcome::done;
}

}  // namespace

Outcome throw_indices(const DiskMap& x, std::uint64_t target, unsigned index_bytes, const Job& job, BucketFile& d) {
  const auto timer = job.run.phase("bucketize");
  BufferPool pool(throw_chunks(d.buckets()), d.chunk_bytes());
  const WriteGuard guard(d);
  BucketRuns buckets(d, pool);
  return with_disk_point(x.width(), [&]<class Point>(Point) {
    return with_disk_point(index_bytes,
                           [&]<class Index>(Index) { return throw_index_records<Point, Index>(x, target, job, d, buckets); });
  });
}

Outcome forward_values(const DiskMap& y, const BucketFile& d, unsigned index_bytes, const Job& job, BucketFile& to) {
  const auto timer = job.run.phase("permute");
  BufferPool pool(permute_chunks(job.plan), d.chunk_bytes());
  BufferPool forward_pool(throw_chunks(to.buckets()), to.chunk_bytes());
  const WriteGuard guard(to);
  BucketRuns buckets(to, forward_pool);
  PermuteQueue queue(y, d, pool, job);
  return with_disk_point(index_bytes, [&]<class Point>(Point) {
    return with_disk_value(
        y.width(), [&]<class Value>(Value) { return forward_records<Point, Value>(queue, d, pool, job, to.buckets(), buckets); });
  });
}

std::uint64_t forward_memory(const Task& task, const DiskPlan& plan) {
  const std::size_t buckets = plan.buckets(std::max(task.source, task.target));
  return arrays::kUncounted + 2 * ReadBuffer::memory_for(plan.block() * task.value_bytes) +
         (permute_chunks(plan) + throw_chunks(buckets)) * plan.chunk_words * 4 + buckets * plan.threads * (kRunBytes + 32);
}

}  // namespace wreath::perm::disk
