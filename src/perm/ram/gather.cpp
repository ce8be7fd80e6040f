// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <limits>

#include "core/run/seconds_of.hpp"
#include "core/text/units.hpp"
#include "perm/ram/execute.hpp"
#include "perm/ram/implicit_gather.hpp"
#include "perm/ram/partition.hpp"
#include "perm/ram/traditional.hpp"

namespace wreath::perm::ram {

// How long a product will take by the loop and by a partition, from a few of its points.
//
// The loop is timed as it is. Of the partition the first and the last phase are: each handles a point at a time, and they take
// most of its time on any machine. The phase between them passes through all of y, which is too much for a sample; it takes
// kPermute of the first one, measured on two kinds of machines (docs/measured/perm.md). What a call costs whatever the number of
// points, such as starting threads and writing lines that are not full, shows in two samples, of which one has four times as many
// points. A run before them wakes the threads, and shows what it costs to touch scratch memory for the first time.

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

namespace {

/// The plan with the way that is faster by the forecast.
Plan with_faster_way(Plan plan, const Forecast& forecast, RunControl* run) {
  const double ns = 1e9 / static_cast<double>(plan.task.source);
  plan.ram.partition = forecast.partition < forecast.loop;
  plan.method = plan.ram.partition ? "partition" : "loop";
  plan.why = fmt::format("faster on {} points: {:.2f} ns for each by the loop, {:.2f} by a partition",
                         group_digits(std::to_string(plan.ram.sample)), forecast.loop * ns, forecast.partition * ns);
  plan.ram.sample = 0;
  if (run != nullptr) note(plan, *run);
  return plan;
}

bool share_memory(std::span<const std::byte> x, std::span<const std::byte> z) {
  const std::less<> before;
  return before(x.data(), z.data() + z.size()) && before(z.data(), x.data() + x.size());
}

}  // namespace

// The lambdas are generic so that the partitioned code is compiled for the points that use it only.
template <class Point, class Value>
void gather(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Plan& plan, const Options& options,
            RunControl* run) {
  if constexpr (sizeof(Point) >= 4) {
    if (plan.ram.sample != 0 && !share_memory(std::as_bytes(x), std::as_bytes(z))) {  // a sample overwrites z
      Workspace own;
      Options kept = options;
      if (kept.workspace == nullptr) kept.workspace = &own;
      const bool fresh = kept.workspace->size() < plan.memory;
      const Forecast forecast = forecast_gather(x, y, z, plan.ram, kept.workspace->take(plan.memory), fresh);
      return gather(x, y, z, with_faster_way(plan, forecast, run), kept, run);
    }
  }
  const StopCheck stop = stop_of(options, run);
  execute(
      x, plan, options, run,
      [&](const auto& ram, auto scratch, auto& phases) { return gather_implicit(x, y, z, ram, scratch, &phases, stop); },
      [&](unsigned threads) { return gather_traditional(x, y, z, threads, stop); });
}

}  // namespace wreath::perm::ram

namespace wreath::perm {

template <class Point, class Value>
void multiply_with_peers(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Plan& plan,
                         const Peers& peers, RunControl* run) {
  ram::Phases phases;
  const auto bad = ram::gather_implicit(x, y, z, plan.task.source, plan.ram, peers.scratch, &phases, &peers);
  ram::report(run, phases);
  ram::require_points(x, bad, y.size());
}

#define WREATH_INSTANTIATE_PEERS(Point, Value)                                                                                   \
  template void multiply_with_peers(std::span<const Point>, std::span<const Value>, std::span<Value>, const Plan&, const Peers&, \
                                    RunControl*);
WREATH_INSTANTIATE_PEERS(std::uint32_t, std::uint32_t)
WREATH_INSTANTIATE_PEERS(std::uint32_t, std::uint64_t)
WREATH_INSTANTIATE_PEERS(std::uint64_t, std::uint32_t)
WREATH_INSTANTIATE_PEERS(std::uint64_t, std::uint64_t)
#undef WREATH_INSTANTIATE_PEERS

}  // namespace wreath::perm

namespace wreath::perm::ram {

template <class Point>
void gather_bytes(std::span<const Point> x, const std::byte* y, std::byte* z, const Plan& plan, StopCheck stop) {
  const std::size_t bytes = plan.task.value_bytes;
  const auto copy = [&](std::size_t i) { std::memcpy(z + i * bytes, y + x[i] * bytes, bytes); };
  require_points(x, loop_checked(x, plan.task.target, plan.ram.threads, 0, stop, copy, [](Point) {}), plan.task.target);
}

#define WREATH_INSTANTIATE_VALUE(Point, Value)                                                                        \
  template void gather(std::span<const Point>, std::span<const Value>, std::span<Value>, const Plan&, const Options&, \
                       RunControl*);
#define WREATH_INSTANTIATE(Point)                        \
  WREATH_FOR_EACH_VALUE(WREATH_INSTANTIATE_VALUE, Point) \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<16>)             \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<32>)             \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<64>)             \
  template void gather_bytes(std::span<const Point>, const std::byte*, std::byte*, const Plan&, StopCheck);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE_VALUE
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm::ram
