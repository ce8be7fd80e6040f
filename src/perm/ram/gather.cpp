// SPDX-License-Identifier: MIT
#include <cstring>

#include "perm/ram/execute.hpp"
#include "perm/ram/implicit_gather.hpp"
#include "perm/ram/run_plan.hpp"
#include "perm/ram/traditional.hpp"

namespace wreath::perm::ram {

// The lambdas are generic so that the partitioned code is compiled for the points that use it only.
template <class Point, class Value>
void gather(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Options& options) {
  run(
      Operation::multiply, x, y.size(), sizeof(Value), options,
      [&](const auto& plan) { return gather_scratch_bytes<Value>(x.size(), y.size(), plan); },
      [&](const auto& plan, auto scratch, auto& phases) { return gather_implicit(x, y, z, plan, scratch, &phases); },
      [&](unsigned threads) { return gather_traditional(x, y, z, threads); });
}

template <class Point>
void gather_bytes(std::span<const Point> x, const std::byte* y, std::size_t y_size, std::byte* z, std::size_t value_bytes,
                  const Options& options) {
  const Plan plan = choose_plan({Operation::multiply, x.size(), y_size, value_bytes, false}, options, {});
  const auto copy = [&](std::size_t i) { std::memcpy(z + i * value_bytes, y + x[i] * value_bytes, value_bytes); };
  require_points(x, loop_checked(x, y_size, plan.threads, 0, copy, [](Point) {}), y_size);
}

#define WREATH_INSTANTIATE_VALUE(Point, Value) \
  template void gather(std::span<const Point>, std::span<const Value>, std::span<Value>, const Options&);
#define WREATH_INSTANTIATE(Point)                        \
  WREATH_FOR_EACH_VALUE(WREATH_INSTANTIATE_VALUE, Point) \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<16>)             \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<32>)             \
  WREATH_INSTANTIATE_VALUE(Point, Bytes<64>)             \
  template void gather_bytes(std::span<const Point>, const std::byte*, std::size_t, std::byte*, std::size_t, const Options&);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE_VALUE
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm::ram
