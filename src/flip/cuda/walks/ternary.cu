// SPDX-License-Identifier: MIT
//
// Walks with coefficients -1, 0, 1, laid out as the others of walk_kernels.cuh: one per thread, its factors in shared memory.
#include "flip/cuda/walk_kernels.cuh"
#include "flip/walk/image.hpp"

namespace wreath::flip {

namespace {

template <class Value, unsigned Words, unsigned Planes, unsigned Block, unsigned Blocks>
__global__ void __launch_bounds__(Block, Blocks)
    ternary_walk_kernel(WalkStateRef<Value> state, WalkRules rules, std::uint32_t rounds) {
  extern __shared__ __align__(16) std::byte shared[];
  run_lane<ThreadWalk<TernarySums<Value>, Words, Planes, LaneMemory<Value>, NoLog>>(shared, state, rules, rounds, NoLog{});
}

template <class Value, unsigned Words, unsigned Planes, unsigned Block, unsigned Blocks>
WalkKernel<Value> kernel_of(Build<Words, Planes, Block, Blocks>) {
  return {ternary_walk_kernel<Value, Words, Planes, Block, Blocks>, 32 * Words, Block};
}

}  // namespace

template <>
WalkKernel<std::uint32_t> ternary_kernel(std::uint32_t summands) {
  if (summands > ternary_room(32)) return {};
  return kernel_of<std::uint32_t>(Build<2, 12, 64, 4>{});
}
template <>
WalkKernel<std::uint64_t> ternary_kernel(std::uint32_t summands) {
  if (summands > ternary_room(64)) return {};
  if (summands > 96) return kernel_of<std::uint64_t>(Build<4, 12, 32, 2>{});
  return summands > 64 ? kernel_of<std::uint64_t>(Build<3, 12, 32, 3>{}) : kernel_of<std::uint64_t>(Build<2, 12, 32, 4>{});
}

}  // namespace wreath::flip
