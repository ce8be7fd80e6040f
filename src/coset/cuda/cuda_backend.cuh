// SPDX-License-Identifier: MIT
//
// HLT's bulk operations on a GPU.
//
// The rows are in memory that grows in place. Each operation enqueues its kernels and asks the device once for its counts:
// whether the table is full, and how many pairs of equal cosets there are. For backend.cu alone.
#pragma once

#include "coset/backend.hpp"
#include "coset/tables/table.hpp"

#include <algorithm>
#include <vector>

#include "core/cuda/buffer.hpp"
#include "core/cuda/growing_memory.hpp"
#include "core/cuda/stream.hpp"
#include "core/cuda/transfer.hpp"
#include "core/run/memory.hpp"
#include "coset/cuda/rounds.cuh"
#include "coset/cuda/scans.cuh"
#include "coset/tables/closed_table.hpp"

namespace wreath::coset {

constexpr std::uint64_t kPairsAtLeast = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 26;
constexpr unsigned kFewPairs = 4096;
constexpr std::uint64_t kWindowRows = std::uint64_t{1} << 22;     // a multiple of kRowsOfBlock
constexpr std::uint64_t kRowsAhead = std::uint64_t{1} << 16;      // at first
constexpr std::uint64_t kSavedTogether = std::uint64_t{1} << 24;  // entries
constexpr unsigned kThreads = 256;
constexpr unsigned kMostRounds = Places::kMostRounds / 2;  // after which claims are cleared: one list has fewer
static_assert(Grain{}.piece == kBlock && kWindowRows % kRowsOfBlock == 0);

/// A buffer of at least this size; what it held is lost.
template <class T>
void make_room_in(cuda::Buffer<T>& buffer, std::uint64_t size) {
  if (buffer.size() >= size) return;
  buffer = {};
  buffer = cuda::Buffer<T>(size + size / 4);
}

/// Memory of the host that the GPU writes to.
template <class T>
class PinnedItem {
 public:
  PinnedItem() { WREATH_CUDA(cudaMallocHost(reinterpret_cast<void**>(&item_), sizeof(T))); }
  ~PinnedItem() { cudaFreeHost(item_); }
  PinnedItem(const PinnedItem&) = delete;
  PinnedItem& operator=(const PinnedItem&) = delete;
  T* get() const { return item_; }
  T* operator->() const { return item_; }
  T& operator*() const { return *item_; }

 private:
  T* item_ = nullptr;
};

class CudaBackend : public Backend {
 public:
  CudaBackend(CosetTable& table, const System& system, std::uint64_t most)
      : table_(table), system_(system), transfer_(stream_), state_(1), inverses_(256) {
    limit_rows(most);
    upload_relators();
    const Counts& counts = table.counts();
    grow(std::max(counts.rows + counts.rows / 2, kRowsAhead));
    if (capacity_ < counts.rows) throw MemoryError("the coset table does not fit in the memory of the GPU");
    const auto rows = table.saved_rows();
    transfer_.send(ref_.entries + ref_.width, rows.data(), rows.size_bytes());
    transfer_.send(ref_.parents, table.ref().parents, (counts.rows + 1) * sizeof(Row));
    DeviceState state{};
    state.rows = counts.rows;
    state_.upload({&state, 1}, stream_);
    stream_.wait();
    make_room_in(pairs_, std::max(kPairsAtLeast, kFewPairs * (2 * std::uint64_t{ref_.width} + 1)));
    make_room_in(dying_, kPairsAtLeast);
    int device = 0;
    int processors = 0;
    int blocks = 0;
    WREATH_CUDA(cudaGetDevice(&device));
    WREATH_CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    WREATH_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, rounds_kernel, kAlone, 0));
    if (blocks == 0) throw ResourceError("this GPU has too few registers for the enumeration of cosets");
    grid_ = static_cast<unsigned>(std::min(processors * blocks, 8 * static_cast<int>(kAlone)));
    block_rows_ = cuda::Buffer<unsigned long long>(grid_);
    block_tasks_ = cuda::Buffer<unsigned>(grid_);
  }
  ~CudaBackend() override { cudaStreamSynchronize(stream_); }
  CudaBackend(const CudaBackend&) = delete;
  CudaBackend& operator=(const CudaBackend&) = delete;

  Work close(const ScanRequest& request) override;
  Work fill_rows(std::uint64_t first, std::uint64_t last) override;
  bool settle(RunControl* run) override;
  bool compact(std::span<std::uint64_t> marks, RunControl* run) override;
  std::string first_fault(RunControl& run) override;
  void copy_home() override;
  void save_rows(ByteWriter& into) override;
  std::uint64_t row_limit() const override { return row_limit_; }
  void limit_rows(std::uint64_t most) override;
  std::string_view name() const override { return "cuda"; }
  std::uint64_t memory() const override {
    const auto bytes_of = [](const auto&... buffers) { return ((buffers.size() * sizeof(*buffers.data())) + ...); };
    return entries_.size() + parents_.size() +
           bytes_of(segments_, tasks_, counts_, row_counts_, starts_, row_starts_, least_, pairs_, dying_, aside_);
  }

 private:
  void upload_relators();
  void grow(std::uint64_t rows);
  bool grow_for(std::uint64_t rows);
  const DeviceState& read_state();
  void forget_round();
  PairList pair_list() { return {pairs_.data(), &state_.data()->pairs}; }
  void keep_pairs(std::uint64_t more);
  void make_places(std::uint64_t tasks);
  void count_new(std::uint64_t died = 0);
  bool fill_in_rounds(unsigned segments);
  bool make_lists(std::uint64_t pairs, std::uint64_t& head, std::uint64_t& tail);
  void hand_over(std::uint64_t head, std::uint64_t tail, std::uint64_t died);

  CosetTable& table_;
  const System& system_;
  cuda::Stream stream_;
  cuda::Transfer transfer_;
  cuda::GrowingMemory entries_;
  cuda::GrowingMemory parents_;
  TableRef ref_{};
  std::uint64_t capacity_ = 0;
  std::uint64_t row_limit_ = 0;
  PinnedItem<DeviceState> host_;
  cuda::Buffer<DeviceState> state_;
  cuda::Buffer<Letter> inverses_;
  cuda::Buffer<Letter> letters_;
  cuda::Buffer<RelatorRef> relators_;  // and then the words of the subgroup
  std::vector<RelatorRef> host_relators_;
  cuda::Buffer<Task> segments_;
  cuda::Buffer<Task> tasks_;
  cuda::Buffer<unsigned> counts_;      // of the tasks of segments
  cuda::Buffer<unsigned> row_counts_;  // of the rows that their winners need
  cuda::Buffer<unsigned long long> starts_;
  cuda::Buffer<unsigned long long> row_starts_;
  cuda::Buffer<Places::Claim> least_;
  unsigned round_ = 0;  // the last one
  unsigned grid_ = 0;   // blocks that run at one time
  cuda::Buffer<unsigned long long> block_rows_;
  cuda::Buffer<unsigned> block_tasks_;
  cuda::Buffer<uint2> pairs_;
  cuda::Buffer<Row> dying_;
  cuda::Buffer<Row> aside_;
  unsigned known_pairs_ = 0;
  // Of what the device has counted, what is known.
  std::uint64_t known_steps_ = 0;
  std::uint64_t known_begun_ = 0;
  std::uint64_t known_died_ = 0;
};

}  // namespace wreath::coset
