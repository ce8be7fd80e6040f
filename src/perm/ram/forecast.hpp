// SPDX-License-Identifier: MIT
//
// How long a product will take by the loop and by a partition, from a few of its points.
//
// The loop is timed as it is. Of the partition the first and the last phase are: each handles a point at a time, and they take
// most of its time on any machine. The phase between them passes through all of y, which is too much for a sample; it takes
// kPermute of the first one, measured on two kinds of machines (docs/measured/perm.md). Scratch memory that was never touched
// costs more at its first use, which an additional run of the first phase shows; that run also wakes the threads.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>

#include "core/run/seconds_of.hpp"
#include "perm/ram/implicit_gather.hpp"
#include "perm/ram/traditional.hpp"

namespace wreath::perm::ram {

/// Seconds for all points.
struct Forecast {
  double loop = 0;
  double partition = 0;
};

inline constexpr double kPermute = 0.42;

/// z then holds anything. `fresh`: the scratch memory was not used before.
template <std::unsigned_integral Point, Movable Value>
Forecast forecast_gather(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const RamPlan& plan,
                         std::span<std::byte> scratch, bool fresh) {
  const std::size_t count = std::min(plan.sample, x.size());
  const std::span<const Point> few = x.first(count);
  const double times = static_cast<double>(x.size()) / static_cast<double>(count);
  RamPlan small = plan;
  small.chunk_bits = kMinChunkBits;
  Forecast forecast{.partition = std::numeric_limits<double>::infinity()};
  with_offset<true>(plan, y.size(), [&](auto offset) {
    Gather<Value, decltype(offset)> gather(small, count, y.size(), Carver(aligned_start(scratch)));
    if (gather.bytes() > scratch.size()) return;
    Phases first, second;
    if (!gather.time(few, y.size(), z.first(count), first) || !gather.time(few, y.size(), z.first(count), second)) return;
    forecast.partition = times * (second.partition * (1 + kPermute) + second.combine);
    const double touched = std::max(0.0, first.partition - second.partition) / static_cast<double>(gather.bytes());
    if (fresh) forecast.partition += touched * static_cast<double>(scratch.size());
  });
  forecast.loop = times * seconds_of([&] { gather_traditional(few, y, z.first(count), plan.threads); });
  return forecast;
}

}  // namespace wreath::perm::ram
