// SPDX-License-Identifier: MIT
//
// Stable partition of 0..n-1 into buckets, in parallel.
//
// Each thread counts the buckets of its own contiguous piece; an exclusive scan over (bucket, thread), bucket first, gives
// every thread its first place in every bucket; then each thread places its items in order. Items of a bucket keep their
// order, so the result does not depend on the number of threads.
//
// Cost: two calls of the digit per item and one write; buckets * threads counters.
#pragma once

#include <cstddef>
#include <vector>

#include "core/parallel/loops.hpp"

namespace wreath {

/// Replaces each count by the sum of those before it and returns the sum of all.
template <class Count>
Count exclusive_scan_in_place(std::vector<Count>& counts) {
  Count sum = 0;
  for (Count& count : counts) {
    const Count here = count;
    count = sum;
    sum += here;
  }
  return sum;
}

/// `make_digit()` gives each thread its own function from an item to its bucket (it may keep state for ascending items);
/// `place(item, position)` puts an item at its position. Returns where each bucket starts, and n at the end; whenever
/// `should_stop()` is true, asked every some million items, the rest is left out.
template <class MakeDigit, class Place, class ShouldStop>
std::vector<std::size_t> stable_partition_indices(std::size_t n, std::size_t buckets, unsigned threads,
                                                  const MakeDigit& make_digit, const Place& place,
                                                  const ShouldStop& should_stop) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  const auto for_each_item = [&](Range range, const auto& work) {
    for (std::size_t first = range.begin; first < range.end && !should_stop(); first += std::min(kBlock, range.end - first)) {
      for (std::size_t item = first; item < first + std::min(kBlock, range.end - first); ++item) work(item);
    }
  };
  threads = resolve_threads(threads);
  std::vector<std::size_t> next(buckets * threads, 0);  // [bucket][thread]
  parallel_ranges(n, threads, 1, [&](Range range, unsigned thread) {
    auto digit = make_digit();
    std::vector<std::size_t> counts(buckets, 0);
    for_each_item(range, [&](std::size_t item) { ++counts[digit(item)]; });
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) next[bucket * threads + thread] = counts[bucket];
  });
  exclusive_scan_in_place(next);
  std::vector<std::size_t> starts(buckets + 1, n);
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) starts[bucket] = next[bucket * threads];
  parallel_ranges(n, threads, 1, [&](Range range, unsigned thread) {
    auto digit = make_digit();
    std::vector<std::size_t> positions(buckets);
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) positions[bucket] = next[bucket * threads + thread];
    for_each_item(range, [&](std::size_t item) { place(item, positions[digit(item)]++); });
  });
  return starts;
}

}  // namespace wreath
