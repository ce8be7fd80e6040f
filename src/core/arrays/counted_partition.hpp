// SPDX-License-Identifier: MIT
//
// Stable partition of 0..n-1 into buckets, in parallel, for those who count before they place: the points that a rank sends to
// others, the points of a random permutation.
//
// Each thread counts the buckets of its own contiguous piece; an exclusive scan over (bucket, thread), bucket first, gives
// every thread its first place in every bucket; then each thread places its items in order, into whatever sink it has. Items of a
// bucket keep their order, so the result does not depend on the number of threads. What was counted can be placed again, whole or
// a group of buckets at a time.
//
// Cost: two calls of the digit per item and one write; buckets * threads counters.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

namespace arrays {

/// make_digit() gives a function from an item to its bucket, which a thread calls for ascending items: it may keep state.
/// keep_going() is asked every some million items, and where it is false the rest is left out; it may throw.
class CountedPartition {
 public:
  CountedPartition(std::size_t buckets, unsigned threads) : buckets_(buckets), threads_(resolve_threads(threads)) {}

  template <class MakeDigit, class KeepGoing>
  void count(std::size_t n, const MakeDigit& make_digit, const KeepGoing& keep_going) {
    n_ = n;
    starts_.assign(buckets_ * threads_, 0);
    on_threads(threads_, [&](unsigned thread, unsigned) {
      std::vector<std::size_t> counters(buckets_, 0);
      std::size_t* const counts = counters.data();
      for_each_block(thread, keep_going, [&make_digit, counts](std::size_t first, std::size_t last) {
        auto digit = make_digit();
        for (std::size_t item = first; item < last; ++item) ++counts[digit(item)];
      });
      for (std::size_t bucket = 0; bucket < buckets_; ++bucket) starts_[bucket * threads_ + thread] = counts[bucket];
    });
    exclusive_scan_in_place(starts_);
  }

  std::size_t buckets() const { return buckets_; }
  /// Where a bucket begins; the last one ends where the one after it would begin.
  std::size_t start(std::size_t bucket) const { return bucket == buckets_ ? n_ : starts_[bucket * threads_]; }
  std::size_t size(Range group) const { return start(group.end) - start(group.begin); }

  /// use(item, bucket, position) for all items of a group of buckets; positions are those among all.
  template <class MakeDigit, class KeepGoing, class Use>
  void place(Range group, const MakeDigit& make_digit, const KeepGoing& keep_going, const Use& use) const {
    on_threads(threads_, [&](unsigned thread, unsigned) {
      std::vector<std::size_t> places(group.size());
      for (std::size_t k = 0; k < places.size(); ++k) places[k] = starts_[(group.begin + k) * threads_ + thread];
      std::size_t* const next = places.data();
      for_each_block(thread, keep_going, [&make_digit, &use, group, next](std::size_t first, std::size_t last) {
        auto digit = make_digit();
        const Use put = use;
        const std::size_t begin = group.begin, size = group.size();
        for (std::size_t item = first; item < last; ++item) {
          const std::size_t bucket = digit(item);
          const std::size_t k = bucket - begin;  // wraps around below the group
          if (k < size) put(item, bucket, next[k]++);
        }
      });
    });
  }
  template <class MakeDigit, class KeepGoing, class Use>
  void place(const MakeDigit& make_digit, const KeepGoing& keep_going, const Use& use) const {
    place({0, buckets_}, make_digit, keep_going, use);
  }

 private:
  /// work(first, last) for the thread's piece. The loops have copies of what they call, so that it is in
  /// registers and not behind references that each store might change.
  template <class KeepGoing, class Work>
  void for_each_block(unsigned thread, const KeepGoing& keep_going, const Work& work) const {
    constexpr std::size_t kBlock = std::size_t{1} << 20;
    const Range range = piece_of(n_, thread, threads_, 8);
    for (std::size_t first = range.begin; first < range.end && keep_going(); first += kBlock)
      work(first, std::min(range.end, first + kBlock));
  }

  std::size_t buckets_;
  unsigned threads_;
  std::size_t n_ = 0;
  std::vector<std::size_t> starts_;  // [bucket][thread]: where the thread's items begin
};

}  // namespace arrays

}  // namespace wreath
