// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>

#include "core/data/huge_array.hpp"
#include "perm/ram/execute.hpp"
#include "perm/ram/implicit_scatter.hpp"
#include "perm/ram/run_plan.hpp"
#include "perm/ram/traditional.hpp"

namespace wreath::perm::ram {

// The lambdas are generic so that the partitioned code is compiled for the points that use it only.
template <class Point, class Value>
void scatter(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Plan& plan, const Options& options) {
  run(
      x, plan, options,
      [&](const auto& ram, auto scratch, auto& phases) { return scatter_implicit(x, y, z, ram, scratch, &phases); },
      [&](unsigned threads) { return scatter_traditional(x, y, z, threads); });
}

template <class Point>
void inverse(std::span<const Point> x, std::span<Point> z, const Plan& plan, const Options& options) {
  const auto plain = [&](unsigned threads) {
    if (x.data() != z.data()) return inverse_traditional(x, z, threads);
    HugeArray<Point> copy(x.size());  // in place, the loop would overwrite what it has yet to read
    std::copy(x.begin(), x.end(), copy.begin());
    return inverse_traditional(std::span<const Point>(copy.span()), z, threads);
  };
  run(
      x, plan, options,
      [&](const auto& ram, auto scratch, auto& phases) { return inverse_implicit(x, z, ram, scratch, &phases); }, plain);
}

template <class Point>
void scatter_bytes(std::span<const Point> x, const std::byte* y, std::byte* z, const Plan& plan) {
  const std::size_t bytes = plan.task.value_bytes;
  const auto copy = [&](std::size_t i) { std::memcpy(z + x[i] * bytes, y + i * bytes, bytes); };
  require_points(x, loop_checked(x, plan.task.target, plan.ram.threads, 0, copy, [](Point) {}), plan.task.target);
}

#define WREATH_INSTANTIATE_VALUE(Point, Value) \
  template void scatter(std::span<const Point>, std::span<const Value>, std::span<Value>, const Plan&, const Options&);
#define WREATH_INSTANTIATE(Point)                                                               \
  WREATH_FOR_EACH_VALUE(WREATH_INSTANTIATE_VALUE, Point)                                        \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<16>)                                                    \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<32>)                                                    \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<64>)                                                    \
  template void inverse(std::span<const Point>, std::span<Point>, const Plan&, const Options&); \
  template void scatter_bytes(std::span<const Point>, const std::byte*, std::byte*, const Plan&);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE_VALUE
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm::ram
