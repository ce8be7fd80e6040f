// SPDX-License-Identifier: MIT
#include <cstring>

#include "perm/ram/execute.hpp"
#include "perm/ram/implicit_gather.hpp"
#include "perm/ram/run_plan.hpp"
#include "perm/ram/traditional.hpp"

namespace wreath::perm::ram {

// The lambdas are generic so that the partitioned code is compiled for the points that use it only.
template <class Point, class Value>
void gather(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Plan& plan, const Options& options,
            RunControl* run) {
  execute(
      x, plan, options, run,
      [&](const auto& ram, auto scratch, auto& phases) { return gather_implicit(x, y, z, ram, scratch, &phases); },
      [&](unsigned threads) { return gather_traditional(x, y, z, threads); });
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
void gather_bytes(std::span<const Point> x, const std::byte* y, std::byte* z, const Plan& plan) {
  const std::size_t bytes = plan.task.value_bytes;
  const auto copy = [&](std::size_t i) { std::memcpy(z + i * bytes, y + x[i] * bytes, bytes); };
  require_points(x, loop_checked(x, plan.task.target, plan.ram.threads, 0, copy, [](Point) {}), plan.task.target);
}

#define WREATH_INSTANTIATE_VALUE(Point, Value)                                                                        \
  template void gather(std::span<const Point>, std::span<const Value>, std::span<Value>, const Plan&, const Options&, \
                       RunControl*);
#define WREATH_INSTANTIATE(Point)                        \
  WREATH_FOR_EACH_VALUE(WREATH_INSTANTIATE_VALUE, Point) \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<16>)             \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<32>)             \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<64>)             \
  template void gather_bytes(std::span<const Point>, const std::byte*, std::byte*, const Plan&);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE_VALUE
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm::ram
