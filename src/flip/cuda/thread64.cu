// SPDX-License-Identifier: MIT
#include "flip/cuda/walk_kernels.cuh"

namespace wreath::flip {

template <>
WalkKernel<std::uint64_t> thread_kernel(std::uint32_t summands) {
  if (summands <= 128) return {thread_walk_kernel<std::uint64_t, 4, 12, false, 32, 2>, 128, 32};
  return {};
}

template <>
WalkKernel<std::uint64_t> mirrored_kernel(std::uint32_t orbits) {
  if (orbits <= 64) return {thread_walk_kernel<std::uint64_t, 2, 12, true, 32, 5>, 64, 32};
  if (orbits <= 128) return {thread_walk_kernel<std::uint64_t, 4, 12, true, 32, 2>, 128, 32};
  if (orbits <= 160) return {thread_walk_kernel<std::uint64_t, 5, 12, true, 32, 1>, 160, 32};
  return {};
}

}  // namespace wreath::flip
