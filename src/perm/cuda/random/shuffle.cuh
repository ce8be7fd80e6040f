// SPDX-License-Identifier: MIT
//
// The shuffles of Fisher and Yates that make the buckets of a random permutation, in parallel, with the result of the loop
// (perm/random_buckets.hpp): for i from the last point down, swap the values at i and at r(i) <= i, a random place.
//
// In shared memory, all places at once. What is at i in the end is what was at r(i) before step i. It was brought there by the
// last step before that touched r(i): by succ(i), the least j > i with r(j) = r(i), which left there what was at j before its own
// step; without such a j, it is the value that was at r(i) from the start. What was at j before step j was brought by the least k
// > j with r(k) = j in turn. So the steps with the same r are chained, a step finds its successor in the chain of its r, and then
// goes from k to k while there is one. Chains have some two steps and ways one, on average: log(n) at most, nearly always.
//
// A bucket that is too large for that is shuffled where it lies, by one warp. Its lanes take the next 32 steps, and swap up to
// the first lane whose place an earlier one swaps as well.
//
// The words of the bucket's random stream belong to its steps in order, except that a word is passed over where Lemire's method
// rejects it, a few times in 10^5: then the words behind it belong to one step further on.
//
// Cost: per point of four bytes, in shared memory some ten random accesses there; in device memory two.
#pragma once

#include <cstdint>

#include "core/arrays/cuda/block_io.cuh"
#include "core/data/rng.hpp"

namespace wreath::perm {

constexpr int kShuffleThreads = 1024;
constexpr std::uint32_t kShuffleRounds = 9;                // of four steps of each thread
constexpr std::uint32_t kMostShuffledInShared = 35 << 10;  // points; kShuffleRounds have room for them, and some rejections
constexpr std::size_t kShuffleBytes = 6;                   // of shared memory per point
constexpr std::uint32_t kMostRejections = 64;              // 0.2 are expected
constexpr std::uint32_t kNoStep = ~std::uint32_t{0};

/// The step that a random word belongs to, if it is not rejected.
struct ShuffleStep {
  std::uint32_t place;   // i, which is 0 if there is no such step
  std::uint32_t target;  // r(i)
  bool rejected;
};

WREATH_HD inline ShuffleStep shuffle_step(std::uint32_t word, std::uint32_t left) {
  const std::uint64_t product = std::uint64_t{word} * left;
  const auto low = static_cast<std::uint32_t>(product);
  return {left - 1, static_cast<std::uint32_t>(product >> 32), low < left && low < (0U - left) % left};
}

/// The words that are passed over, in order.
struct Rejections {
  std::uint32_t count;
  std::uint32_t word[kMostRejections];

