// SPDX-License-Identifier: MIT
//
// How long a product will take by the loop and by a partition, from a few of its points.
//
// The loop is timed as it is. Of the partition the first and the last phase are: each handles a point at a time, and they take
// most of its time on any machine. The phase between them passes through all of y, which is too much for a sample; it takes
// kPermute of the first one, measured on two kinds of machines (docs/measured/perm.md). What a call costs whatever the number of
// points, such as starting threads and writing lines that are not full, shows in two samples, of which one has four times as many
// points. A run before them wakes the threads, and shows what it costs to touch scratch memory for the first time.
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

inline constexpr double kPermute = 0.46;
inline constexpr double kMostToTouch = 0.2e-9;  // seconds per byte on one thread; what takes longer was other work

/// z then holds anything. `fresh`: the scratch memory was not used before.
template <std::unsigned_integral Point, Movable Value>
Forecast forecast_gather(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const RamPlan& plan,
                         std::span<std::byte> scratch, bool fresh) {
  constexpr unsigned kMostChunkBits = 8;  // so that few points take little memory
  const std::size_t most = std::min(plan.sample, x.size());
  const std::size_t least = most / 4;
  // From the seconds of the two samples; where the machine was busy with other work in between, the larger one counts alone.
  const auto of_all = [&](double of_least, double of_most) {
    const double plain = of_most * static_cast<double>(x.size()) / static_cast<double>(most);
    const double more = (of_most - of_least) * static_cast<double>(x.size()) / static_cast<double>(most - least);
    return more < plain / 2 ? plain : std::min(more, plain);
  };
  RamPlan small = plan;
  small.chunk_bits = std::min(plan.chunk_bits, kMostChunkBits);
  Forecast forecast{.partition = std::numeric_limits<double>::infinity()};
  const std::size_t elsewhere = x.size() >= most + least ? most : 0;  // points that no run before has brought into the cache
  const auto partition = [&](std::size_t begin, std::size_t count, double& touched) {
    Phases phases;
    with_offset<true>(plan, y.size(), [&](auto offset) {
      Gather<Value, decltype(offset)> gather(small, count, y.size(), Carver(aligned_start(scratch)));
      const bool good =
          gather.bytes() <= scratch.size() && gather.time(x.subspan(begin, count), y.size(), z.subspan(begin, count), phases);
      if (!good) phases.partition = std::numeric_limits<double>::infinity();
      touched = phases.partition / static_cast<double>(gather.bytes());
    });
    return phases.partition * (1 + kPermute) + phases.combine;
  };
  const auto loop = [&](std::size_t begin, std::size_t count) {
    return seconds_of([&] { gather_traditional(x.subspan(begin, count), y, z.subspan(begin, count), plan.threads); });
  };
  double first = 0, again = 0, ignored = 0;
  partition(elsewhere, least, first);
  const double few = partition(elsewhere, least, again);
  if (few < std::numeric_limits<double>::infinity()) {
    forecast.partition = of_all(few, partition(0, most, ignored));
    const double touching = std::clamp(first - again, 0.0, kMostToTouch / plan.threads);
    if (fresh) forecast.partition += touching * static_cast<double>(scratch.size());
  }
  const double short_loop = loop(elsewhere, least);
  forecast.loop = of_all(short_loop, loop(0, most));
  return forecast;
}

}  // namespace wreath::perm::ram
