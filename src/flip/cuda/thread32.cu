// SPDX-License-Identifier: MIT
#include "flip/cuda/walk_kernels.cuh"

namespace wreath::flip {

template <>
WalkKernel<std::uint32_t> thread_kernel(std::uint32_t summands) {
  if (summands <= 64) return {thread_walk_kernel<std::uint32_t, 2, 12, false, 64, 4>, 64, 64};
  if (summands <= 128) return {thread_walk_kernel<std::uint32_t, 4, 12, false, 32, 5>, 128, 32};
  return {};
}

template <>
WalkKernel<std::uint32_t> mirrored_kernel(std::uint32_t orbits) {
  if (orbits <= 32) return {thread_walk_kernel<std::uint32_t, 1, 12, true, 64, 6>, 32, 64};
  if (orbits <= 64) return {thread_walk_kernel<std::uint32_t, 2, 12, true, 64, 5>, 64, 64};
  if (orbits <= 128) return {thread_walk_kernel<std::uint32_t, 4, 12, true, 32, 5>, 128, 32};
  return {};
}

template <>
WalkKernel<std::uint32_t> orbit_kernel(std::uint32_t orbits) {
  if (orbits <= 64) return {orbit_walk_kernel<std::uint32_t, 2, 12, false, 64, 5>, 64, 64};
  return {};
}

template <>
WalkKernel<std::uint32_t> mirrored_orbit_kernel(std::uint32_t orbits) {
  if (orbits <= 32) return {orbit_walk_kernel<std::uint32_t, 1, 12, true, 64, 6>, 32, 64};
  return {};
}

}  // namespace wreath::flip
