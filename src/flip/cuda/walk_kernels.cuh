// SPDX-License-Identifier: MIT
//
// The kernels of walks that are one thread each: a lane's factors stand in shared memory, interleaved with those of the other
// lanes so that lane l only ever touches bank l (banks 2l, 2l+1 for 64-bit factors): whatever summands the lanes draw, no access
// waits for another. Walk by walk the state lies slot-major in device memory, so loading and storing it is coalesced too.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "core/cuda/check.hpp"
#include "flip/cuda/walk_state.hpp"
#include "flip/walk/orbit_walk.hpp"
#include "flip/walk/thread_walk.hpp"

namespace wreath::flip {

template <class Value>
class LaneMemory {
 public:
  __device__ LaneMemory(std::byte* shared, WalkStateRef<Value> state, std::uint32_t walk)
      : state_(state),
        walk_(walk),
        lane_(shared + (threadIdx.x & 31U) * (sizeof(Value) == 8 ? 8 : 4)),
        stride_(state.capacity * (32 * static_cast<std::uint32_t>(sizeof(Value)))) {}

  __device__ Value get(unsigned position, unsigned i) const { return at(position, i); }
  __device__ void set(unsigned position, unsigned i, Value value) { at(position, i) = value; }
  __device__ Value get_cube(unsigned k) const { return at(3 * state_.capacity + k); }
  __device__ void set_cube(unsigned k, Value value) { at(3 * state_.capacity + k) = value; }

  __device__ void keep_best(const WalkCounts& counts) {
    for (std::uint32_t slot = 0; slot < state_.slot_count; ++slot) state_.bests[place(slot)] = at(slot);
    state_.best_sizes[walk_] = make_uint2(counts.size, counts.cubes);
  }

  __device__ void load() {
    for (std::uint32_t slot = 0; slot < state_.slot_count; ++slot) at(slot) = state_.slots[place(slot)];
  }
  __device__ void store() const {
    for (std::uint32_t slot = 0; slot < state_.slot_count; ++slot) state_.slots[place(slot)] = at(slot);
  }

 private:
  __device__ std::size_t place(std::uint32_t slot) const { return std::size_t{slot} * state_.walks + walk_; }
  __device__ static std::uint32_t place_of(std::uint32_t slot) {
    if constexpr (sizeof(Value) == 2) return (slot >> 1) * 128 + (slot & 1) * 2;
    return slot * (32 * static_cast<std::uint32_t>(sizeof(Value)));
  }
  __device__ Value& at(std::uint32_t slot) const { return *reinterpret_cast<Value*>(lane_ + place_of(slot)); }
  /// The same of slot position * capacity + i, since capacities are even; the places of a summand's factors differ by a constant.
  __device__ Value& at(unsigned position, unsigned i) const {
    return *reinterpret_cast<Value*>(lane_ + (place_of(i) + position * stride_));
  }

