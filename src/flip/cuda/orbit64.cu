// SPDX-License-Identifier: MIT
#include "flip/cuda/walk_kernels.cuh"

namespace wreath::flip {

template <>
WalkKernel<std::uint64_t> orbit_kernel(std::uint32_t orbits) {
  if (orbits <= 64) return {orbit_walk_kernel<std::uint64_t, 2, 12, false, 32, 5>, 64, 32};
  if (orbits <= 96) return {orbit_walk_kernel<std::uint64_t, 3, 12, false, 32, 3>, 96, 32};
  if (orbits <= 128) return {orbit_walk_kernel<std::uint64_t, 4, 12, false, 32, 2>, 128, 32};
  if (orbits <= 192) return {orbit_walk_kernel<std::uint64_t, 6, 8, false, 32, 1>, 192, 32};
  return {};
}

template <>
WalkKernel<std::uint64_t> mirrored_orbit_kernel(std::uint32_t orbits) {
  if (orbits <= 32) return {orbit_walk_kernel<std::uint64_t, 1, 12, true, 32, 7>, 32, 32};
  if (orbits <= 64) return {orbit_walk_kernel<std::uint64_t, 2, 12, true, 32, 5>, 64, 32};
  if (orbits <= 96) return {orbit_walk_kernel<std::uint64_t, 3, 12, true, 32, 3>, 96, 32};
  return {};
}

}  // namespace wreath::flip
