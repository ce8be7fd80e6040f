// SPDX-License-Identifier: MIT
//
// What the engine learns of a batch: a copy, so that the next batch can begin at once.
//
// At the end of a batch every walk writes its status, and a walk with a new best copies that scheme's slots into a row. The rows
// stand close together, in any order; the host fetches them by the copy engine, while kernels of the next batch keep all
// multiprocessors busy. Two reports take turns: one is written while the other is read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cuda/buffer.hpp"
#include "core/cuda/event.hpp"
#include "core/cuda/stream.hpp"
#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "flip/backend.hpp"
#include "flip/cuda/walk_state.hpp"
#include "flip/walk/image.hpp"

namespace wreath::flip {

struct RowHead {
  std::uint32_t walk;
  std::uint32_t size;
  std::uint32_t cubes;
};

template <class Value>
struct ReportRef {
  WalkStatus* statuses;
  RowHead* heads;
  Value* rows;  // of slot_count each
  std::uint32_t* row_count;
};

/// One walk per thread. `reported` is the best of each walk that the host knows of.
template <class Value>
__global__ void report_kernel(WalkStateRef<Value> state, std::uint32_t* reported, std::uint32_t worth, std::uint32_t orbit,
                              ReportRef<Value> report) {
  const std::uint32_t walk = blockIdx.x * blockDim.x + threadIdx.x;
  if (walk >= state.walks) return;
  const WalkCounts counts = state.counts[walk];
  report.statuses[walk] = {counts.rank(orbit), counts.best, counts.idle, counts.flips};
  if (counts.best >= reported[walk]) return;
  reported[walk] = counts.best;
  if (counts.best > worth) return;
  const std::uint32_t row = atomicAdd(report.row_count, 1U);
  const uint2 sizes = state.best_sizes[walk];
  report.heads[row] = {walk, sizes.x, sizes.y};
  for (std::uint32_t slot = 0; slot < state.slot_count; ++slot) {
    report.rows[std::size_t{row} * state.slot_count + slot] = state.bests[std::size_t{slot} * state.walks + walk];
  }
}

/// The report of one batch, on both sides.
template <class Value>
class WalkReport {
 public:
  WalkReport(std::uint32_t walks, std::uint32_t slot_count)
      : slot_count_(slot_count),
        device_statuses_(walks),
        device_heads_(walks),
        device_rows_(std::size_t{walks} * slot_count),
        device_count_(1),
        statuses_(walks) {}

  /// After what the stream has to do.
  void write(const WalkStateRef<Value>& state, std::uint32_t* reported, std::uint32_t worth, std::uint32_t orbit,
             cudaStream_t stream) {
    is_here_ = false;
    WREATH_CUDA(cudaMemsetAsync(device_count_.data(), 0, sizeof(std::uint32_t), stream));
    report_kernel<<<(state.walks + 127) / 128, 128, 0, stream>>>(
        state, reported, worth, orbit,
        ReportRef<Value>{device_statuses_.data(), device_heads_.data(), device_rows_.data(), device_count_.data()});
    WREATH_CUDA_LAUNCHED();
    WREATH_CUDA(cudaEventRecord(written_, stream));
  }

  /// Waits until it is written, and fetches all but the rows.
  void receive(cudaStream_t copies) {
    if (is_here_) return;
    WREATH_CUDA(cudaEventSynchronize(written_));
    std::uint32_t count = 0;
    device_count_.download(std::span(&count, 1), copies);
    device_statuses_.download(statuses_, copies);
    WREATH_CUDA(cudaStreamSynchronize(copies));
    heads_.resize(count);
    device_heads_.download(heads_, copies);
    WREATH_CUDA(cudaStreamSynchronize(copies));
    rows_.clear();
    order_.resize(count);
    for (std::uint32_t row = 0; row < count; ++row) order_[row] = row;
    std::ranges::sort(order_, {}, [this](std::uint32_t row) { return heads_[row].walk; });
    is_here_ = true;
  }

  const cuda::Event& written() const { return written_; }
  std::span<const WalkStatus> statuses() const { return statuses_; }

  /// The best schemes of walks that have a row. Throws InternalError if one does not.
  std::vector<WalkImage> images(std::span<const std::uint32_t> walks, cudaStream_t copies) {
    fetch_rows(copies);
    std::vector<WalkImage> images;
    for (const std::uint32_t walk : walks) {
      const auto at = std::ranges::lower_bound(order_, walk, {}, [this](std::uint32_t row) { return heads_[row].walk; });
      if (at == order_.end() || heads_[*at].walk != walk) throw InternalError("a walk without a new best was asked for it");
      const auto slots = std::span(rows_).subspan(std::size_t{*at} * slot_count_, slot_count_);
      images.push_back({{slots.begin(), slots.end()}, heads_[*at].size, heads_[*at].cubes});
    }
    return images;
  }

  /// A report that has arrived, in the order of the walks.
  void save(ByteWriter& state, cudaStream_t copies) {
    fetch_rows(copies);
    state.put_all<WalkStatus>(statuses_);
    state.put(std::uint64_t{order_.size()});
    for (const std::uint32_t row : order_) {
      state.put(heads_[row]);
      state.put_items<Value>(std::span(rows_).subspan(std::size_t{row} * slot_count_, slot_count_));
    }
  }
  void restore(ByteReader& state) {
    state.array_into<WalkStatus>(statuses_);
    if (statuses_.size() != device_statuses_.size()) throw InputError("the search state is damaged: a walk has no status");
    heads_.clear();
    rows_.clear();
    order_.clear();
    for (std::uint64_t left = state.number(); left != 0; --left) {
      order_.push_back(static_cast<std::uint32_t>(order_.size()));
      heads_.push_back(state.value<RowHead>());
      for (std::uint32_t slot = 0; slot < slot_count_; ++slot) rows_.push_back(state.value<Value>());
    }
    is_here_ = true;
  }

 private:
  /// All of them at once: they are many only at the start of a search.
  void fetch_rows(cudaStream_t copies) {
    const std::size_t values = heads_.size() * slot_count_;
    if (rows_.size() == values) return;
    rows_.resize(values);
    device_rows_.download(rows_, copies);
    WREATH_CUDA(cudaStreamSynchronize(copies));
  }

  std::uint32_t slot_count_;
  cuda::Buffer<WalkStatus> device_statuses_;
  cuda::Buffer<RowHead> device_heads_;
  cuda::Buffer<Value> device_rows_;
  cuda::Buffer<std::uint32_t> device_count_;
  cuda::Event written_;
  bool is_here_ = false;
  std::vector<WalkStatus> statuses_;
  std::vector<RowHead> heads_;
  std::vector<Value> rows_;
  std::vector<std::uint32_t> order_;  // rows by their walks
};

}  // namespace wreath::flip
