// SPDX-License-Identifier: MIT
#include "flip/cuda/walk_state.hpp"
namespace wreath::flip {
template <>
WalkKernel<std::uint16_t> warp_kernel(std::uint32_t) {
  return {};
}
template <>
WalkKernel<std::uint32_t> warp_kernel(std::uint32_t) {
  return {};
}
template <>
WalkKernel<std::uint64_t> warp_kernel(std::uint32_t) {
  return {};
}
}  // namespace wreath::flip
