// SPDX-License-Identifier: MIT
#include "flip/cuda/warp_kernels.cuh"

namespace wreath::flip {

namespace {

constexpr std::uint32_t kMostSummands = 768;  // of which a block's four walks fit into shared memory

template <class Value>
WalkKernel<Value> kernel_for(std::uint32_t summands) {
  if (summands > kMostSummands) return {};
  return {warp_walk_kernel<Value>, kMostSummands, 128, 32};
}

}  // namespace

template <>
WalkKernel<std::uint16_t> warp_kernel(std::uint32_t summands) {
  return kernel_for<std::uint16_t>(summands);
}
template <>
WalkKernel<std::uint32_t> warp_kernel(std::uint32_t summands) {
  return kernel_for<std::uint32_t>(summands);
}
template <>
WalkKernel<std::uint64_t> warp_kernel(std::uint32_t summands) {
  return kernel_for<std::uint64_t>(summands);
}

}  // namespace wreath::flip
