// SPDX-License-Identifier: MIT
//
// The traditional algorithm: a thread takes four consecutive points and goes wherever they point, one random access to device
// memory each. For points and values of any width.
//
// Cost: 64 bytes of device memory per random access that misses L2 (32 are used at most), and x and z once in order.
#pragma once

#include "core/arrays/cuda/block_io.cuh"
#include "core/arrays/cuda/enqueue.hpp"

namespace wreath::arrays::cuda_detail {

// z[i] = y[x[i]] for x[i] <= largest.
template <class Point, class Value>
__global__ void __launch_bounds__(256)
    gather_plain_kernel(const Point* x, uint64_t n, const Value* y, Point largest, Value* z, Status* status) {
  const uint64_t at = (static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * 4;
  if (at >= n) return;
  const uint32_t valid = static_cast<uint32_t>(min(n - at, uint64_t{4}));
  Point points[4];
  Value values[4];
  load_quad<true>(x + at, valid, points);
  bool inside[4];
  bool all = true;
#pragma unroll
  for (uint32_t j = 0; j < 4; ++j) {
    inside[j] = j < valid && points[j] <= largest;
    all = all && inside[j];
    if (j < valid && points[j] > largest) note_first(&status->first_bad, at + j);
    values[j] = inside[j] ? load_random(y + points[j]) : Value{0};
  }
  if (sizeof(Value) == 4 && all) {
    store16_once(z + at, make_uint4(static_cast<uint32_t>(values[0]), static_cast<uint32_t>(values[1]),
                                    static_cast<uint32_t>(values[2]), static_cast<uint32_t>(values[3])));
  } else {
#pragma unroll
    for (uint32_t j = 0; j < 4; ++j)
      if (inside[j]) z[at + j] = values[j];
  }
}

// z[x[i]] = values[i], or i without values, for x[i] <= largest.
template <class Point, class Value, bool with_values>
__global__ void __launch_bounds__(256)
    scatter_plain_kernel(const Point* x, const Value* values, uint64_t n, Point largest, Value* z, Status* status) {
  const uint64_t at = (static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * 4;
  if (at >= n) return;
  const uint32_t valid = static_cast<uint32_t>(min(n - at, uint64_t{4}));
  Point points[4];
  Value value[4];
  load_quad<true>(x + at, valid, points);
  if constexpr (with_values) load_quad<true>(values + at, valid, value);
#pragma unroll
  for (uint32_t j = 0; j < 4; ++j) {
    if (j >= valid) continue;
    if constexpr (!with_values) value[j] = static_cast<Value>(at + j);
    if (points[j] <= largest) {
      z[points[j]] = value[j];
    } else {
      note_first(&status->first_bad, at + j);
    }
  }
}

/// The largest point allowed in x; range > 0.
template <class Point>
Point largest_point(uint64_t range) {
  const uint64_t largest = static_cast<Point>(~Point{0});
  return static_cast<Point>(range - 1 < largest ? range - 1 : largest);
}

template <class Point, class Value>
void gather_plain(const Point* x, uint64_t n, const Value* y, uint64_t y_size, Value* z, Status* status, cudaStream_t stream) {
  launch("gather_plain", gather_plain_kernel<Point, Value>, (n + 1023) / 1024, 256, 0, stream, x, n, y,
         largest_point<Point>(y_size), z, status);
}

/// `values` may be null: then z[x[i]] = i.
template <class Point, class Value>
void scatter_plain(const Point* x, const Value* values, uint64_t n, Value* z, uint64_t z_size, Status* status,
                   cudaStream_t stream) {
  launch("scatter_plain",
         values != nullptr ? scatter_plain_kernel<Point, Value, true> : scatter_plain_kernel<Point, Value, false>,
         (n + 1023) / 1024, 256, 0, stream, x, values, n, largest_point<Point>(z_size), z, status);
}

}  // namespace wreath::arrays::cuda_detail
