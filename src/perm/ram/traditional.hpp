// SPDX-License-Identifier: MIT
//
// The traditional loop: one pass over x in order, and one access to y wherever x points.
//
// Past the caches nearly every access misses, and the cores wait for memory; how many misses are under way at once decides
// the speed, so the loop asks for y's lines some way ahead. A chunk of x is checked (its maximum, a vector loop on data that
// is about to be used) before anything is read through it.
//
// Cost: one cache line of y per point, and x and z once in order.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <span>

#include "core/parallel/loops.hpp"

namespace wreath::perm {

/// The first index at which x is no point of 0..size-1, over all threads.
class FirstBadIndex {
 public:
  void note(std::size_t index) {
    std::size_t known = index_.load();
    while (index < known && !index_.compare_exchange_weak(known, index)) {
    }
  }
  std::optional<std::size_t> get() const {
    const std::size_t index = index_.load();
    return index == kNone ? std::nullopt : std::optional(index);
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::atomic<std::size_t> index_{kNone};
};

constexpr std::size_t kCheckedChunk = 4096;
constexpr std::size_t kPrefetchDistance = 32;

template <class Point>
bool all_below(const Point* x, std::size_t count, std::size_t size) {
  Point largest = 0;
  for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, x[i]);
  return count == 0 || largest < size;
}

/// z[i] = y[x[i]]. Returns the first index that does not map into y; what z holds then is unspecified.
template <class Point, class Value>
std::optional<std::size_t> gather_traditional(std::span<const Point> x, std::span<const Value> y, std::span<Value> z,
                                              unsigned threads) {
  FirstBadIndex bad;
  parallel_ranges(x.size(), threads, kCheckedChunk, [&](Range range, unsigned) {
    for (std::size_t begin = range.begin; begin < range.end; begin += kCheckedChunk) {
      const std::size_t end = std::min(range.end, begin + kCheckedChunk);
      if (!all_below(x.data() + begin, end - begin, y.size())) {
        bad.note(static_cast<std::size_t>(
            std::find_if(x.begin() + begin, x.begin() + end, [&](Point p) { return p >= y.size(); }) - x.begin()));
        return;
      }
      std::size_t i = begin;
      for (; i + kPrefetchDistance < end; ++i) {
        __builtin_prefetch(&y[x[i + kPrefetchDistance]]);
        z[i] = y[x[i]];
      }
      for (; i < end; ++i) z[i] = y[x[i]];
    }
  });
  return bad.get();
}

}  // namespace wreath::perm
