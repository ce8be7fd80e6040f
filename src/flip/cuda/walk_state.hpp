// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "flip/walk/moves.hpp"
#include "flip/walk/thread_walk.hpp"

namespace wreath::flip {

/// All walks of a search in device memory: slot s of walk w is slots[s * walks + w].
template <class Value>
struct WalkStateRef {
  Value* slots = nullptr;
  Value* bests = nullptr;       // the slots at a walk's best
  uint2* best_sizes = nullptr;  // and its summands or orbits, and cubes
  WalkCounts* counts = nullptr;
  std::uint32_t walks = 0;
  std::uint32_t capacity = 0;
  std::uint32_t slot_count = 0;

  /// Shared memory of the 32 walks of a warp.
  WREATH_HD std::uint32_t warp_bytes() const {
    return (slot_count + (slot_count & 1U)) * 32 * static_cast<std::uint32_t>(sizeof(Value));
  }
};

struct MoveLogRef {
  Move* moves = nullptr;  // `room` of each walk
  std::uint32_t* counts = nullptr;
  std::uint32_t room = 0;
};

/// A kernel of walks, compiled for a number of words of 32 summands.
template <class Value>
struct WalkKernel {
  using Function = void (*)(WalkStateRef<Value>, WalkRules, std::uint32_t);
  Function function = nullptr;
  std::uint32_t capacity = 0;  // summands or orbits at most
  std::uint32_t threads = 0;   // of a block
  std::uint32_t threads_per_walk = 1;
};

/// The kernel for schemes of `size` summands (orbits); one without a function if there is none. Defined for 16, 32 and 64 bits.
template <class Value, bool Turned>
struct LaneKernels {
  static WalkKernel<Value> of_size(std::uint32_t size, bool mirrored);
};
template <class Value>
WalkKernel<Value> warp_kernel(std::uint32_t summands);
/// Of walks with coefficients -1, 0, 1. Defined for 32 bits (factors of up to 16 entries) and 64.
template <class Value>
WalkKernel<Value> ternary_kernel(std::uint32_t summands);

}  // namespace wreath::flip
