// SPDX-License-Identifier: MIT
#include "core/arrays/ram/scatter.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "core/arrays/ram/gather.hpp"
#include "core/arrays/loop.hpp"
#include "core/arrays/ram/move.hpp"
#include "core/arrays/widths.hpp"
#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"

namespace wreath::arrays {

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

template <class Point, class Value>
std::optional<std::size_t> scatter(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const RamPlan& plan,
                                   std::span<std::byte> scratch, Phases* phases, StopCheck stop, bool* complete) {
  if constexpr (sizeof(Point) >= 4) {  // the partition is compiled for the points that use it only
    if (plan.partition) return scatter_implicit(x, y, z, plan, scratch, phases, complete, stop);
  }
  return scatter_traditional(x, y, z, plan.threads, stop);
}

template <class Point>
std::optional<std::size_t> invert(std::span<const Point> x, std::span<Point> z, const RamPlan& plan, std::span<std::byte> scratch,
                                  Phases* phases, StopCheck stop, bool* complete) {
  if constexpr (sizeof(Point) >= 4) {
    if (plan.partition) return inverse_implicit(x, z, plan, scratch, phases, complete, stop);
  }
  HugeArray<Point> copy;
  std::span<const Point> from = x;
  if (x.data() == z.data()) {  // in place, the loop would overwrite what it has yet to read
    copy = HugeArray<Point>(x.size());
    std::copy(x.begin(), x.end(), copy.begin());
    from = copy.span();
  }
  return complete != nullptr ? complete_loop(from, z, plan.threads, *complete, stop)
                             : inverse_traditional(from, z, plan.threads, stop);
}

template <class Point>
std::optional<std::size_t> scatter_bytes(std::span<const Point> x, const std::byte* y, std::byte* z, std::size_t z_size,
                                         std::size_t value_bytes, unsigned threads, StopCheck stop) {
  const auto copy = [&](std::size_t i) { std::memcpy(z + x[i] * value_bytes, y + i * value_bytes, value_bytes); };
  return loop_checked(x, z_size, threads, 0, stop, copy, [](Point) {});
}

#define WREATH_INSTANTIATE_VALUE(Point, Value)                                                                                  \
  template std::optional<std::size_t> scatter(std::span<const Point>, std::span<const Value>, std::span<Value>, const RamPlan&, \
                                              std::span<std::byte>, Phases*, StopCheck, bool*);
#define WREATH_INSTANTIATE(Point)                                                                                            \
  WREATH_FOR_EACH_VALUE(WREATH_INSTANTIATE_VALUE, Point)                                                                     \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<16>)                                                                                 \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<32>)                                                                                 \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<64>)                                                                                 \
  template std::optional<std::size_t> invert(std::span<const Point>, std::span<Point>, const RamPlan&, std::span<std::byte>, \
                                             Phases*, StopCheck, bool*);                                                     \
  template std::optional<std::size_t> scatter_bytes(std::span<const Point>, const std::byte*, std::byte*, std::size_t,       \
                                                    std::size_t, unsigned, StopCheck);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE_VALUE
#undef WREATH_INSTANTIATE

namespace {

template <class Value>
std::size_t scratch_of(Move move, std::size_t source, std::size_t target, const RamPlan& plan) {
  if (move == Move::gather) return gather_scratch_bytes<Value>(source, target, plan);
  return scatter_scratch_bytes<Value>(source, target, plan);
}

}  // namespace

std::size_t scratch_bytes(Move move, std::size_t source, std::size_t target, std::size_t value_bytes, const RamPlan& plan) {
  if (move == Move::invert) {
    return value_bytes == 4 ? inverse_scratch_bytes<std::uint32_t>(source, target, plan)
                            : inverse_scratch_bytes<std::uint64_t>(source, target, plan);
  }
  switch (value_bytes) {
    case 16: return scratch_of<Bytes<16>>(move, source, target, plan);
    case 32: return scratch_of<Bytes<32>>(move, source, target, plan);
    case 64: return scratch_of<Bytes<64>>(move, source, target, plan);
    default:
      return with_width(static_cast<unsigned>(value_bytes),
                        [&]<class Value>(Value) { return scratch_of<Value>(move, source, target, plan); });
  }
}

}  // namespace wreath::arrays
