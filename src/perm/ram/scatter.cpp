// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cstring>

#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"
#include "perm/points.hpp"
#include "perm/ram/execute.hpp"
#include "perm/ram/implicit_gather.hpp"
#include "perm/ram/implicit_scatter.hpp"
#include "perm/ram/implicit_scatter.hpp"
#include "perm/ram/memory.hpp"
#include "perm/ram/partition.hpp"
#include "perm/ram/traditional.hpp"

namespace wreath::perm::ram {

namespace {

/// The loop, with all of z prepared before it and looked at after it.
template <class Point>
std::optional<std::size_t> complete_loop(std::span<const Point> x, std::span<Point> z, unsigned threads, bool& complete,
                                         StopCheck stop) {
  constexpr std::size_t kGrain = std::size_t{1} << 14;
  IndexArrivals<Point> arrivals(z.size());
  std::atomic<std::size_t> missing = 0;
  parallel_ranges(z.size(), threads, kGrain, [&](Range part, unsigned) { arrivals.begin(z.subspan(part.begin, part.size())); });
  const auto bad = inverse_traditional(x, z, threads, stop);
  parallel_ranges(z.size(), threads, kGrain,
                  [&](Range part, unsigned) { missing += arrivals.missing(z.subspan(part.begin, part.size())); });
  complete = !bad && IndexArrivals<Point>::is_complete(missing, z, x.empty() ? 0 : x.back());
  return bad;
}

}  // namespace

// The lambdas are generic so that the partitioned code is compiled for the points that use it only.
template <class Point, class Value>
void scatter(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Plan& plan, const Options& options,
             RunControl* run, bool* complete) {
  const StopCheck stop = stop_of(options, run);
  execute(
      x, plan, options, run,
      [&](const auto& ram, auto scratch, auto& phases) {
        return scatter_implicit(x, y, z, ram, scratch, &phases, complete, stop);
      },
      [&](unsigned threads) { return scatter_traditional(x, y, z, threads, stop); });
}

template <class Point>
void inverse(std::span<const Point> x, std::span<Point> z, const Plan& plan, const Options& options, RunControl* run,
             bool* complete) {
  const StopCheck stop = stop_of(options, run);
  const auto plain = [&](unsigned threads) {
    HugeArray<Point> copy;
    std::span<const Point> from = x;
    if (x.data() == z.data()) {  // in place, the loop would overwrite what it has yet to read
      copy = HugeArray<Point>(x.size());
      std::copy(x.begin(), x.end(), copy.begin());
      from = copy.span();
    }
    return complete != nullptr ? complete_loop(from, z, threads, *complete, stop) : inverse_traditional(from, z, threads, stop);
  };
  execute(
      x, plan, options, run,
      [&](const auto& ram, auto scratch, auto& phases) { return inverse_implicit(x, z, ram, scratch, &phases, complete, stop); },
      plain);
}

template <class Point>
void scatter_bytes(std::span<const Point> x, const std::byte* y, std::byte* z, const Plan& plan, StopCheck stop) {
  const std::size_t bytes = plan.task.value_bytes;
  const auto copy = [&](std::size_t i) { std::memcpy(z + x[i] * bytes, y + i * bytes, bytes); };
  require_points(x, loop_checked(x, plan.task.target, plan.ram.threads, 0, stop, copy, [](Point) {}), plan.task.target);
}

#define WREATH_INSTANTIATE_VALUE(Point, Value)                                                                         \
  template void scatter(std::span<const Point>, std::span<const Value>, std::span<Value>, const Plan&, const Options&, \
                        RunControl*, bool*);
#define WREATH_INSTANTIATE(Point)                                                                                   \
  WREATH_FOR_EACH_VALUE(WREATH_INSTANTIATE_VALUE, Point)                                                            \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<16>)                                                                        \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<32>)                                                                        \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<64>)                                                                        \
  template void inverse(std::span<const Point>, std::span<Point>, const Plan&, const Options&, RunControl*, bool*); \
  template void scatter_bytes(std::span<const Point>, const std::byte*, std::byte*, const Plan&, StopCheck);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE_VALUE
#undef WREATH_INSTANTIATE

namespace {

template <class Value>
std::size_t scratch_of(Operation operation, std::size_t source, std::size_t target, const RamPlan& plan) {
  if (operation == Operation::multiply) return gather_scratch_bytes<Value>(source, target, plan);
  return scatter_scratch_bytes<Value>(source, target, plan);
}

}  // namespace

std::size_t scratch_bytes(Operation operation, std::size_t source, std::size_t target, std::size_t value_bytes,
                          const RamPlan& plan) {
  if (operation == Operation::inverse) {
    return value_bytes == 4 ? inverse_scratch_bytes<std::uint32_t>(source, target, plan)
                            : inverse_scratch_bytes<std::uint64_t>(source, target, plan);
  }
  switch (value_bytes) {
    case 16: return scratch_of<Bytes<16>>(operation, source, target, plan);
    case 32: return scratch_of<Bytes<32>>(operation, source, target, plan);
    case 64: return scratch_of<Bytes<64>>(operation, source, target, plan);
    default:
      return with_width(static_cast<unsigned>(value_bytes),
                        [&]<class Value>(Value) { return scratch_of<Value>(operation, source, target, plan); });
  }
}

}  // namespace wreath::perm::ram
