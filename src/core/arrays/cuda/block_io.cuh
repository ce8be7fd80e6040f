// SPDX-License-Identifier: MIT
//
// What the kernels of all phases use: numbers of lanes and warps, a scan, moving points between device memory and registers or
// shared memory, and the note of a bad point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda_runtime.h>

#include "core/cuda/check.hpp"
#include "core/arrays/cuda/tuning.hpp"

namespace wreath::arrays::cuda_detail {

// How kernels reach memory and how the host launches them: loads and stores with cache hints, dynamic shared memory, warps.
// All intrinsics for memory and the launch bracket are here, so that the kernels themselves are plain C++.

using std::uint16_t;
using std::uint32_t;
using std::uint64_t;

inline constexpr uint32_t kWholeWarp = 0xffffffffU;

// Launches one kernel; more than 48 KB of dynamic shared memory is asked for first, and then the L1 cache is given up for it.
template <class... Parameters, class... Arguments>
void launch(const char* name, void (*kernel)(Parameters...), uint64_t blocks, int threads, std::size_t shared_bytes,
            cudaStream_t stream, const Arguments&... arguments) {
  if (blocks == 0) return;
  if (blocks > 0x7fffffffU) throw InternalError(std::string("CUDA: ") + name + ": too many blocks");
  if (shared_bytes > 48 * 1024) {
    const void* function = reinterpret_cast<const void*>(kernel);
    const auto bytes = static_cast<int>(shared_bytes);
    cuda::check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), name);
    cuda::check(cudaFuncSetAttribute(function, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared),
                name);
  }
  kernel<<<static_cast<unsigned>(blocks), threads, shared_bytes, stream>>>(arguments...);
  cuda::check(cudaGetLastError(), name);
}

// Of a kernel for 512 threads and one for 1024 the latter, where a multiprocessor has room for one block only. Kernels declare
// `fixed` bytes of shared memory themselves.
template <class... Parameters, class... Arguments>
void launch_fitting(const char* name, void (*half)(Parameters...), void (*whole)(Parameters...), uint64_t blocks,
                    std::size_t shared_bytes, std::size_t fixed, const Limits& limits, cudaStream_t stream,
                    const Arguments&... arguments) {
  if (shared_bytes + fixed > limits.shared_bytes)
    throw InternalError(std::string(name) + ": a tile or a block does not fit into shared memory");
  const bool two = shared_bytes + fixed <= limits.half_shared_bytes();
  launch(name, two ? half : whole, blocks, two ? 512 : 1024, shared_bytes, stream, arguments...);
}

__device__ __forceinline__ unsigned char* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char wreath_dynamic_shared[];
  return wreath_dynamic_shared;
}

// Cached in L2 only: read again soon, by this block or its neighbours.
template <class T>
__device__ __forceinline__ T load_l2(const T* from) {
  return __ldcg(from);
}

// Last use: first to be evicted.
template <class T>
__device__ __forceinline__ T load_once(const T* from) {
  return __ldcs(from);
}

template <class T>
__device__ __forceinline__ void store_once(T* to, T value) {
  __stcs(to, value);
}

// One random read of an array that does not change during the kernel.
template <class T>
__device__ __forceinline__ T load_random(const T* from) {
  return __ldg(from);
}

__device__ __forceinline__ uint4 load16_l2(const void* from) {
  return __ldcg(static_cast<const uint4*>(from));
}
__device__ __forceinline__ uint4 load16_once(const void* from) {
  return __ldcs(static_cast<const uint4*>(from));
}
__device__ __forceinline__ void store16_once(void* to, uint4 value) {
  __stcs(static_cast<uint4*>(to), value);
}
__device__ __forceinline__ void store8_once(void* to, uint2 value) {
  __stcs(static_cast<uint2*>(to), value);
}

__device__ __forceinline__ uint32_t lane_id() {
  return threadIdx.x % 32;
}
__device__ __forceinline__ uint32_t warp_id() {
  return threadIdx.x / 32;
}

__device__ __forceinline__ void note_first(unsigned long long* slot, unsigned long long index) {
  if (index < *const_cast<volatile unsigned long long*>(slot)) atomicMin(slot, index);
}

