// SPDX-License-Identifier: MIT
//
// Which points were seen, a bit for each.
//
// To mark the points at random in one bitset would miss the caches at every point, and threads would have to mark atomically.
// Instead the values are partitioned first, as those of a gather are (partition.hpp), and then the threads take the buckets: the
// bits of one fit a near cache, and nobody else marks there.
//
// Cost: x once in order, and a word for each point written and read in order.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/arrays/ram/partition.hpp"
#include "core/data/bitset.hpp"
#include "core/data/huge_array.hpp"

namespace wreath::arrays {

/// `Low` holds what of a point its bucket of 2^bucket_bits does not say.
template <class Low>
class Marks {
 public:
  /// For the points first, first + 1, ..., and at most `slice` values at a time.
  Marks(std::uint64_t first, std::uint64_t points, std::size_t slice, unsigned bucket_bits, unsigned threads)
      : first_(first),
        points_(points),
        threads_(threads),
        chains_(chains_for(points, slice, bucket_bits, threads)),
        memory_(bytes_of(chains_)),
        carver_(aligned_start(memory_.span())),
        buckets_(chains_, false, carver_),
        seen_(points) {}

  static std::uint64_t memory_for(std::uint64_t points, std::size_t slice, unsigned bucket_bits, unsigned threads) {
    return bytes_of(chains_for(points, slice, bucket_bits, threads)) + Bitset::bytes_for(points);
  }

  /// Marks those of x that are among the points. False if one was marked before, or a value is not below `limit`. Throws Stopped.
  template <class Point>
  bool mark(std::span<const Point> x, std::uint64_t limit, StopCheck stop) {
    const auto put = [first = first_, points = points_, bits = chains_.block_bits](auto& appender, std::size_t,
                                                                                   std::uint64_t value) {
      const std::uint64_t point = value - first;
      if (point < points) appender.append(point >> bits, static_cast<Low>(point & ((std::uint64_t{1} << bits) - 1)));
    };
    if (partition<false>(x, limit, chains_, buckets_, Part{.threads = threads_, .stop = stop}, put)) return false;
    std::atomic<bool> fresh = true;
    parallel_tasks(chains_.buckets, threads_, [&](std::size_t bucket) {
      StopCheck(stop).look();
      if (fresh && !mark_bucket(bucket)) fresh = false;
    });
    return fresh;
  }

 private:
  static Chains chains_for(std::uint64_t points, std::size_t slice, unsigned bucket_bits, unsigned threads) {
    RamPlan plan{.block_bits = bucket_bits, .threads = threads};
    plan.chunk_bits = chunk_bits_for(slice, (points >> bucket_bits) + 1, threads);
    return Chains(plan, slice, points, sizeof(Low));
  }
  static std::size_t bytes_of(const Chains& chains) {
    Carver carver;
    Buckets<Low>(chains, false, carver);
    return carver.used();
  }

  bool mark_bucket(std::size_t bucket) {
    bool fresh = true;
    for (std::size_t segment = 0; segment < chains_.segments; ++segment) {
      const Low* words = buckets_.words + segment * chains_.capacity;
      for_each_run(chains_, buckets_, segment, bucket, [&](std::uint32_t position, std::uint32_t count) {
        for (const Low low : std::span(words + position, count))
          fresh &= seen_.template claim<false>((bucket << chains_.block_bits) + low);
      });
    }
    return fresh;
  }

  std::uint64_t first_;
  std::uint64_t points_;
  unsigned threads_;
  Chains chains_;
  HugeArray<std::byte> memory_;
  Carver carver_;
  Buckets<Low> buckets_;
  Bitset seen_;
};

}  // namespace wreath::arrays