  /// The number of steps before the word's; kNoStep if it has none.
  __device__ std::uint32_t steps_before(std::uint32_t at) const {
    std::uint32_t before = 0;
    while (before < count && word[before] < at) ++before;
    return before < count && word[before] == at ? kNoStep : at - before;
  }
};

/// The least step above `place` in a chain; kNoStep if there is none.
__device__ inline std::uint32_t least_above(std::uint32_t place, std::uint32_t first, const std::uint16_t* next) {
  std::uint32_t least = kNoStep;
  for (std::uint32_t step = first & 0xffff; step != 0xffff; step = next[step])
    if (step > place && step < least) least = step;
  return least;
}

// One block per bucket. `values` has the points of the buckets, of which bucket b begins at starts[b]; x gets them in their new
// order. Shared memory: four bytes for each place and two for each step, and at the end the points of the bucket instead.
template <class Point, int threads, std::uint32_t rounds>
__global__ void __launch_bounds__(threads, 1) shuffle_in_shared_kernel(const std::uint64_t* starts, const std::uint32_t* values,
                                                                       std::uint64_t seed, std::uint32_t most, Point* x) {
  __shared__ Rejections rejections;
  __shared__ std::uint32_t first_rejected;
  const std::uint64_t start = starts[blockIdx.x];
  if (starts[blockIdx.x + 1] - start > most) return;
  const auto size = static_cast<std::uint32_t>(starts[blockIdx.x + 1] - start);
  auto* const heads = reinterpret_cast<std::uint32_t*>(arrays::cuda_detail::dynamic_shared());  // of chains, by place
  auto* const next = reinterpret_cast<std::uint16_t*>(heads + most);                            // in the chain, by step

  // use(round, word of the round, step) for all steps of this thread.
  const auto for_each_step = [&](auto&& use) {
#pragma unroll
    for (std::uint32_t round = 0; round < rounds; ++round) {
      const std::uint32_t block = threadIdx.x + round * threads;
      if (block * 4 + 1 >= size + rejections.count) continue;
      const PhiloxWords words = random_words(seed, blockIdx.x, block);
#pragma unroll
      for (std::uint32_t k = 0; k < 4; ++k) {
        const std::uint32_t before = rejections.steps_before(block * 4 + k);
        if (before == kNoStep || before + 1 >= size) continue;
        use(round * 4 + k, block * 4 + k, shuffle_step(words.word[k], size - before));
      }
    }
  };

  if (threadIdx.x == 0) rejections.count = 0;
  for (bool again = true; again;) {  // once more for each word that is rejected
    for (std::uint32_t i = threadIdx.x; i < size; i += threads) heads[i] = kNoStep;
    if (threadIdx.x == 0) first_rejected = kNoStep;
    __syncthreads();
    for_each_step([&](std::uint32_t, std::uint32_t word, const ShuffleStep& step) {
      if (step.rejected) atomicMin(&first_rejected, word);
      next[step.place] = static_cast<std::uint16_t>(atomicExch(heads + step.target, step.place));
    });
    __syncthreads();
    again = first_rejected != kNoStep;
    __syncthreads();
    if (again && threadIdx.x == 0) {
      if (rejections.count == kMostRejections) __trap();  // less likely than any number that has a name
      rejections.word[rejections.count++] = first_rejected;
    }
    __syncthreads();
  }

  // For each step: its successor or, without one, its place's target; and the step that goes to its place, or itself.
  std::uint32_t found[rounds * 4];
  std::uint64_t has_successor = 0;
  for_each_step([&](std::uint32_t k, std::uint32_t, const ShuffleStep& step) {
    const std::uint32_t successor = least_above(step.place, heads[step.target], next);
    const std::uint32_t comes_from = least_above(step.place, heads[step.place], next);
    if (successor != kNoStep) has_successor |= std::uint64_t{1} << k;
    found[k] = (successor != kNoStep ? successor : step.target) | (comes_from != kNoStep ? comes_from : step.place) << 16;
  });
  const std::uint32_t comes_to_zero = size != 0 ? least_above(0, heads[0], next) : kNoStep;
  __syncthreads();
  for_each_step([&](std::uint32_t k, std::uint32_t, const ShuffleStep& step) {
    next[step.place] = static_cast<std::uint16_t>(found[k]);
    heads[step.place] = found[k] >> 16 | static_cast<std::uint32_t>(has_successor >> k & 1) << 31;
  });
  if (threadIdx.x == 0 && size != 0) {
    next[0] = static_cast<std::uint16_t>(comes_to_zero != kNoStep ? comes_to_zero : 0);
    heads[0] = (comes_to_zero != kNoStep ? comes_to_zero : 0) | (comes_to_zero != kNoStep ? 1U << 31 : 0);
  }
  __syncthreads();
  for (std::uint32_t i = threadIdx.x; i < size; i += threads) {
    std::uint32_t from = next[i];
    if (heads[i] >> 31 != 0)
      for (std::uint32_t step = heads[from] & 0xffff; step != from; step = heads[from] & 0xffff) from = step;
    next[i] = static_cast<std::uint16_t>(from);  // no other thread reads it
  }
  __syncthreads();
  for (std::uint32_t i = threadIdx.x; i < size; i += threads) heads[i] = values[start + i];
  __syncthreads();
  for (std::uint32_t i = threadIdx.x; i < size; i += threads) x[start + i] = static_cast<Point>(heads[next[i]]);
}

// One warp per bucket, for those of more than `most` points.
template <class Point>
__global__ void __launch_bounds__(32) shuffle_in_place_kernel(const std::uint64_t* starts, const std::uint32_t* values,
                                                              std::uint64_t seed, std::uint32_t most, Point* x) {
  using arrays::cuda_detail::kWholeWarp;
  __shared__ std::uint32_t words[256];  // of the stream: word w is at w % 256
  const std::uint64_t start = starts[blockIdx.x];
  if (starts[blockIdx.x + 1] - start <= most) return;
  const std::uint32_t lane = threadIdx.x;
  auto left = static_cast<std::uint32_t>(starts[blockIdx.x + 1] - start);  // points that are not yet in place
  Point* const points = x + start;
  for (std::uint32_t i = lane; i < left; i += 32) points[i] = static_cast<Point>(values[start + i]);
  __syncwarp();

  std::uint32_t word = 0;
  std::uint32_t drawn = 0;
  while (left > 1) {
    if (drawn < word + 32) {
      const PhiloxWords four = random_words(seed, blockIdx.x, drawn / 4 + lane);
      for (std::uint32_t k = 0; k < 4; ++k) words[(drawn + lane * 4 + k) % 256] = four.word[k];
      drawn += 128;
      __syncwarp();
    }
    const bool active = lane + 1 < left;
    ShuffleStep step{0, 1U << 31 | lane, false};
    if (active) step = shuffle_step(words[(word + lane) % 256], left - lane);
    const unsigned same = __match_any_sync(kWholeWarp, step.target);
    const std::uint32_t whose = left - 1 - step.target;  // the lane whose place the target is
    unsigned taken = active && whose < 32 && whose > lane ? 1U << whose : 0;
    if (__any_sync(kWholeWarp, taken != 0))
      for (int offset = 16; offset != 0; offset /= 2) taken |= __shfl_xor_sync(kWholeWarp, taken, offset);
    const bool waits = (same & ((1U << lane) - 1)) != 0 || (taken >> lane & 1) != 0;
    const unsigned stops = __ballot_sync(kWholeWarp, !active || step.rejected || waits);
    const unsigned rejected = __ballot_sync(kWholeWarp, step.rejected);
    const std::uint32_t count = stops != 0 ? __ffs(static_cast<int>(stops)) - 1 : 32;
    Point here = 0;
    Point there = 0;
    if (lane < count) {
      here = points[step.place];
      there = points[step.target];
    }
    __syncwarp();
    if (lane < count) {
      points[step.place] = there;
      points[step.target] = here;
    }
    __syncwarp();
    left -= count;
    word += count + (count < 32 && (rejected >> count & 1) != 0 ? 1 : 0);
  }
}

}  // namespace wreath::perm