template <class T>
__device__ __forceinline__ T scan_warp(T value) {  // inclusive
#pragma unroll
  for (uint32_t step = 1; step < 32; step *= 2) {
    const T other = __shfl_up_sync(kWholeWarp, value, step);
    if (lane_id() >= step) value += other;
  }
  return value;
}

// Four consecutive points, of which the first `valid` exist; `from` is aligned to four points.
template <bool last_use, class Point>
__device__ __forceinline__ void load_quad(const Point* from, uint32_t valid, Point (&quad)[4]) {
  if (sizeof(Point) >= 4 && valid == 4) {
    if constexpr (sizeof(Point) == 4) {
      const uint4 four = last_use ? load16_once(from) : load16_l2(from);
      quad[0] = four.x, quad[1] = four.y, quad[2] = four.z, quad[3] = four.w;
    } else if constexpr (sizeof(Point) == 8) {
      const uint4 low = last_use ? load16_once(from) : load16_l2(from);
      const uint4 high = last_use ? load16_once(from + 2) : load16_l2(from + 2);
      quad[0] = low.x | static_cast<uint64_t>(low.y) << 32, quad[1] = low.z | static_cast<uint64_t>(low.w) << 32;
      quad[2] = high.x | static_cast<uint64_t>(high.y) << 32, quad[3] = high.z | static_cast<uint64_t>(high.w) << 32;
    }
  } else {
#pragma unroll
    for (uint32_t j = 0; j < 4; ++j) quad[j] = j < valid ? from[j] : 0;
  }
}

// The block's threads go through a tile four points at a time, `batch` such loads in flight; a warp's four times 32 points are
// consecutive. body(points, values, index of the first, how many are valid, whether all 128 of the warp are).
template <int threads, int batch, bool last_use, bool with_values, class Point, class Body>
__device__ __forceinline__ void for_each_quad(const Point* x, const Point* values, uint32_t count, Body&& body) {
  for (uint32_t first = warp_id() * 128; first < count; first += threads * 4 * batch) {
    Point points[batch][4];
    Point extra[with_values ? batch : 1][4];
    uint32_t valid[batch];
#pragma unroll
    for (int u = 0; u < batch; ++u) {
      const uint32_t at = first + u * threads * 4 + lane_id() * 4;
      valid[u] = at < count ? min(count - at, 4u) : 0;
      load_quad<last_use>(x + at, valid[u], points[u]);
      if constexpr (with_values) load_quad<true>(values + at, valid[u], extra[u]);
    }
#pragma unroll
    for (int u = 0; u < batch; ++u) {
      const uint32_t warp_first = first + u * threads * 4;
      if (warp_first < count)
        body(points[u], extra[with_values ? u : 0], warp_first + lane_id() * 4, valid[u], warp_first + 128 <= count);
    }
  }
}

// A block copies from shared memory to device memory and back, both aligned to 16 bytes; no thread waits for the others.
template <int threads, class T>
__device__ __forceinline__ void copy_out(T* to, const T* shared, uint32_t count) {
  constexpr uint32_t per_vector = 16 / sizeof(T);
  const uint32_t vectors = count / per_vector;
  for (uint32_t i = threadIdx.x; i < vectors; i += threads)
    store16_once(to + i * per_vector, *reinterpret_cast<const uint4*>(shared + i * per_vector));
  for (uint32_t i = vectors * per_vector + threadIdx.x; i < count; i += threads) to[i] = shared[i];
}

template <int threads, class T>
__device__ __forceinline__ void copy_in(T* shared, const T* from, uint32_t count) {
  constexpr uint32_t per_vector = 16 / sizeof(T);
  constexpr int batch = 4;
  const uint32_t vectors = count / per_vector;
  for (uint32_t first = threadIdx.x; first < vectors; first += threads * batch) {
    uint4 piece[batch];
#pragma unroll
    for (int u = 0; u < batch; ++u)
      if (first + u * threads < vectors) piece[u] = load16_once(from + static_cast<uint64_t>(first + u * threads) * per_vector);
#pragma unroll
    for (int u = 0; u < batch; ++u)
      if (first + u * threads < vectors) *reinterpret_cast<uint4*>(shared + (first + u * threads) * per_vector) = piece[u];
  }
  for (uint32_t i = vectors * per_vector + threadIdx.x; i < count; i += threads) shared[i] = from[i];
}

}  // namespace wreath::arrays::cuda_detail
