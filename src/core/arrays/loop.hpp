// SPDX-License-Identifier: MIT
//
// Gather, scatter and inverse by the obvious loop, on all threads.
//
// Each thread takes a contiguous part of x. The core keeps as many misses in flight as it can by itself in a gather of small
// elements; a prefetch some way ahead helps the scatters, whose stores otherwise wait for their lines one store buffer at a
// time. Where two i share x[i] and their threads differ, either may win: only the partitioned scatter is deterministic then.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/parallel/loops.hpp"
#include "core/run/stop_check.hpp"
#include "core/arrays/widths.hpp"

namespace wreath::arrays {

// Checking indices just before they are used.
//
// x is read in tiles that fit the first-level cache. The largest value of a tile is found first, four or more at a time, and
// the tile is handed on only if that is in range: a tenth of a nanosecond per point, and nothing is ever accessed out of bounds.

/// True if x[begin..end) is below limit; otherwise notes the first index that is not.
template <class Point>
bool in_range(std::span<const Point> x, std::size_t begin, std::size_t end, std::size_t limit, FirstBad& bad) {
  Number<Point> largest = 0;
  for (std::size_t i = begin; i < end; ++i) largest = std::max(largest, static_cast<Number<Point>>(x[i]));
  if (begin == end || std::uint64_t{largest} < limit) return true;
  const auto beyond = [&](Number<Point> point) { return std::uint64_t{point} >= limit; };
  bad.note(std::find_if(x.begin() + begin, x.begin() + end, beyond) - x.begin());
  return false;
}

/// Calls f(first, last) for consecutive tiles of x[begin..end), each checked beforehand; stops at the first bad one. Throws
/// Stopped.
template <class Point, class F>
void for_each_checked_tile(std::span<const Point> x, std::size_t begin, std::size_t end, std::size_t limit, FirstBad& bad,
                           StopCheck stop, F&& f) {
  constexpr std::size_t kTile = 2048 / sizeof(Point);
  for (std::size_t i = begin; i < end; i += kTile) {
    const std::size_t last = std::min(end, i + kTile);
    stop.spend(last - i);
    if (!in_range(x, i, last, limit, bad)) return;
    f(i, last);
  }
}

inline constexpr unsigned kScatterAhead = 64;  // how far ahead of its use an element is prefetched

/// Runs use(i) over all of x, with touch(x[i + ahead]) that much earlier, on x values known to be below limit. Throws Stopped.
template <class Point, class Use, class Touch>
std::optional<std::size_t> loop_checked(std::span<const Point> x, std::size_t limit, unsigned threads, unsigned ahead,
                                        StopCheck stop, Use&& use, Touch&& touch) {
  constexpr std::size_t kTile = 4096 / sizeof(Point);
  FirstBad bad;
  const std::size_t share = std::max<std::size_t>((x.size() / threads + 63) / 64 * 64, 64);
  const std::size_t parts = (x.size() + share - 1) / share;
  if (parts == 0) return bad.index();
  on_threads(static_cast<unsigned>(parts), [&](unsigned part, unsigned) {
    const std::size_t end = std::min(x.size(), (part + 1) * share);
    std::size_t checked = part * share;
    StopCheck own = stop;
    for (std::size_t i = checked; i < end;) {
      const std::size_t last = std::min(end, i + kTile);
      const std::size_t horizon = std::min(end, last + ahead);
      own.spend(last - i);
      if (!in_range(x, checked, horizon, limit, bad)) break;
      checked = horizon;
      if (ahead != 0) {
        for (const std::size_t touching = std::min(last, checked - std::min<std::size_t>(ahead, checked)); i < touching; ++i) {
          touch(x[i + ahead]);
          use(i);
        }
      }
      for (; i < last; ++i) use(i);
    }
  });
  return bad.index();
}

/// z[i] = y[x[i]]; x.size() == z.size(). Returns the first i with x[i] >= y.size(), if any; z is then partly written.
template <class Point, class Value>
std::optional<std::size_t> gather_traditional(std::span<const Point> x, std::span<const Value> y, std::span<Value> z,
                                              unsigned threads, StopCheck stop = {}) {
  return loop_checked(
      x, y.size(), threads, 0, stop, [&](std::size_t i) { z[i] = y[x[i]]; }, [](Point) {});
}

/// z[x[i]] = y[i]; x.size() == y.size(). Returns the first i with x[i] >= z.size(), if any; z is then partly written.
template <class Point, class Value>
std::optional<std::size_t> scatter_traditional(std::span<const Point> x, std::span<const Value> y, std::span<Value> z,
                                               unsigned threads, StopCheck stop = {}) {
  return loop_checked(
      x, z.size(), threads, kScatterAhead, stop, [&](std::size_t i) { z[x[i]] = y[i]; },
      [&](Point p) { __builtin_prefetch(&z[p], 1, 0); });
}

/// z[x[i]] = i. Returns the first i with x[i] >= z.size(), if any; z is then partly written.
template <class Point>
std::optional<std::size_t> inverse_traditional(std::span<const Point> x, std::span<Point> z, unsigned threads,
                                               StopCheck stop = {}) {
  return loop_checked(
      x, z.size(), threads, kScatterAhead, stop, [&](std::size_t i) { z[x[i]] = static_cast<Point>(i); },
      [&](Point p) { __builtin_prefetch(&z[p], 1, 0); });
}

}  // namespace wreath::arrays
