// SPDX-License-Identifier: MIT
//
// A breadth-first search over numbers on a GPU: one bit for each number that is known, and the last level as a list.
//
// Core/data/frontier_bitmaps.hpp is the same search on the CPU, with three bitmaps. Here a level is a list of items, in which a
// number is written such that a generator is applied to it cheaply: no number is ever taken apart. A thread applies all
// generators to its item, numbers what comes out, and sets the bits; who set a bit first appends the item to the list of the next
// level. So a level costs as much as it has items, not a pass over the bitmap.
//
// Accesses to the bitmap would be random, and each would cost a sector of memory. They are not, because a list is sorted by the
// eight highest bits of its items, one pass of a radix sort: where a generator keeps most of the order of items, neighbours in
// the list meet in the second-level cache. The eight bits above an item hold the generator that led to it, whose inverse leads
// back and is left out.
//
// Moves, a plain struct, says what items are:
//   std::uint32_t generators, item_bits (at most 56), table_words;
//   const std::uint64_t* tables;                        copied to shared memory if there is room
//   __device__ std::uint64_t move(const std::uint64_t* tables, unsigned generator, std::uint64_t item) const;
//   __device__ std::uint64_t number(const std::uint64_t* tables, std::uint64_t item) const;
//   __device__ unsigned inverse(const std::uint64_t* tables, unsigned generator) const;       kNoGenerator if there is none
#pragma once

#include <algorithm>
#include <cstdint>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <vector>

#include "core/cuda/buffer.hpp"
#include "core/cuda/growing_memory.hpp"
#include "core/cuda/stream.hpp"
#include "core/data/frontier_bitmaps.hpp"
#include "core/run/memory.hpp"
#include "core/run/stop_check.hpp"

namespace wreath::cuda {

namespace frontier_lists {

constexpr unsigned kTagShift = 56;
constexpr unsigned kNoGenerator = 255;
constexpr std::uint64_t kItemMask = (std::uint64_t{1} << kTagShift) - 1;
constexpr unsigned kThreads = 512;
constexpr unsigned kAtOnce = 4;     // generators whose bits are read before the first is looked at
constexpr unsigned kFlagged = 32;   // generators between two appends
constexpr unsigned kOrderBits = 8;  // by which a list is sorted: one pass

using Word = unsigned long long;

__device__ inline std::uint64_t tagged(std::uint64_t item, unsigned generator) {
  return item | std::uint64_t{generator < kNoGenerator ? generator : kNoGenerator} << kTagShift;
}

template <class Moves>
__global__ void __launch_bounds__(kThreads) expand_list_kernel(Moves moves, const std::uint64_t* list, std::uint64_t size,
                                                               Word* seen, std::uint64_t* out, Word* used, bool shared_tables) {
  extern __shared__ std::uint64_t shared[];
  using Scan = cub::BlockScan<unsigned, kThreads>;
  __shared__ typename Scan::TempStorage scan;
  __shared__ Word base;
  if (shared_tables) {
    for (unsigned i = threadIdx.x; i < moves.table_words; i += kThreads) shared[i] = moves.tables[i];
    __syncthreads();
  }
  const std::uint64_t* tables = shared_tables ? shared : moves.tables;
  for (std::uint64_t tile = blockIdx.x; tile * kThreads < size; tile += gridDim.x) {
    const std::uint64_t at = tile * kThreads + threadIdx.x;
    const std::uint64_t entry = at < size ? list[at] : 0;
    const std::uint64_t item = entry & kItemMask;
    const auto tag = static_cast<unsigned>(entry >> kTagShift);
    unsigned back = at < size && tag != kNoGenerator ? moves.inverse(tables, tag) : kNoGenerator;
    if (back == kNoGenerator) back = ~0U;  // there may be a generator of that number
    for (unsigned first = 0; first < moves.generators; first += kFlagged) {
      const unsigned end = min(moves.generators, first + kFlagged);
      unsigned flags = 0;
      for (unsigned group = first; group < end && at < size; group += kAtOnce) {
        std::uint64_t numbers[kAtOnce];
        Word words[kAtOnce];
#pragma unroll
        for (unsigned i = 0; i < kAtOnce; ++i) {
          const unsigned generator = group + i;
          words[i] = ~Word{0};
          if (generator >= end || generator == back) continue;
          numbers[i] = moves.number(tables, moves.move(tables, generator, item));
          words[i] = __ldcg(seen + numbers[i] / 64);
        }
#pragma unroll
        for (unsigned i = 0; i < kAtOnce; ++i) {
          if (words[i] == ~Word{0}) continue;  // left out, or all known
          const Word bit = Word{1} << (numbers[i] % 64);
          if ((words[i] & bit) != 0 || (atomicOr(seen + numbers[i] / 64, bit) & bit) != 0) continue;
          flags |= 1U << (group + i - first);
        }
      }
      unsigned offset = 0;
      unsigned total = 0;
      Scan(scan).ExclusiveSum(static_cast<unsigned>(__popc(flags)), offset, total);
      if (threadIdx.x == 0 && total != 0) base = atomicAdd(used, Word{total});
      __syncthreads();
      for (std::uint64_t* to = out + base + offset; flags != 0; flags &= flags - 1, ++to) {
        const unsigned generator = first + static_cast<unsigned>(__ffs(static_cast<int>(flags))) - 1;
        *to = tagged(moves.move(tables, generator, item), generator);
      }
      __syncthreads();
    }
  }
}

/// Sets (or clears) the bits of a list.
template <class Moves>
__global__ void mark_list_kernel(Moves moves, const std::uint64_t* list, std::uint64_t size, Word* bitmap, bool set) {
  const std::uint64_t stride = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < size; i += stride) {
    const std::uint64_t number = moves.number(moves.tables, list[i] & kItemMask);
    const Word bit = Word{1} << (number % 64);
    if (set) {
      atomicOr(bitmap + number / 64, bit);
    } else {
      atomicAnd(bitmap + number / 64, ~bit);
    }
  }
}

template <class Moves>
__global__ void number_list_kernel(Moves moves, const std::uint64_t* list, std::uint64_t size, std::uint64_t* numbers) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < size) numbers[i] = moves.number(moves.tables, list[i] & kItemMask);
}

}  // namespace frontier_lists

