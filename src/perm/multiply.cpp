// SPDX-License-Identifier: MIT
//
// z = x*y over arrays in memory: check the sizes, let the backend take y, and send x through it.
#include <fmt/format.h>

#include "perm/backend.hpp"
#include "perm/points.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

PointError::PointError(std::uint64_t at, std::uint64_t found, std::uint64_t points)
    : InputError(fmt::format("value {} at index {} is not a point: there are {} points", found, at, points)),
      index(at),
      value(found),
      size(points) {}

template <std::unsigned_integral Point, std::unsigned_integral Value>
void multiply(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Options& options) {
  if (x.size() != z.size()) {
    throw InputError(fmt::format("the product has room for {} points and x has {}", z.size(), x.size()));
  }
  choose_backend<Point, Value>(y, options)->multiply(x, z);
}

#define WREATH_INSTANTIATE(Point, Value) \
  template void multiply(std::span<const Point>, std::span<const Value>, std::span<Value>, const Options&);
WREATH_FOR_EACH_POINT_AND_VALUE(WREATH_INSTANTIATE)

}  // namespace wreath::perm
