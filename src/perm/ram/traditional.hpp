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
#include <optional>
#include <span>

#include "core/parallel/loops.hpp"
#include "perm/ram/range_check.hpp"

namespace wreath::perm::ram {

/// How far ahead of its use an element is prefetched; 0: not at all.
struct Lookahead {
  unsigned gather = 0;
  unsigned scatter = 64;
};

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
                                              unsigned threads, StopCheck stop = {}, Lookahead lookahead = {}) {
  return loop_checked(
      x, y.size(), threads, lookahead.gather, stop, [&](std::size_t i) { z[i] = y[x[i]]; },
      [&](Point p) { __builtin_prefetch(&y[p], 0, 0); });
}

/// z[x[i]] = y[i]; x.size() == y.size(). Returns the first i with x[i] >= z.size(), if any; z is then partly written.
template <class Point, class Value>
std::optional<std::size_t> scatter_traditional(std::span<const Point> x, std::span<const Value> y, std::span<Value> z,
                                               unsigned threads, StopCheck stop = {}, Lookahead lookahead = {}) {
  return loop_checked(
      x, z.size(), threads, lookahead.scatter, stop, [&](std::size_t i) { z[x[i]] = y[i]; },
      [&](Point p) { __builtin_prefetch(&z[p], 1, 0); });
}

/// z[x[i]] = i. Returns the first i with x[i] >= z.size(), if any; z is then partly written.
template <class Point>
std::optional<std::size_t> inverse_traditional(std::span<const Point> x, std::span<Point> z, unsigned threads,
                                               StopCheck stop = {}, Lookahead lookahead = {}) {
  return loop_checked(
      x, z.size(), threads, lookahead.scatter, stop, [&](std::size_t i) { z[x[i]] = static_cast<Point>(i); },
      [&](Point p) { __builtin_prefetch(&z[p], 1, 0); });
}

}  // namespace wreath::perm::ram
