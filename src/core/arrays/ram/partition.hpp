// SPDX-License-Identifier: MIT
//
// Gather, scatter and inverse with implicit indices: Algorithms 4, 5 and 6 of Slavici, Dong, Kunkle and Cooperman.
//
// A random access costs a cache miss; a partition turns it into three or two sequential passes. The target (y of a gather, z
// of a scatter) is cut into blocks of 2^block_bits elements that fit the second-level cache, x into one segment per thread.
//
//   gather   z[i] = y[x[i]]   partition: each thread appends the offset of x[i] inside its block to the block's bucket;
//                             permute: bucket by bucket, offsets become values of y, the block being in cache;
//                             combine: x is read again, and the next value of x[i]'s bucket is z[i]. No index was stored.
//   scatter  z[x[i]] = y[i]   partition (offset, y[i]); permute: scatter each bucket into its block.
//   inverse  z[x[i]] = i      the same, but i is written as its distance from the bucket's previous element: the distances
//                             average the number of buckets, so offset and distance share 32 bits whatever the size of a
//                             point (a longer distance takes one word more).
//
// The paper counts each sub-bucket in a pass of its own. Here a bucket is a chain of chunks taken in turn from the segment's
// pool: no counting pass, any skew, and the open chunks lie together in a few huge pages instead of all over the
// scratch space. Buckets start at different lines of their first chunk, so that they do not all fall into the same cache sets.
//
// x need not be a bijection. It is checked tile by tile, just before its values are used as indices; the index of the first
// value out of range is returned, with z untouched. Where x is not injective the largest i wins, as in the obvious loop.
//
// Bytes moved per 4-byte element: gather 28 (32 with blocks above 2^16), inverse 20, scatter 32.
//
// This is the first phase, and what the later ones share.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/arrays/ram/chains.hpp"
#include "core/arrays/loop.hpp"
#include "core/arrays/ram/move.hpp"
#include "core/arrays/widths.hpp"
#include "core/parallel/loops.hpp"

namespace wreath::arrays {

/// Adds the time since the previous lap to a phase.
class Stopwatch {
 public:
  explicit Stopwatch(Phases* phases) : phases_(phases), last_(Clock::now()) {}
  void lap(double Phases::*phase) {
    if (!phases_) return;
    const auto now = Clock::now();
    phases_->*phase += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Phases* phases_;
  Clock::time_point last_;
};

/// What this process does: all, or, where it has peers, the segments of its slice of x and its share of the buckets. Peers do not
/// stop: one that did would leave the others waiting.
struct Part {
  unsigned number = 0;
  unsigned parts = 1;
  unsigned threads = 1;  // of this process
  StopCheck stop = {};   // of each thread a copy

  Range segments(const Chains& chains) const { return piece_of(chains.segments, number, parts); }
  /// The points of a segment, which is one of this part's, in its slice of `points` points.
  Range slice(const Chains& chains, std::size_t segment, std::size_t points) const {
    const std::size_t origin = chains.begin(segments(chains).begin);
    return {std::min(points, chains.begin(segment) - origin), std::min(points, chains.end(segment) - origin)};
  }
};

/// body(segment) for the segments of a part, on its threads.
template <class Body>
void for_each_segment(const Chains& chains, const Part& part, const Body& body) {
  const Range own = part.segments(chains);
  parallel_tasks(own.size(), part.threads, [&](std::size_t k) { body(own.begin + k); });
}

/// The partition phase: put(appender, i, x[i]) for all i, which appends a word to the bucket of x[i]. Returns the first i with
/// x[i] >= limit, if any; nothing has then been used as an index. Throws Stopped, as all phases do. `notes` as the Appender has
/// them, [segment][bucket]; the first is that of the source before the segment's first.
template <bool kCombine, class Word, class Point, class Put>
std::optional<std::size_t> partition(std::span<const Point> x, std::uint64_t limit, const Chains& chains,
                                     const Buckets<Word>& buckets, const Part& part, const Put& put,
                                     std::uint32_t* notes = nullptr) {
  using Append = Appender<Word, kCombine>;
  FirstBad bad;
  for_each_segment(chains, part, [&](std::size_t segment) {
    const Range slice = part.slice(chains, segment, x.size());
    std::uint32_t* const own = notes == nullptr ? nullptr : notes + segment * chains.buckets;
    Append appender(chains, buckets, segment, own, static_cast<std::uint32_t>(chains.begin(segment) - 1) & Append::kMostNote);
    const Put put_here = put;  // a copy, so that it is in registers
    for_each_checked_tile(x, slice.begin, slice.end, limit, bad, part.stop, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) put_here(appender, i, std::uint64_t{static_cast<Number<Point>>(x[i])});
    });
    appender.finish();
  });
  return bad.index();
}

/// How many consecutive buckets one thread takes at a time: enough for the prefetch of the next block to pay.
inline std::size_t bucket_group(const Chains& chains, unsigned threads) {
  return std::clamp<std::size_t>(chains.buckets / (std::size_t{8} * threads), 1, 16);
}

/// Brings one block into the second-level cache, a line at a time, while another is being worked on.
class BlockPrefetch {
 public:
  BlockPrefetch(const void* first, const void* last)
      : at_(static_cast<const char*>(first)), end_(static_cast<const char*>(last)) {}
  void step() {
    if (at_ < end_) {
      __builtin_prefetch(at_, 0, 2);
      at_ += kLine;
    }
  }
  void finish() {
    for (; at_ < end_; at_ += kLine) __builtin_prefetch(at_, 0, 2);
  }

 private:
  const char *at_, *end_;
};

/// The start of the scratch space that is aligned to a line; Carver::used() has room for it.
inline std::byte* aligned_start(std::span<std::byte> scratch) {
  const auto gap = (kLine - reinterpret_cast<std::uintptr_t>(scratch.data()) % kLine) % kLine;
  return scratch.data() + gap;
}

/// Calls f with an Offset wide enough for the plan's blocks; one that is combined into lines has four bytes.
template <bool kNarrowPays, class F>
auto with_offset(const RamPlan& plan, std::size_t n_target, F&& f) {
  if (kNarrowPays && !plan.write_combine && effective_block_bits(plan, n_target) <= 16) return f(std::uint16_t{});
  return f(std::uint32_t{});
}

}  // namespace wreath::arrays
