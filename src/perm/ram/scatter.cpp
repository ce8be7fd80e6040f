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
void scatter(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Options& options) {
  run(
      Operation::divide, x, z.size(), sizeof(Value), options,
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
void scatter_bytes(std::span<const Point> x, const std::byte* y, std::byte* z, std::size_t z_size, std::size_t value_bytes,
                   const Options& options) {
  const Plan plan = choose_plan({Operation::divide, x.size(), z_size, value_bytes, false}, options, {});
  const auto copy = [&](std::size_t i) { std::memcpy(z + x[i] * value_bytes, y + i * value_bytes, value_bytes); };
  require_points(x, loop_checked(x, z_size, plan.threads, 0, copy, [](Point) {}), z_size);
}

#define WREATH_INSTANTIATE_VALUE(Point, Value) \
  template void scatter(std::span<const Point>, std::span<const Value>, std::span<Value>, const Options&);
#define WREATH_INSTANTIATE(Point)                                                  \
  WREATH_FOR_EACH_VALUE(WREATH_INSTANTIATE_VALUE, Point)                           \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<16>)                                       \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<32>)                                       \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<64>)                                       \
  template void inverse(std::span<const Point>, std::span<Point>, const Options&); \
  template void scatter_bytes(std::span<const Point>, const std::byte*, std::byte*, std::size_t, std::size_t, const Options&);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE_VALUE
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm::ram
