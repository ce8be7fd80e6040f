// SPDX-License-Identifier: MIT
//
// A deterministic automaton's run over n letters on a GPU, as a prefix scan over functions.
//
// The run is a chain value' = table[symbol(i) + value]. The word is cut into chunks.
//
//   compose   one warp a chunk: what the chunk does to every value. The lanes hold different values; as soon as some have become
//             equal (after a few letters most have) one lane continues for all of them, and from 32 values on a step is one
//             look-up in shared memory for the whole warp. A lane reads the symbol of every 32nd letter and leaves it in shared
//             memory, where all read four at a time: shared memory is what limits this kernel.
//   combine   one thread for each value and group of about sqrt(chunks) chunks: what the group does to it
//   expand    one thread a group: with which value each chunk begins
//
// What is done with the run (a replay, one thread a chunk) is the caller's.
#pragma once

#include <cstdint>

namespace wreath::word {

using Value = std::uint16_t;

inline constexpr std::uint32_t kMaxValues = 0x7FFF;
inline constexpr std::uint32_t kMaxWarps = 8;  // of a block that composes
inline constexpr unsigned kAll = 0xFFFFFFFFU;

struct ChainRef {
  const Value* table;
  std::uint32_t table_size;
  std::uint32_t values;  // they are 0..values-1
};

/// How a word is cut. Chunks have numbers in the order of the run, which may be backwards.
struct Cut {
  std::uint32_t size;
  std::uint32_t chunk;
  std::uint32_t chunks;
  std::uint32_t group;  // chunks of a group
  std::uint32_t groups;

  __host__ __device__ std::uint32_t begin(std::uint32_t place) const { return place * chunk; }
  __host__ __device__ std::uint32_t end(std::uint32_t place) const { return min(size, (place + 1) * chunk); }
};

/// The table, in shared memory where it has room there.
template <bool kStaged>
__device__ const Value* stage(const Value* table, std::uint32_t size, Value* shared) {
  if constexpr (kStaged) {
    for (std::uint32_t i = threadIdx.x; i < size; i += blockDim.x) shared[i] = table[i];
    __syncthreads();
    return shared;
  } else {
    return table;
  }
}

/// A warp's scratch memory: the values that are left, and which of them each first value has become.
struct WarpScratch {
  Value* images;
  Value* next;
  Value* owner;
  Value* runs;

  __device__ WarpScratch(Value* memory, std::uint32_t values)
      : images(memory), next(memory + values), owner(memory + 2 * values), runs(memory + 3 * values) {}

