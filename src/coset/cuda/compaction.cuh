// SPDX-License-Identifier: MIT
//
// Compaction: live rows are numbered, and move down in windows, through memory aside.
#pragma once

#include "coset/cuda/device_state.cuh"

namespace wreath::coset {

__global__ void __launch_bounds__(kRowsOfBlock) count_live_kernel(const Row* parents, unsigned long long rows, unsigned* counts) {
  const unsigned long long c = std::uint64_t{blockIdx.x} * kRowsOfBlock + threadIdx.x + 1;
  const int live = __syncthreads_count(c <= rows && parents[c] == c ? 1 : 0);
  if (threadIdx.x == 0) counts[blockIdx.x] = static_cast<unsigned>(live);
}

__global__ void __launch_bounds__(kAlone) scan_kernel_alone(const unsigned* counts, unsigned long long* starts, unsigned count) {
  const unsigned long long total = scan_alone(counts, starts, count);
  if (threadIdx.x == 0) starts[count] = total;
}

/// Each mark becomes the number of the first live row from there on; a block per mark.
__global__ void __launch_bounds__(kRowsOfBlock)
    move_marks_kernel(const Row* parents, unsigned long long rows, const unsigned long long* starts, unsigned long long* marks) {
  const unsigned long long mark = marks[blockIdx.x];
  const unsigned long long block = (min(mark, rows + 1) - 1) / kRowsOfBlock;
  const unsigned long long c = block * kRowsOfBlock + threadIdx.x + 1;
  const int before = __syncthreads_count(c <= rows && c < mark && parents[c] == c ? 1 : 0);
  if (threadIdx.x == 0) marks[blockIdx.x] = starts[block] + before + 1;
}

/// The parents become the new numbers; 0 for dead rows.
__global__ void __launch_bounds__(kRowsOfBlock)
    number_live_kernel(Row* parents, unsigned long long rows, const unsigned long long* starts) {
  const unsigned long long c = std::uint64_t{blockIdx.x} * kRowsOfBlock + threadIdx.x + 1;
  const bool live = c <= rows && parents[c] == c;
  unsigned long long total = 0;
  const unsigned long long before = block_scan(live ? 1 : 0, total);
  if (c <= rows) parents[c] = live ? static_cast<Row>(starts[blockIdx.x] + before + 1) : 0;
  if (c == 1) parents[0] = 0;
}

/// Rows of the window to memory aside, with their new names: an entry per thread.
__global__ void rename_rows_kernel(TableRef table, unsigned long long begin, unsigned long long end,
                                   const unsigned long long* starts, Row* aside) {
  const std::uint64_t k = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const unsigned long long c = begin + k / table.width;
  if (c >= end) return;
  const Row number = table.parents[c];
  if (number == 0) return;
  const unsigned long long base = starts[(begin - 1) / kRowsOfBlock] + 1;
  aside[(number - base) * table.width + k % table.width] = table.parents[table.entries[c * table.width + k % table.width]];
}

__global__ void put_rows_kernel(TableRef table, unsigned long long begin, unsigned long long end,
                                const unsigned long long* starts, const Row* aside) {
  const std::uint64_t k = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const unsigned long long base = starts[(begin - 1) / kRowsOfBlock];
  const unsigned long long count = starts[(end - 1 + kRowsOfBlock - 1) / kRowsOfBlock] - base;
  if (k < count * table.width) table.entries[(base + 1) * table.width + k] = aside[k];
}

__global__ void reset_parents_kernel(Row* parents, unsigned long long rows) {
  const std::uint64_t c = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (c <= rows) parents[c] = static_cast<Row>(c);
}

__global__ void set_rows_kernel(DeviceState* state, unsigned long long rows) {
  state->rows = rows;
}

}  // namespace wreath::coset
