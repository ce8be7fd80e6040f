// SPDX-License-Identifier: MIT
//
// Marking points off, to tell whether each came once.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "core/parallel/loops.hpp"

namespace wreath::perm::cluster {

inline std::size_t mark_words(std::uint64_t points) {
  return points / 64 + 1;
}

/// Marks the points, all of them in range; false where one was marked before, by this call or another. Other threads and, in shared
/// memory, other ranks may be marking, too.
template <class Point>
bool mark_all(std::span<std::uint64_t> words, std::span<const Point> points, unsigned threads) {
  constexpr std::size_t kAhead = 16;
  std::atomic<bool> fresh{true};
  parallel_ranges(points.size(), threads, 4096, [&](Range range, unsigned) {
    std::uint64_t repeated = 0;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (i + kAhead < range.end) __builtin_prefetch(&words[points[i + kAhead] / 64], 1);
      const std::uint64_t bit = std::uint64_t{1} << points[i] % 64;
      repeated |= std::atomic_ref(words[points[i] / 64]).fetch_or(bit, std::memory_order_relaxed) & bit;
    }
    if (repeated != 0) fresh = false;
  });
  return fresh;
}

}  // namespace wreath::perm::cluster
