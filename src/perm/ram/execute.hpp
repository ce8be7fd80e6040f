// SPDX-License-Identifier: MIT
//
// The three operations in RAM: choose the algorithm, take the scratch memory, run, and report.
#pragma once

#include <span>

#include "wreath/perm.hpp"

namespace wreath::perm::ram {

/// So many bytes that are moved as one value.
template <std::size_t kSize>
struct Bytes {
  unsigned char byte[kSize];
};

/// z[i] = y[x[i]], z[x[i]] = y[i], z[x[i]] = i. Throw PointError. Compiled for all widths of points, and for values of 1, 2, 4
/// and 8 bytes (unsigned integers) and of 16, 32 and 64 (Bytes).
template <class Point, class Value>
void gather(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Options& options);
template <class Point, class Value>
void scatter(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Options& options);
template <class Point>
void inverse(std::span<const Point> x, std::span<Point> z, const Options& options);

/// The same for values of any size, by the plain loop.
template <class Point>
void gather_bytes(std::span<const Point> x, const std::byte* y, std::size_t y_size, std::byte* z, std::size_t value_bytes,
                  const Options& options);
template <class Point>
void scatter_bytes(std::span<const Point> x, const std::byte* y, std::byte* z, std::size_t z_size, std::size_t value_bytes,
                   const Options& options);

}  // namespace wreath::perm::ram
