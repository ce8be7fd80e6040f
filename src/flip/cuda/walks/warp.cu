// SPDX-License-Identifier: MIT
#include "flip/cuda/warp_kernels.cuh"

namespace wreath::flip {

template <class Value>
WalkKernel<Value> warp_kernel(std::uint32_t summands) {
  constexpr std::uint32_t kMostSummands = 768;  // of which a block's four walks fit into shared memory
  if (summands > kMostSummands) return {};
  return {warp_walk_kernel<Value>, kMostSummands, 128, 32};
}
template WalkKernel<std::uint16_t> warp_kernel(std::uint32_t summands);
template WalkKernel<std::uint32_t> warp_kernel(std::uint32_t summands);
template WalkKernel<std::uint64_t> warp_kernel(std::uint32_t summands);

}  // namespace wreath::flip