  WalkStateRef<Value> state_;
  std::uint32_t walk_;
  std::byte* lane_;
  std::uint32_t stride_;  // bytes between two positions
};

/// One lane's walk, from device memory and back.
template <class Walk, class Value, class... Log>
__device__ void run_lane(std::byte* shared, const WalkStateRef<Value>& state, const WalkRules& rules, std::uint32_t rounds,
                         const Log&... log) {
  const std::uint32_t walk = blockIdx.x * blockDim.x + threadIdx.x;
  LaneMemory<Value> memory(shared + (threadIdx.x >> 5) * state.warp_bytes(), state, walk);
  memory.load();
  Walk thread(state.counts[walk], rules, memory, log...);
  thread.run(rounds);
  state.counts[walk] = thread.counts();
  memory.store();
}

template <class Value, unsigned Words, unsigned Planes, bool Mirrored, unsigned Block, unsigned Blocks>
__global__ void __launch_bounds__(Block, Blocks)
    thread_walk_kernel(WalkStateRef<Value> state, WalkRules rules, std::uint32_t rounds) {
  extern __shared__ __align__(16) std::byte shared[];
  run_lane<ThreadWalk<BinarySums<Value, Mirrored>, Words, Planes, LaneMemory<Value>, NoLog>>(shared, state, rules, rounds,
                                                                                             NoLog{});
}

template <class Value, unsigned Words, unsigned Planes, bool Mirrored, unsigned Block, unsigned Blocks>
__global__ void __launch_bounds__(Block, Blocks)
    orbit_walk_kernel(WalkStateRef<Value> state, WalkRules rules, std::uint32_t rounds) {
  extern __shared__ __align__(16) std::byte shared[];
  run_lane<OrbitWalk<BinarySums<Value, Mirrored>, Words, Planes, LaneMemory<Value>>>(shared, state, rules, rounds);
}

/// How a kernel is compiled: for 32 * Words summands, or orbits with three entries each in the index; with the number of threads
/// per block and of blocks per multiprocessor.
template <unsigned Words, unsigned Planes, unsigned Block, unsigned Blocks>
struct Build {};

template <class... Each>
struct Builds {};  // the smallest first

/// What is compiled for a width of words.
template <class Value>
struct WalkBuilds;
template <>
struct WalkBuilds<std::uint16_t> {
  using Thread = Builds<Build<1, 12, 128, 6>, Build<2, 12, 128, 4>>;
  using MirroredThread = Builds<Build<1, 12, 128, 6>, Build<2, 10, 128, 4>>;
  using Orbit = Builds<Build<3, 12, 128, 6>>;
  using MirroredOrbit = Orbit;
};
template <>
struct WalkBuilds<std::uint32_t> {
  using Thread = Builds<Build<2, 12, 64, 4>, Build<4, 12, 32, 5>>;
  using MirroredThread = Builds<Build<1, 12, 64, 6>, Build<2, 12, 64, 5>, Build<4, 12, 32, 5>>;
  using Orbit = Builds<Build<4, 11, 64, 6>, Build<5, 12, 64, 5>, Build<6, 12, 64, 5>>;
  using MirroredOrbit = Builds<Build<3, 12, 64, 6>>;
};
template <>
struct WalkBuilds<std::uint64_t> {
  using Thread = Builds<Build<4, 12, 32, 2>>;
  using MirroredThread = Builds<Build<2, 12, 32, 5>, Build<4, 12, 32, 2>, Build<5, 10, 32, 1>>;
  using Orbit = Builds<Build<6, 12, 32, 5>, Build<8, 12, 32, 4>, Build<9, 12, 32, 3>, Build<12, 12, 32, 2>, Build<18, 8, 32, 1>>;
  using MirroredOrbit = Builds<Build<3, 12, 32, 7>, Build<6, 12, 32, 5>, Build<9, 12, 32, 3>>;
};

template <class Value, bool Turned, bool Mirrored>
struct KernelChoice {
  WalkKernel<Value> chosen;

  /// The first that has room.
  template <class... Each>
  static WalkKernel<Value> among(std::uint32_t size, Builds<Each...>) {
    KernelChoice choice;
    (choice.take(size, Each{}) || ...);
    return choice.chosen;
  }

  template <unsigned Words, unsigned Planes, unsigned Block, unsigned Blocks>
  bool take(std::uint32_t size, Build<Words, Planes, Block, Blocks>) {
    constexpr std::uint32_t kCapacity = Turned ? 32 * Words / 3 / 2 * 2 : 32 * Words;  // even, for LaneMemory
    if (size > kCapacity) return false;
    if constexpr (Turned) {
      chosen = {orbit_walk_kernel<Value, Words, Planes, Mirrored, Block, Blocks>, kCapacity, Block};
    } else {
      chosen = {thread_walk_kernel<Value, Words, Planes, Mirrored, Block, Blocks>, kCapacity, Block};
    }
    return true;
  }
};

template <class Value, bool Turned>
WalkKernel<Value> LaneKernels<Value, Turned>::of_size(std::uint32_t size, bool mirrored) {
  using All = WalkBuilds<Value>;
  using Plain = std::conditional_t<Turned, typename All::Orbit, typename All::Thread>;
  using Mirrored = std::conditional_t<Turned, typename All::MirroredOrbit, typename All::MirroredThread>;
  return mirrored ? KernelChoice<Value, Turned, true>::among(size, Mirrored{})
                  : KernelChoice<Value, Turned, false>::among(size, Plain{});
}

}  // namespace wreath::flip
