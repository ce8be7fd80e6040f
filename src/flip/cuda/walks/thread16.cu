// SPDX-License-Identifier: MIT
#include "flip/cuda/walk_kernels.cuh"

namespace wreath::flip {

template struct LaneKernels<std::uint16_t, false>;
template struct LaneKernels<std::uint16_t, true>;

}  // namespace wreath::flip
