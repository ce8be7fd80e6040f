// SPDX-License-Identifier: MIT
//
// The permutation engine on arrays that are already in a GPU's memory: nothing is copied to or from the host except the report of
// a bad point. For 4- and 8-byte points; arrays must be aligned to 16 bytes, as cudaMalloc gives them. A wreath that was built
// without CUDA does not have these functions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "wreath/perm.hpp"

namespace wreath::perm::device {

/// An array in device memory.
template <class T>
struct Span {
  T* data = nullptr;
  std::size_t size = 0;
};

struct Options {
  Method method = Method::automatic;
  void* stream = nullptr;   // a cudaStream_t; the functions return when their work on it is done
  void* scratch = nullptr;  // device memory of at least scratch_bytes; null: taken and given back by the call
  std::size_t scratch_bytes = 0;
};

/// How much scratch space an operation takes on `points` points (of x) into `range` points, of `point_bytes` each.
[[nodiscard]] std::size_t scratch_bytes(Operation operation, std::uint64_t points, std::uint64_t range, std::size_t point_bytes,
                                        Method method);

/// z[i] = y[x[i]]. z must overlap neither x nor y. Throws PointError.
template <PointType Point>
void multiply(Span<const Point> x, Span<const Point> y, Span<Point> z, const Options& options = {});
/// z[x[i]] = i. x must be a permutation. Throws PointError.
template <PointType Point>
void inverse(Span<const Point> x, Span<Point> z, const Options& options = {});
/// z[x[i]] = y[i]. x must be a permutation. Throws PointError.
template <PointType Point>
void divide(Span<const Point> x, Span<const Point> y, Span<Point> z, const Options& options = {});

}  // namespace wreath::perm::device
