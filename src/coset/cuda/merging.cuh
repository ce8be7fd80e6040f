// SPDX-License-Identifier: MIT
//
// Coincidences, of which the host does what the kernels of device_state.cuh leave, and compaction. For backend.cu alone.
#pragma once

#include "coset/cuda/cuda_backend.cuh"

namespace wreath::coset {

/// A longer list of the dying, which moves to its beginning; false if there is no memory for it.
inline bool CudaBackend::make_lists(std::uint64_t pairs, std::uint64_t& head, std::uint64_t& tail) {
  if (tail + pairs <= dying_.size()) return true;
  cuda::Buffer<Row> larger;
  try {
    larger = cuda::Buffer<Row>((tail - head + pairs) * 3 / 2);
  } catch (const MemoryError&) {
    return false;
  }
  WREATH_CUDA(
      cudaMemcpyAsync(larger.data(), dying_.data() + head, (tail - head) * sizeof(Row), cudaMemcpyDeviceToDevice, stream_));
  stream_.wait();
  dying_ = std::move(larger);
  tail -= head;
  head = 0;
  host_->dying = static_cast<unsigned>(tail);
  WREATH_CUDA(cudaMemcpyAsync(&state_.data()->dying, &host_->dying, sizeof(unsigned), cudaMemcpyHostToDevice, stream_));
  stream_.wait();
  return true;
}

/// What is left of a collapse becomes the host's, where it can be finished after the rows have come home.
inline void CudaBackend::hand_over(std::uint64_t head, std::uint64_t tail, std::uint64_t died) {
  std::vector<uint2> pairs(known_pairs_);
  std::vector<Row> dying(tail - head);
  transfer_.fetch(pairs.data(), pairs_.data(), pairs.size() * sizeof(uint2));
  transfer_.fetch(dying.data(), dying_.data() + head, dying.size() * sizeof(Row));
  for (const uint2& pair : pairs) table_.coincide(pair.x, pair.y);
  table_.continue_collapse(dying);
  count_new(died);
}

/// A collapse is over in moments, and is not interrupted. The dying are a queue: what a generation lists may be moved together
/// with what died before, or later.
inline bool CudaBackend::settle(RunControl* /*run*/) {
  if (known_pairs_ == 0) return true;
  WREATH_CUDA(cudaMemsetAsync(&state_.data()->dying, 0, sizeof(unsigned), stream_));
  std::uint64_t head = 0;
  std::uint64_t tail = 0;
  std::uint64_t died = 0;
  while (known_pairs_ != 0 || head != tail) {
    if (head == tail && known_pairs_ <= kFewPairs) {
      collapse_few_kernel<<<1, kAlone, 0, stream_>>>(ref_, pair_list(), kFewPairs, dying_.data(), state_.data());
      WREATH_CUDA_LAUNCHED();
      read_state();
      continue;
    }
    const std::uint64_t pairs = known_pairs_;
    if (!make_lists(pairs, head, tail)) {
      hand_over(head, tail, died);
      throw MemoryError("the GPU has no memory for the list of the cosets that were found to be equal");
    }
    if (pairs != 0) {
      merge_kernel<<<cuda::blocks_for(pairs, kThreads), kThreads, 0, stream_>>>(ref_, pairs_.data(), static_cast<unsigned>(pairs),
                                                                                dying_.data(), state_.data());
      WREATH_CUDA(cudaMemsetAsync(&state_.data()->pairs, 0, sizeof(unsigned), stream_));
      known_pairs_ = 0;
    }
    // An edge ends with two pairs at most; if there is no memory for all of them, fewer edges move at a time.
    const std::uint64_t bound = tail + pairs - head;
    const std::uint64_t wanted = std::min(bound * 2 * ref_.width, kMostPairs);
    if (wanted > pairs_.size()) {
      stream_.wait();
      try {
        pairs_ = cuda::Buffer<uint2>(wanted + wanted / 4);
      } catch (const MemoryError&) {
      }
    }
    const std::uint64_t most = std::max<std::uint64_t>(1, std::min(bound, pairs_.size() / (2 * std::uint64_t{ref_.width})));
    move_edges_kernel<<<cuda::blocks_for(most * ref_.width, kThreads), kThreads, 0, stream_>>>(
        ref_, dying_.data(), static_cast<unsigned>(head), static_cast<unsigned>(most), pair_list(), state_.data());
    WREATH_CUDA_LAUNCHED();
    read_state();
    died += host_->dying - tail;
    tail = host_->dying;
    head = std::min(head + most, tail);
    if (head != tail) continue;
    head = tail = 0;
    WREATH_CUDA(cudaMemsetAsync(&state_.data()->dying, 0, sizeof(unsigned), stream_));
  }
  count_new(died);
  return true;
}

// --- compaction: live rows are numbered, and move down in windows, through memory aside

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

inline bool CudaBackend::compact(std::span<std::uint64_t> marks, RunControl* /*run*/) {
  if (table_.dead() == 0) return true;
  const std::uint64_t rows = table_.rows();
  const std::uint64_t kept = table_.live();
  const unsigned blocks = cuda::blocks_for(rows, kRowsOfBlock);
  const std::uint64_t width = ref_.width;
  make_room_in(row_counts_, blocks);
  make_room_in(row_starts_, blocks + 1 + marks.size());
  const std::uint64_t window = std::min<std::uint64_t>(kWindowRows, std::uint64_t{blocks} * kRowsOfBlock);
  make_room_in(aside_, window * width);
  unsigned long long* starts = row_starts_.data();
  unsigned long long* device_marks = starts + blocks + 1;
  count_live_kernel<<<blocks, kRowsOfBlock, 0, stream_>>>(ref_.parents, rows, row_counts_.data());
  scan_kernel_alone<<<1, kAlone, 0, stream_>>>(row_counts_.data(), starts, blocks);
  if (!marks.empty()) {
    WREATH_CUDA(cudaMemcpyAsync(device_marks, marks.data(), marks.size_bytes(), cudaMemcpyHostToDevice, stream_));
    move_marks_kernel<<<static_cast<unsigned>(marks.size()), kRowsOfBlock, 0, stream_>>>(ref_.parents, rows, starts,
                                                                                         device_marks);
    WREATH_CUDA(cudaMemcpyAsync(marks.data(), device_marks, marks.size_bytes(), cudaMemcpyDeviceToHost, stream_));
  }
  number_live_kernel<<<blocks, kRowsOfBlock, 0, stream_>>>(ref_.parents, rows, starts);
  for (std::uint64_t begin = 1; begin <= rows; begin += window) {
    const std::uint64_t end = std::min(rows + 1, begin + window);
    const unsigned grid = cuda::blocks_for((end - begin) * width, kThreads);
    rename_rows_kernel<<<grid, kThreads, 0, stream_>>>(ref_, begin, end, starts, aside_.data());
    put_rows_kernel<<<grid, kThreads, 0, stream_>>>(ref_, begin, end, starts, aside_.data());
  }
  WREATH_CUDA_LAUNCHED();
  WREATH_CUDA(cudaMemsetAsync(ref_.entries + (kept + 1) * width, 0, (rows - kept) * width * sizeof(Row), stream_));
  reset_parents_kernel<<<cuda::blocks_for(kept + 1, kThreads), kThreads, 0, stream_>>>(ref_.parents, kept);
  set_rows_kernel<<<1, 1, 0, stream_>>>(state_.data(), kept);
  WREATH_CUDA_LAUNCHED();
  stream_.wait();
  Counts counts = table_.counts();
  counts.rows = kept;
  table_.set_counts(counts);
  return true;
}

}  // namespace wreath::coset
