// SPDX-License-Identifier: MIT
//
// Multiply, divide, invert: what the public templates become once the values are known as so many bytes.
//
//   z = x*y      z[i] = y[x[i]]    a gather
//   z = x^-1*y   z[x[i]] = y[i]    a scatter
//   z = x^-1     z[x[i]] = i       a scatter whose values are their own indices
#include <fmt/format.h>

#include "perm/backend.hpp"
#include "perm/points.hpp"
#include "perm/ram/execute.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

PointError::PointError(std::uint64_t at, std::uint64_t found, std::uint64_t points)
    : InputError(fmt::format("value {} at index {} is not a point: there are {} points", found, at, points)),
      index(at),
      value(found),
      size(points) {}

namespace {

template <class Value>
bool aligned(const void* one, const void* other) {
  return (reinterpret_cast<std::uintptr_t>(one) | reinterpret_cast<std::uintptr_t>(other)) % alignof(Value) == 0;
}

/// Calls body with a value of the type that stands for so many bytes; false where none does, or the arrays are not aligned for
/// it.
template <class Body>
bool with_value(std::size_t bytes, const void* y, const void* z, const Body& body) {
  const auto call = [&]<class Value>(Value value) { return aligned<Value>(y, z) && (body(value), true); };
  switch (bytes) {
    case 1: return call(std::uint8_t{});
    case 2: return call(std::uint16_t{});
    case 4: return call(std::uint32_t{});
    case 8: return call(std::uint64_t{});
    case 16: return call(ram::Bytes<16>{});
    case 32: return call(ram::Bytes<32>{});
    case 64: return call(ram::Bytes<64>{});
    default: return false;
  }
}

void require_cpu(const Options& options) {
  if (options.backend == BackendChoice::cuda) throw InputError("the GPU moves aligned values of 1, 2, 4 or 8 bytes only");
}

}  // namespace

namespace detail {

void throw_sizes(const char* what, std::uint64_t one, std::uint64_t other) {
  throw InputError(fmt::format("{} must have as many points as each other: they have {} and {}", what, one, other));
}

template <PointType Point>
void gather(std::span<const Point> x, const void* y, std::size_t y_size, void* z, std::size_t value_bytes,
            const Options& options) {
  const bool done = with_value(value_bytes, y, z, [&]<class Value>(Value) {
    const std::span<const Value> values(static_cast<const Value*>(y), y_size);
    choose_backend<Point, Value>(values, options)->multiply(x, {static_cast<Value*>(z), x.size()});
  });
  if (done) return;
  require_cpu(options);
  ram::gather_bytes(x, static_cast<const std::byte*>(y), y_size, static_cast<std::byte*>(z), value_bytes, options);
}

template <PointType Point>
void scatter(std::span<const Point> x, const void* y, void* z, std::size_t z_size, std::size_t value_bytes,
             const Options& options) {
  const bool done = with_value(value_bytes, y, z, [&]<class Value>(Value) {
    const std::span<const Value> values(static_cast<const Value*>(y), x.size());
    scatter_on_backend<Point, Value>(x, values, {static_cast<Value*>(z), z_size}, options);
  });
  if (done) return;
  require_cpu(options);
  ram::scatter_bytes(x, static_cast<const std::byte*>(y), static_cast<std::byte*>(z), z_size, value_bytes, options);
}

}  // namespace detail

template <PointType Point>
void inverse(std::span<const Point> x, std::span<Point> z, const Options& options) {
  if (x.size() != z.size()) detail::throw_sizes("x and its inverse", x.size(), z.size());
  invert_on_backend(x, z, options);
}

#define WREATH_INSTANTIATE(Point)                                                                                      \
  template void detail::gather(std::span<const Point>, const void*, std::size_t, void*, std::size_t, const Options&);  \
  template void detail::scatter(std::span<const Point>, const void*, void*, std::size_t, std::size_t, const Options&); \
  template void inverse(std::span<const Point>, std::span<Point>, const Options&);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm
