// SPDX-License-Identifier: MIT
#include "flip/cuda/walk_kernels.cuh"

namespace wreath::flip {

template <>
WalkKernel<std::uint16_t> thread_kernel(std::uint32_t summands) {
  if (summands <= 32) return {thread_walk_kernel<std::uint16_t, 1, 12, false, 128, 6>, 32, 128};
  if (summands <= 64) return {thread_walk_kernel<std::uint16_t, 2, 12, false, 128, 4>, 64, 128};
  return {};
}

template <>
WalkKernel<std::uint16_t> mirrored_kernel(std::uint32_t orbits) {
  if (orbits <= 32) return {thread_walk_kernel<std::uint16_t, 1, 12, true, 128, 6>, 32, 128};
  if (orbits <= 64) return {thread_walk_kernel<std::uint16_t, 2, 12, true, 128, 4>, 64, 128};
  return {};
}

template <>
WalkKernel<std::uint16_t> orbit_kernel(std::uint32_t orbits) {
  if (orbits <= 32) return {orbit_walk_kernel<std::uint16_t, 1, 12, false, 128, 6>, 32, 128};
  return {};
}

template <>
WalkKernel<std::uint16_t> mirrored_orbit_kernel(std::uint32_t orbits) {
  if (orbits <= 32) return {orbit_walk_kernel<std::uint16_t, 1, 12, true, 128, 6>, 32, 128};
  return {};
}

}  // namespace wreath::flip
