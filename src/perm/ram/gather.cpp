// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstring>

#include "core/text/units.hpp"
#include "perm/ram/execute.hpp"
#include "perm/ram/forecast.hpp"
#include "perm/ram/implicit_gather.hpp"
#include "perm/ram/run_plan.hpp"
#include "perm/ram/traditional.hpp"

namespace wreath::perm::ram {

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
