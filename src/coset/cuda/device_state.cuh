// SPDX-License-Identifier: MIT
//
// What the kernels of coset share: the counts that the host reads, sums over a block, and coincidences by the rules of
// coset/coincidences.hpp.
#pragma once

#include "coset/coincidences.hpp"

namespace wreath::coset {

constexpr unsigned kBlock = 512;   // threads, and tasks of a segment; the cosets of a piece
constexpr unsigned kAlone = 1024;  // threads of a kernel that is one block
constexpr unsigned kRowsOfBlock = 1024;

/// What kernels and host know of each other.
struct DeviceState {
  unsigned long long rows;    // of the table
  unsigned long long needed;  // new rows of this round
  unsigned long long steps;   // all that were ever made; the same for the next two
  unsigned long long begun;
  unsigned long long died;       // in collapses of few pairs
  unsigned long long first_bad;  // row
  unsigned listed;               // tasks of the list when the rounds began
  unsigned tasks;                // that were open when the last round began
  unsigned pairs;
  unsigned dying;        // the end of that list
  unsigned round;        // that claims belong to
  unsigned list_rounds;  // that the list of tasks has had
  unsigned full;         // the round needs more rows than there are
};

/// Pairs of equal cosets; and the Memory of coincidences.hpp.
struct PairList {
  uint2* pairs;
  unsigned* count;

  __device__ static Row load(const Row& item) { return *static_cast<const volatile Row*>(&item); }
  __device__ static bool exchange(Row& item, Row& expected, Row wanted) {
    const Row before = atomicCAS(&item, expected, wanted);
    const bool was_expected = before == expected;
    expected = before;
    return was_expected;
  }
  /// The coset is dead, and stays under all that it was ever under.
  __device__ static void halve(Row& item, Row /*parent*/, Row grand) { *static_cast<volatile Row*>(&item) = grand; }
  __device__ void add(Row a, Row b) const { pairs[atomicAdd(count, 1U)] = make_uint2(a, b); }
};

/// The sum of the values of all threads before this one; `total` is that of all.
__device__ inline unsigned long long block_scan(unsigned long long value, unsigned long long& total) {
  __shared__ unsigned long long sums[32];
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;
  unsigned long long sum = value;
  for (unsigned step = 1; step < 32; step *= 2) {
    const unsigned long long other = __shfl_up_sync(~0U, sum, step);
    if (lane >= step) sum += other;
  }
  __syncthreads();  // of the call before
  if (lane == 31) sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    unsigned long long each = lane < blockDim.x / 32 ? sums[lane] : 0;
    for (unsigned step = 1; step < 32; step *= 2) {
      const unsigned long long other = __shfl_up_sync(~0U, each, step);
      if (lane >= step) each += other;
    }
    sums[lane] = each;
  }
  __syncthreads();
  total = sums[blockDim.x / 32 - 1];
  return sum - value + (warp == 0 ? 0 : sums[warp - 1]);
}

/// Counts to starts, by one block; the sum of all. Each thread has some neighbours.
__device__ inline unsigned long long scan_alone(const unsigned* counts, unsigned long long* starts, unsigned count) {
  const unsigned each = (count + blockDim.x - 1) / blockDim.x;
  const unsigned begin = min(count, threadIdx.x * each);
  const unsigned end = min(count, begin + each);
  unsigned long long own = 0;
  for (unsigned k = begin; k < end; ++k) own += counts[k];
  unsigned long long total = 0;
  unsigned long long at = block_scan(own, total);
  for (unsigned k = begin; k < end; ++k) {
    starts[k] = at;
    at += counts[k];
  }
  return total;
}

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