template <class Moves>
class FrontierLists {
 public:
  /// Throws ResourceError if the bitmap does not fit the GPU.
  FrontierLists(std::uint64_t numbers, const Moves& moves) : numbers_(numbers), moves_(moves) {
    std::size_t free = 0;
    std::size_t all = 0;
    WREATH_CUDA(cudaMemGetInfo(&free, &all));
    const std::uint64_t bytes = words() * sizeof(Word);
    if (bytes + kLeastList > free) {
      throw ResourceError("the bitmap needs " + std::to_string(bytes >> 20) + " MiB on the GPU, which has " +
                          std::to_string(free >> 20) + " free");
    }
    seen_ = Buffer<Word>(words());
    WREATH_CUDA(cudaMemsetAsync(seen_.data(), 0, bytes, stream_));
    used_ = Buffer<Word>(1);
    int device = 0;
    int shared_bytes = 0;
    WREATH_CUDA(cudaGetDevice(&device));
    WREATH_CUDA(cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    WREATH_CUDA(cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, device));
    const std::size_t table_bytes = moves.table_words * sizeof(std::uint64_t);
    shared_bytes_ = table_bytes + kStaticShared <= static_cast<std::size_t>(shared_bytes) ? table_bytes : 0;
    const auto kernel = frontier_lists::expand_list_kernel<Moves>;
    WREATH_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes_)));
    WREATH_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_, kernel, frontier_lists::kThreads, shared_bytes_));
    blocks_ = std::max(1, blocks_);
  }

  std::uint64_t known() const noexcept { return known_; }
  std::uint64_t bytes() const noexcept { return words() * sizeof(Word) + lists_[0].size() + lists_[1].size(); }

  /// Items of the first level, each once.
  void add_start(std::vector<std::uint64_t> items) {
    for (std::uint64_t& item : items) item |= std::uint64_t{frontier_lists::kNoGenerator} << frontier_lists::kTagShift;
    put_last(items);
    mark(seen_.data(), last(), size_, true);
    known_ = size_;
  }

  /// Makes the next level and returns how many numbers it has. Throws MemoryError if the lists do not fit the GPU, and Stopped if
  /// should_stop() says so; then nothing has changed.
  template <class ShouldStop>
  std::uint64_t expand(const ShouldStop& should_stop) {
    WREATH_CUDA(cudaMemsetAsync(used_.data(), 0, sizeof(Word), stream_));
    std::uint64_t found = 0;
    const std::uint64_t most = std::max<std::uint64_t>(kLeastSlice, kSliceItems / moves_.generators);
    for (std::uint64_t begin = 0; begin < size_;) {
      const bool stopped = should_stop();
      const std::uint64_t slice = stopped ? 0 : room_for_slice(found, std::min(most, size_ - begin));
      if (slice == 0) {
        mark(seen_.data(), next(), found, false);
        stream_.wait();
        if (stopped) throw Stopped{};
        throw MemoryError("the GPU has no memory for the list of the next level, of which " + std::to_string(found) +
                          " items were found so far");
      }
      const auto blocks = static_cast<unsigned>(
          std::min<std::uint64_t>((slice + frontier_lists::kThreads - 1) / frontier_lists::kThreads,
                                  static_cast<std::uint64_t>(blocks_) * static_cast<std::uint64_t>(processors_)));
      const cudaStream_t stream = stream_;
      frontier_lists::expand_list_kernel<Moves><<<blocks, frontier_lists::kThreads, shared_bytes_, stream>>>(
          moves_, last() + begin, slice, seen_.data(), next(), used_.data(), shared_bytes_ != 0);
      WREATH_CUDA_LAUNCHED();
      Word used = 0;
      used_.download({&used, 1}, stream_);
      stream_.wait();
      found = used;
      begin += slice;
    }
    which_ ^= 1;
    size_ = found;
    known_ += found;
    sort_last();
    return found;
  }

  /// The items of the last level, without order.
  std::vector<std::uint64_t> last_items() const {
    std::vector<std::uint64_t> items(size_);
    if (size_ != 0) WREATH_CUDA(cudaMemcpy(items.data(), last(), size_ * sizeof(std::uint64_t), cudaMemcpyDeviceToHost));
    for (std::uint64_t& item : items) item &= frontier_lists::kItemMask;
    return items;
  }

  // --- checkpoints, which are those of FrontierBitmaps
  void save(ByteWriter& into) const {
    FrontierBlocks blocks(words());
    const std::vector<std::uint64_t> seen = downloaded(seen_.data());
    const std::vector<std::uint64_t> last_bits = last_level();
    blocks.count(seen, last_bits);
    blocks.save(into, seen, last_bits);
  }
  /// item(number) writes a number as an item.
  template <class Item>
  void restore(ByteReader& from, const Item& item) {
    FrontierBlocks blocks(words());
    std::vector<std::uint64_t> seen(words());
    std::vector<std::uint64_t> last_bits(words());
    blocks.restore(from, seen, last_bits);
    WREATH_CUDA(cudaMemcpyAsync(seen_.data(), seen.data(), words() * sizeof(Word), cudaMemcpyHostToDevice, stream_));
    stream_.wait();
    std::vector<std::uint64_t> items;
    for (std::uint64_t word = 0; word < words(); ++word) {
      for (std::uint64_t bits = last_bits[word]; bits != 0; bits &= bits - 1) {
        items.push_back(item(word * 64 + static_cast<std::uint64_t>(std::countr_zero(bits))) |
                        std::uint64_t{frontier_lists::kNoGenerator} << frontier_lists::kTagShift);
      }
    }
    put_last(items);
    known_ = blocks.known();
  }

 private:
  using Word = frontier_lists::Word;
  static constexpr std::uint64_t kLeastList = std::uint64_t{64} << 20;     // bytes without which a search is not begun
  static constexpr std::size_t kStaticShared = 4096;                       // what a block has besides the tables
  static constexpr std::uint64_t kSliceItems = std::uint64_t{1} << 28;     // results of one launch
  static constexpr std::uint64_t kLeastSlice = std::uint64_t{1} << 14;     // items
  static constexpr std::uint64_t kNumberedSlice = std::uint64_t{1} << 20;  // items
  static constexpr std::uint64_t kLeastSorted = std::uint64_t{1} << 20;    // items for which sorting pays

  std::uint64_t words() const { return (numbers_ + 63) / 64; }
  const std::uint64_t* last() const { return static_cast<const std::uint64_t*>(lists_[which_].data()); }
  std::uint64_t* next() { return static_cast<std::uint64_t*>(lists_[which_ ^ 1].data()); }

  void put_last(const std::vector<std::uint64_t>& items) {
    size_ = items.size();
    lists_[which_].grow(std::max<std::size_t>(1, size_) * sizeof(std::uint64_t));
    if (size_ == 0) return;
    WREATH_CUDA(
        cudaMemcpyAsync(lists_[which_].data(), items.data(), size_ * sizeof(std::uint64_t), cudaMemcpyHostToDevice, stream_));
    stream_.wait();
  }

  /// How many items can be expanded with the room there is, at most `wanted`: each may lead to as many as there are generators.
  std::uint64_t room_for_slice(std::uint64_t found, std::uint64_t wanted) {
    for (std::uint64_t slice = wanted;; slice /= 2) {
      const std::uint64_t most = std::min(found + slice * moves_.generators, numbers_ - known_ + 1);
      try {
        lists_[which_ ^ 1].grow(most * sizeof(std::uint64_t));
        return slice;
      } catch (const ResourceError&) {
        if (slice <= kLeastSlice) return 0;
      }
    }
  }

  /// By their highest bits, if there is memory for that.
  void sort_last() {
    if (size_ < kLeastSorted) return;
    const unsigned end = moves_.item_bits;
    const unsigned begin = end > frontier_lists::kOrderBits ? end - frontier_lists::kOrderBits : 0;
    try {
      lists_[which_ ^ 1].grow(size_ * sizeof(std::uint64_t));
      std::size_t bytes = 0;
      const auto sort = [&](void* scratch) {
        WREATH_CUDA(cub::DeviceRadixSort::SortKeys(scratch, bytes, last(), next(), size_, static_cast<int>(begin),
                                                   static_cast<int>(end), stream_));
      };
      sort(nullptr);
      if (scratch_.size() < bytes) {
        scratch_ = {};
        scratch_ = Buffer<std::byte>(bytes);
      }
      sort(scratch_.data());
    } catch (const ResourceError&) {
      return;
    }
    which_ ^= 1;
  }

  void mark(Word* bitmap, const std::uint64_t* list, std::uint64_t size, bool set) const {
    if (size == 0) return;
    const auto blocks = static_cast<unsigned>(std::min<std::uint64_t>((size + 255) / 256, 65535));
    const cudaStream_t stream = stream_;
    frontier_lists::mark_list_kernel<Moves><<<blocks, 256, 0, stream>>>(moves_, list, size, bitmap, set);
    WREATH_CUDA_LAUNCHED();
  }
  /// The bits of the last level. The list is numbered slice by slice, so that it can be done on a full GPU.
  std::vector<std::uint64_t> last_level() const {
    std::vector<std::uint64_t> bits(words());
    const std::uint64_t most = std::min<std::uint64_t>(size_, kNumberedSlice);
    if (most == 0) return bits;
    Buffer<std::uint64_t> numbers(most);
    std::vector<std::uint64_t> numbered(most);
    for (std::uint64_t begin = 0; begin < size_; begin += most) {
      const std::uint64_t count = std::min(most, size_ - begin);
      const cudaStream_t stream = stream_;
      frontier_lists::number_list_kernel<Moves>
          <<<static_cast<unsigned>((count + 255) / 256), 256, 0, stream>>>(moves_, last() + begin, count, numbers.data());
      WREATH_CUDA_LAUNCHED();
      numbers.download(std::span(numbered).first(count), stream_);
      stream_.wait();
      for (std::uint64_t i = 0; i < count; ++i) bits[numbered[i] / 64] |= std::uint64_t{1} << (numbered[i] % 64);
    }
    return bits;
  }
  std::vector<std::uint64_t> downloaded(const Word* bitmap) const {
    std::vector<std::uint64_t> bits(words());
    WREATH_CUDA(cudaMemcpyAsync(bits.data(), bitmap, words() * sizeof(Word), cudaMemcpyDeviceToHost, stream_));
    stream_.wait();
    return bits;
  }

  std::uint64_t numbers_;
  Moves moves_;
  Stream stream_;
  Buffer<Word> seen_;
  GrowingMemory lists_[2];  // of items and, above them, of the generators that led to them
  unsigned which_ = 0;      // the list of the last level
  std::uint64_t size_ = 0;
  std::uint64_t known_ = 0;
  Buffer<Word> used_;
  Buffer<std::byte> scratch_;
  std::size_t shared_bytes_ = 0;
  int processors_ = 1;
  int blocks_ = 1;  // of a multiprocessor
};

}  // namespace wreath::cuda
