// SPDX-License-Identifier: MIT
#include "perm/ram/execute.hpp"

#include <cstring>

#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"
#include "perm/choose.hpp"
#include "perm/points.hpp"
#include "perm/ram/implicit.hpp"
#include "perm/ram/traditional.hpp"

namespace wreath::perm::ram {

namespace {

// A map on 2^16 points or fewer stays in the second-level cache: only wider points are worth partitioning.
template <class Point>
constexpr bool kPartitionable = sizeof(Point) >= 4;

void report(const Options& options, const Phases& phases) {
  if (options.run == nullptr) return;
  options.run->add_phase("partition", phases.partition);
  options.run->add_phase("permute", phases.permute);
  if (phases.combine > 0) options.run->add_phase("combine", phases.combine);
}

template <class Point>
void require_points(std::span<const Point> x, std::optional<std::size_t> bad, std::size_t size) {
  if (bad) throw PointError(*bad, x[*bad], size);
}

/// Plans, and runs `partitioned(plan, scratch, phases)` or `plain(threads)`; both return the first bad index, if any.
template <class Point, class Scratch, class Partitioned, class Plain>
void run(Operation operation, std::span<const Point> x, std::size_t target, std::size_t value_bytes, const Options& options,
         const Scratch& scratch_bytes, const Partitioned& partitioned, const Plain& plain) {
  const Task task{operation, x.size(), target, value_bytes, kPartitionable<Point>};
  if constexpr (kPartitionable<Point>) {
    const Plan plan = choose_plan(task, options, scratch_bytes);
    if (plan.partition) {
      Workspace own;
      Phases phases;
      const auto bad =
          partitioned(plan, (options.workspace != nullptr ? *options.workspace : own).take(scratch_bytes(plan)), phases);
      report(options, phases);
      return require_points(x, bad, target);
    }
  }
  if constexpr (!kPartitionable<Point>) choose_plan(task, options, {});  // notes the choice
  require_points(x, plain(useful_threads(x.size(), options.threads)), target);
}

}  // namespace

// The lambdas are generic so that the partitioned code is compiled for the points that use it only.
template <class Point, class Value>
void gather(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Options& options) {
  run(
      Operation::gather, x, y.size(), sizeof(Value), options,
      [&](const auto& plan) { return gather_scratch_bytes<Value>(x.size(), y.size(), plan); },
      [&](const auto& plan, auto scratch, auto& phases) { return gather_implicit(x, y, z, plan, scratch, &phases); },
      [&](unsigned threads) { return gather_traditional(x, y, z, threads); });
}

template <class Point, class Value>
void scatter(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Options& options) {
  run(
      Operation::scatter, x, z.size(), sizeof(Value), options,
      [&](const auto& plan) { return scatter_scratch_bytes<Value>(x.size(), z.size(), plan); },
      [&](const auto& plan, auto scratch, auto& phases) { return scatter_implicit(x, y, z, plan, scratch, &phases); },
      [&](unsigned threads) { return scatter_traditional(x, y, z, threads); });
}

template <class Point>
void inverse(std::span<const Point> x, std::span<Point> z, const Options& options) {
  const auto plain = [&](unsigned threads) {
    if (x.data() != z.data()) return inverse_traditional(x, z, threads);
    HugeArray<Point> copy(x.size());  // in place, the loop would overwrite what it has yet to read
    std::copy(x.begin(), x.end(), copy.begin());
    return inverse_traditional(std::span<const Point>(copy.span()), z, threads);
  };
  run(
      Operation::inverse, x, z.size(), sizeof(Point), options,
      [&](const auto& plan) { return inverse_scratch_bytes<Point>(x.size(), z.size(), plan); },
      [&](const auto& plan, auto scratch, auto& phases) { return inverse_implicit(x, z, plan, scratch, &phases); }, plain);
}

template <class Point>
void gather_bytes(std::span<const Point> x, const std::byte* y, std::size_t y_size, std::byte* z, std::size_t value_bytes,
                  const Options& options) {
  const Plan plan = choose_plan({Operation::gather, x.size(), y_size, value_bytes, false}, options, {});
  const auto copy = [&](std::size_t i) { std::memcpy(z + i * value_bytes, y + x[i] * value_bytes, value_bytes); };
  require_points(x, loop_checked(x, y_size, plan.threads, 0, copy, [](Point) {}), y_size);
}

template <class Point>
void scatter_bytes(std::span<const Point> x, const std::byte* y, std::byte* z, std::size_t z_size, std::size_t value_bytes,
                   const Options& options) {
  const Plan plan = choose_plan({Operation::scatter, x.size(), z_size, value_bytes, false}, options, {});
  const auto copy = [&](std::size_t i) { std::memcpy(z + x[i] * value_bytes, y + i * value_bytes, value_bytes); };
  require_points(x, loop_checked(x, z_size, plan.threads, 0, copy, [](Point) {}), z_size);
}

#define WREATH_INSTANTIATE_VALUE(Point, Value)                                                            \
  template void gather(std::span<const Point>, std::span<const Value>, std::span<Value>, const Options&); \
  template void scatter(std::span<const Point>, std::span<const Value>, std::span<Value>, const Options&);
#define WREATH_INSTANTIATE(Point)                                                                                             \
  WREATH_FOR_EACH_VALUE(WREATH_INSTANTIATE_VALUE, Point)                                                                      \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<16>)                                                                                  \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<32>)                                                                                  \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<64>)                                                                                  \
  template void inverse(std::span<const Point>, std::span<Point>, const Options&);                                            \
  template void gather_bytes(std::span<const Point>, const std::byte*, std::size_t, std::byte*, std::size_t, const Options&); \
  template void scatter_bytes(std::span<const Point>, const std::byte*, std::byte*, std::size_t, std::size_t, const Options&);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE_VALUE
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm::ram
