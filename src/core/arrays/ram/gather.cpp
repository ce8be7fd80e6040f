// SPDX-License-Identifier: MIT
#include "core/arrays/ram/gather.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/arrays/loop.hpp"
#include "core/arrays/ram/move.hpp"
#include "core/arrays/widths.hpp"
#include "core/parallel/function_ref.hpp"
#include "core/run/seconds_of.hpp"

namespace wreath::arrays {

template <class Point, class Value>
std::optional<std::size_t> gather(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const RamPlan& plan,
                                  std::span<std::byte> scratch, Phases* phases, StopCheck stop) {
  if constexpr (sizeof(Point) >= 4) {  // the partition is compiled for the points that use it only
    if (plan.partition) return gather_implicit(x, y, z, plan, scratch, phases, stop);
  }
  return gather_traditional(x, y, z, plan.threads, stop);
}

template <class Point, class Value>
std::optional<std::size_t> gather_with_peers(std::span<const Point> x, std::span<const Value> y, std::span<Value> z,
                                             std::size_t source, const RamPlan& plan, const Peers& peers, Phases* phases) {
  return gather_implicit(x, y, z, source, plan, peers.scratch, phases, &peers);
}

template <class Point>
std::optional<std::size_t> gather_bytes(std::span<const Point> x, const std::byte* y, std::size_t y_size, std::byte* z,
                                        std::size_t value_bytes, unsigned threads, StopCheck stop) {
  const auto copy = [&](std::size_t i) { std::memcpy(z + i * value_bytes, y + x[i] * value_bytes, value_bytes); };
  return loop_checked(x, y_size, threads, 0, stop, copy, [](Point) {});
}

// How long a gather will take by the loop and by a partition, from a few of its points.
//
// The loop is timed as it is. Of the partition the first and the last phase are: each handles a point at a time, and they take
// most of its time on any machine. The phase between them passes through all of y, which is too much for a sample; it takes
// kPermute of the first one, measured on two kinds of machines (docs/measured/perm.md). What a call costs whatever the number of
// points, such as starting threads and writing lines that are not full, shows in two samples, of which one has four times as many
// points. A run before them wakes the threads, and shows what it costs to touch scratch memory for the first time.

constexpr double kPermute = 0.46;
constexpr double kMostToTouch = 0.2e-9;  // seconds per byte on one thread; what takes longer was other work

namespace {

/// Of `points` points, by partition(first, count, seconds per byte of scratch memory) and loop(first, count), which give seconds.
Forecast forecast_of_samples(std::size_t points, const RamPlan& plan, std::size_t scratch, bool fresh,
                             FunctionRef<double(std::size_t, std::size_t, double&)> partition,
                             FunctionRef<double(std::size_t, std::size_t)> loop) {
  const std::size_t most = std::min(plan.sample, points);
  const std::size_t least = most / 4;
  // From the seconds of the two samples; where the machine was busy with other work in between, the larger one counts alone.
  const auto of_all = [&](double of_least, double of_most) {
    const double plain = of_most * static_cast<double>(points) / static_cast<double>(most);
    const double more = (of_most - of_least) * static_cast<double>(points) / static_cast<double>(most - least);
    return more < plain / 2 ? plain : std::min(more, plain);
  };
  Forecast forecast{.partition = std::numeric_limits<double>::infinity()};
  const std::size_t elsewhere = points >= most + least ? most : 0;  // points that no run before has brought into the cache
  double first = 0, again = 0, ignored = 0;
  partition(elsewhere, least, first);
  const double few = partition(elsewhere, least, again);
  if (few < std::numeric_limits<double>::infinity()) {
    forecast.partition = of_all(few, partition(0, most, ignored));
    const double touching = std::clamp(first - again, 0.0, kMostToTouch / plan.threads);
    if (fresh) forecast.partition += touching * static_cast<double>(scratch);
  }
  const double short_loop = loop(elsewhere, least);
  forecast.loop = of_all(short_loop, loop(0, most));
  return forecast;
}

}  // namespace

template <class Point, class Value>
Forecast forecast_gather(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const RamPlan& plan,
                         std::span<std::byte> scratch, bool fresh) {
  constexpr unsigned kMostChunkBits = 8;  // so that few points take little memory
  RamPlan small = plan;
  small.chunk_bits = std::min(plan.chunk_bits, kMostChunkBits);
  const auto partition = [&](std::size_t begin, std::size_t count, double& touched) {
    Phases phases;
    with_offset<kNarrowGathers<Value>>(plan, y.size(), [&](auto offset) {
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
  return forecast_of_samples(x.size(), plan, scratch.size(), fresh, partition, loop);
}

#define WREATH_INSTANTIATE_PEERS(Point, Value)                                                                            \
  template std::optional<std::size_t> gather_with_peers(std::span<const Point>, std::span<const Value>, std::span<Value>, \
                                                        std::size_t, const RamPlan&, const Peers&, Phases*);
WREATH_INSTANTIATE_PEERS(std::uint32_t, std::uint32_t)
WREATH_INSTANTIATE_PEERS(std::uint32_t, std::uint64_t)
WREATH_INSTANTIATE_PEERS(std::uint64_t, std::uint32_t)
WREATH_INSTANTIATE_PEERS(std::uint64_t, std::uint64_t)
#undef WREATH_INSTANTIATE_PEERS

#define WREATH_INSTANTIATE_VALUE(Point, Value)                                                                                 \
  template std::optional<std::size_t> gather(std::span<const Point>, std::span<const Value>, std::span<Value>, const RamPlan&, \
                                             std::span<std::byte>, Phases*, StopCheck);
#define WREATH_INSTANTIATE_FORECAST(Point, Value)                                                                     \
  template Forecast forecast_gather(std::span<const Point>, std::span<const Value>, std::span<Value>, const RamPlan&, \
                                    std::span<std::byte>, bool);
#define WREATH_FOR_EACH_MOVED(apply, Point) \
  WREATH_FOR_EACH_VALUE(apply, Point) apply(Point, Bytes<16>) apply(Point, Bytes<32>) apply(Point, Bytes<64>)
#define WREATH_INSTANTIATE(Point)                                                                                     \
  WREATH_FOR_EACH_MOVED(WREATH_INSTANTIATE_VALUE, Point)                                                              \
  template std::optional<std::size_t> gather_bytes(std::span<const Point>, const std::byte*, std::size_t, std::byte*, \
                                                   std::size_t, unsigned, StopCheck);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
WREATH_FOR_EACH_MOVED(WREATH_INSTANTIATE_FORECAST, std::uint32_t)
WREATH_FOR_EACH_MOVED(WREATH_INSTANTIATE_FORECAST, std::uint64_t)
#undef WREATH_INSTANTIATE_VALUE
#undef WREATH_INSTANTIATE_FORECAST
#undef WREATH_FOR_EACH_MOVED
#undef WREATH_INSTANTIATE

}  // namespace wreath::arrays