  /// Keeps each of the `count` images once; returns how many are left.
  __device__ std::uint32_t merge(std::uint32_t count, std::uint32_t first_values) {
    constexpr Value kNumbered = 0x8000;
    const std::uint32_t lane = threadIdx.x % 32;
    for (std::uint32_t i = lane; i < count; i += 32) owner[images[i]] = static_cast<Value>(i);
    __syncwarp();
    std::uint32_t left = 0;
    for (std::uint32_t base = 0; base < count; base += 32) {
      const std::uint32_t i = base + lane;
      const Value image = i < count ? images[i] : Value{0};
      const bool is_owner = i < count && owner[image] == i;
      const unsigned owners = __ballot_sync(kAll, is_owner);
      if (is_owner) {
        const std::uint32_t number = left + __popc(owners & ((1U << lane) - 1));
        next[number] = image;
        owner[image] = static_cast<Value>(number) | kNumbered;
      }
      left += __popc(owners);
      __syncwarp();
    }
    for (std::uint32_t i = lane; i < first_values; i += 32) runs[i] = owner[images[runs[i]]] & (kNumbered - 1);
    __syncwarp();
    Value* const swapped = images;
    images = next;
    next = swapped;
    return left;
  }
};

/// Input: `symbol(i)` of the letter i; `values(place)`, how many values may come to the chunk; kBackwards; and begin(place, from,
/// value): whether the chunk begins later (at the letter `from`, with this value, whatever came before), or not at all.
template <class Input, bool kStaged>
__global__ void compose_kernel(Input input, ChainRef chain, Cut cut, Value* functions) {
  extern __shared__ Value staged[];
  alignas(16) __shared__ std::uint32_t all_symbols[kMaxWarps][32];
  std::uint32_t* const symbols = all_symbols[threadIdx.x / 32];
  const Value* const table = stage<kStaged>(chain.table, chain.table_size, staged);
  const std::uint32_t lane = threadIdx.x % 32;
  Value* const memory = staged + (kStaged ? chain.table_size : 0) + threadIdx.x / 32 * 4 * chain.values;
  const std::uint32_t warps = gridDim.x * (blockDim.x / 32);
  for (std::uint32_t number = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; number < cut.chunks; number += warps) {
    const std::uint32_t place = Input::kBackwards ? cut.chunks - 1 - number : number;
    WarpScratch scratch(memory, chain.values);
    std::uint32_t from = cut.begin(place);
    std::uint32_t fixed = 0;
    const bool is_fixed = input.begin(place, cut, from, fixed);
    const std::uint32_t first_values = is_fixed ? 1 : input.values(place, cut);
    for (std::uint32_t i = lane; i < first_values; i += 32) {
      scratch.images[i] = static_cast<Value>(is_fixed ? fixed : i);
      scratch.runs[i] = static_cast<Value>(i);
    }
    __syncwarp();
    const std::uint32_t length = cut.end(place) > from ? cut.end(place) - from : 0;
    const auto symbol_at = [&](std::uint32_t step) {
      return step < length ? input.symbol(Input::kBackwards ? cut.end(place) - 1 - step : from + step) : 0;
    };
    std::uint32_t left = first_values;
    std::uint32_t done = 0;
    while (left > 32 && done < length) {
      constexpr std::uint32_t kStretch = 16;
      const std::uint32_t mine = symbol_at(done + lane % kStretch);
      const std::uint32_t steps = min(kStretch, length - done);
      for (std::uint32_t step = 0; step < steps; ++step) {
        const std::uint32_t symbol = __shfl_sync(kAll, mine, static_cast<int>(step));
        for (std::uint32_t i = lane; i < left; i += 32) scratch.images[i] = table[symbol + scratch.images[i]];
      }
      done += steps;
      __syncwarp();
      left = scratch.merge(left, first_values);
    }
    if (left <= 32) {
      std::uint32_t value = scratch.images[lane < left ? lane : 0];
      std::uint32_t next = symbol_at(done + lane);
      for (; done < length; done += 32) {
        symbols[lane] = next;
        next = symbol_at(done + 32 + lane);
        __syncwarp();
        if (done + 32 <= length) {
#pragma unroll
          for (int i = 0; i < 32; i += 4) {
            const uint4 four = *reinterpret_cast<const uint4*>(symbols + i);
            value = table[four.x + value];
            value = table[four.y + value];
            value = table[four.z + value];
            value = table[four.w + value];
          }
        } else {
          for (std::uint32_t step = 0; step < length - done; ++step) value = table[symbols[step] + value];
        }
        __syncwarp();
      }
      __syncwarp();
      if (lane < left) scratch.images[lane] = static_cast<Value>(value);
      __syncwarp();
    }
    for (std::uint32_t i = lane; i < chain.values; i += 32) {
      const std::uint32_t run = is_fixed ? 0 : i < first_values ? scratch.runs[i] : kMaxValues;
      functions[std::size_t{number} * chain.values + i] = run == kMaxValues ? Value{0} : scratch.images[run];
    }
    __syncwarp();
  }
}

static __global__ void combine_kernel(const Value* functions, std::uint32_t values, Cut cut, Value* groups) {
  const std::uint32_t task = blockIdx.x * blockDim.x + threadIdx.x;
  if (task >= cut.groups * values) return;
  const std::uint32_t group = task / values;
  std::uint32_t value = task % values;
  for (std::uint32_t i = group * cut.group; i < min(cut.chunks, (group + 1) * cut.group); ++i) {
    value = functions[std::size_t{i} * values + value];
  }
  groups[task] = static_cast<Value>(value);
}

/// entries[i]: the value with which chunk i of the run begins; entries[chunks]: the last one.
static __global__ void expand_kernel(const Value* functions, const Value* groups, std::uint32_t values, Cut cut,
                                     std::uint32_t first, Value* entries) {
  const std::uint32_t group = blockIdx.x * blockDim.x + threadIdx.x;
  if (group >= cut.groups) return;
  std::uint32_t value = first;
  for (std::uint32_t i = 0; i < group; ++i) value = groups[i * values + value];
  for (std::uint32_t i = group * cut.group; i < min(cut.chunks, (group + 1) * cut.group); ++i) {
    entries[i] = static_cast<Value>(value);
    value = functions[std::size_t{i} * values + value];
  }
  if (group + 1 == cut.groups) entries[cut.chunks] = static_cast<Value>(value);
}

}  // namespace wreath::word
