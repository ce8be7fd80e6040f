// SPDX-License-Identifier: MIT
//
// How kernels reach memory and how the host launches them: loads and stores with cache hints, dynamic shared memory, warps.
// All intrinsics for memory and the launch bracket are here, so that the kernels themselves are plain C++.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "core/cuda/check.hpp"

namespace wreath::perm::cuda_detail {

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

}  // namespace wreath::perm::cuda_detail
