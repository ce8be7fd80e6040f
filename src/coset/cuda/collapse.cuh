// SPDX-License-Identifier: MIT
//
// Coincidences by the rules of cpu/collapse.cpp: pairs of equal cosets are merged all at once, and then the edges of the dead
// move.
#pragma once

#include "coset/cuda/device_state.cuh"

namespace wreath::coset {

/// Moves one edge of a dead coset.
__device__ inline void move_edge(const TableRef& table, Row dead, Letter x, const PairList& pairs) {
  Row* own = table.entries + std::uint64_t{dead} * table.width + x;
  const Row target = pairs.load(*own);
  if (target == 0) return;
  *own = 0;
  const Row from = root_of(pairs, table.parents, dead);
  const Row to = root_of(pairs, table.parents, target);
  Row* back = table.entries + std::uint64_t{to} * table.width + table.inverses[x];
  if (to == target) atomicCAS(back, dead, 0U);
  put_edge(pairs, table.parents, table.entries[std::uint64_t{from} * table.width + x], to);
  put_edge(pairs, table.parents, *back, from);
}

/// Generations of few pairs, by one block; ends when there is none, or many. Returns the number that died.
__device__ inline unsigned long long collapse_few(const TableRef& table, const PairList& pairs, unsigned most, Row* dying) {
  __shared__ unsigned died;
  unsigned long long all = 0;
  while (true) {
    const unsigned count = *static_cast<volatile unsigned*>(pairs.count);
    if (count == 0 || count > most) break;
    if (threadIdx.x == 0) died = 0;
    __syncthreads();
    for (unsigned k = threadIdx.x; k < count; k += blockDim.x) {
      const Row dead = merge_rows(pairs, table.parents, pairs.pairs[k].x, pairs.pairs[k].y);
      if (dead != 0) dying[atomicAdd(&died, 1U)] = dead;
    }
    __syncthreads();
    if (threadIdx.x == 0) *static_cast<volatile unsigned*>(pairs.count) = 0;
    __syncthreads();
    all += died;
    for (std::uint64_t k = threadIdx.x; k < std::uint64_t{died} * table.width; k += blockDim.x)
      move_edge(table, dying[k / table.width], static_cast<Letter>(k % table.width), pairs);
    __syncthreads();
  }
  return all;
}

__global__ void merge_kernel(TableRef table, const uint2* pairs, unsigned count, Row* dying, DeviceState* state) {
  const unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= count) return;
  const Row dead = merge_rows(PairList{}, table.parents, pairs[k].x, pairs[k].y);
  if (dead != 0) dying[atomicAdd(&state->dying, 1U)] = dead;
}

/// A thread per edge of the dying cosets from `first` on, at most `most` of them.
__global__ void move_edges_kernel(TableRef table, const Row* dying, unsigned first, unsigned most, PairList pairs,
                                  const DeviceState* state) {
  const std::uint64_t k = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::uint64_t row = k / table.width;
  if (row >= most || first + row >= state->dying) return;
  move_edge(table, dying[first + row], static_cast<Letter>(k % table.width), pairs);
}

__global__ void __launch_bounds__(kAlone)
    collapse_few_kernel(TableRef table, PairList pairs, unsigned most, Row* dying, DeviceState* state) {
  const unsigned long long died = collapse_few(table, pairs, most, dying);
  if (threadIdx.x == 0) state->died += died;
}

}  // namespace wreath::coset
