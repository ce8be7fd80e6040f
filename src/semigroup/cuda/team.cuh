// SPDX-License-Identifier: MIT
//
// The threads that work on one candidate or element together: a part of a warp (one thread, eight, all of it), or a block.
//
// A team has a rank() among kSize threads, takes the jobs first(), first() + step(), ..., and agrees: on a sum, on whether all of
// its threads say yes, on what its thread 0 knows. Kernels are written once, for any team. Where a row is at most kRounds vectors
// for each thread, a candidate is composed once and kept in registers; kRounds is 0 where rows may have any length.
#pragma once

#include <cstdint>

namespace wreath::semigroup {

inline constexpr unsigned kBlockThreads = 512;  // of every kernel

template <unsigned kLanes, unsigned kMostRounds = 0>
class Tile {
 public:
  static constexpr unsigned kSize = kLanes;
  static constexpr unsigned kRounds = kMostRounds;
  static constexpr unsigned kTeamsPerBlock = kBlockThreads / kLanes;

  __device__ unsigned rank() const { return threadIdx.x % kLanes; }
  __device__ std::uint64_t first() const { return (std::uint64_t{blockIdx.x} * kBlockThreads + threadIdx.x) / kLanes; }
  __device__ std::uint64_t step() const { return std::uint64_t{gridDim.x} * kTeamsPerBlock; }

  __device__ std::uint64_t sum(std::uint64_t value) const {
    for (unsigned apart = kLanes / 2; apart != 0; apart /= 2) value += __shfl_xor_sync(mask(), value, apart, kLanes);
    return value;
  }
  __device__ bool all(bool here) const {
    if constexpr (kLanes == 1) return here;
    return __all_sync(mask(), here) != 0;
  }
  __device__ std::uint64_t of_leader(std::uint64_t value) const {
    if constexpr (kLanes == 1) return value;
    return __shfl_sync(mask(), value, 0, kLanes);
  }

 private:
  __device__ static unsigned mask() {
    if constexpr (kLanes == 32) return ~0U;
    return ((1U << kLanes % 32) - 1) << (threadIdx.x % 32 / kLanes * kLanes);
  }
};

class Block {
 public:
  static constexpr unsigned kSize = kBlockThreads;
  static constexpr unsigned kRounds = 0;
  static constexpr unsigned kTeamsPerBlock = 1;

  __device__ unsigned rank() const { return threadIdx.x; }
  __device__ std::uint64_t first() const { return blockIdx.x; }
  __device__ std::uint64_t step() const { return gridDim.x; }

  __device__ std::uint64_t sum(std::uint64_t value) const {
    constexpr unsigned kWarps = kBlockThreads / 32;
    __shared__ std::uint64_t parts[kWarps];
    value = Tile<32>().sum(value);
    __syncthreads();
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
    __syncthreads();
    std::uint64_t total = 0;
    for (unsigned warp = 0; warp < kWarps; ++warp) total += parts[warp];
    return total;
  }
  __device__ bool all(bool here) const { return __syncthreads_and(here) != 0; }
  __device__ std::uint64_t of_leader(std::uint64_t value) const {
    __shared__ std::uint64_t known;
    __syncthreads();
    if (threadIdx.x == 0) known = value;
    __syncthreads();
    return known;
  }
};

/// visit(i, round) for the vectors of a row that are this thread's.
template <class Team, class Visit>
__device__ void for_my_vectors(const Team& team, std::uint64_t vectors, const Visit& visit) {
  if constexpr (Team::kRounds == 0) {
#pragma unroll 4
    for (std::uint64_t i = team.rank(); i < vectors; i += Team::kSize) visit(i, 0);
  } else {
#pragma unroll
    for (unsigned round = 0; round < Team::kRounds; ++round) {
      const unsigned i = team.rank() + round * Team::kSize;
      if (i < vectors) visit(i, round);
    }
  }
}

}  // namespace wreath::semigroup
