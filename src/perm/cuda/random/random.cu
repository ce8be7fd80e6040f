// SPDX-License-Identifier: MIT
//
// The random permutation of a seed in device memory, the same as the host's (perm/random.cpp).
//
// Each point's bucket comes from the random words of eight points; a stable radix sort by buckets puts the points of a bucket
// together, in ascending order; and each bucket is shuffled (shuffle.cuh). For at most 2^32 points, so that they have four bytes
// on the way, whatever the width of the result is.
//
// Cost: 12 bytes of scratch and some 60 bytes of traffic per point; the shuffles take most of the time beyond 2^27 points, where
// buckets outgrow shared memory.
#include <cub/device/device_radix_sort.cuh>

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

#include "core/arrays/cuda/partition.cuh"
#include "perm/cuda/on_device.hpp"
#include "perm/cuda/random/shuffle.cuh"
#include "perm/random_buckets.hpp"
#include "wreath/perm/device.hpp"

namespace wreath::perm::device {

namespace {

using arrays::cuda_detail::launch;
constexpr int kThrowThreads = 256;

// A thread throws eight points.
__global__ void throw_points_kernel(std::uint64_t seed, std::uint64_t n, unsigned shift, std::uint16_t* buckets,
                                    std::uint32_t* points) {
  const std::uint64_t first = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) * 8;
  if (first >= n) return;
  const PhiloxWords words = random_words(seed, random_detail::kDigitWalker, first / 8);
  std::uint32_t bucket[8];
#pragma unroll
  for (unsigned k = 0; k < 8; ++k) bucket[k] = bucket_digit(words, k, shift);
  const auto point = static_cast<std::uint32_t>(first);
  if (first + 8 <= n) {
    *reinterpret_cast<uint4*>(buckets + first) = make_uint4(bucket[0] | bucket[1] << 16, bucket[2] | bucket[3] << 16,
                                                            bucket[4] | bucket[5] << 16, bucket[6] | bucket[7] << 16);
    *reinterpret_cast<uint4*>(points + first) = make_uint4(point, point + 1, point + 2, point + 3);
    *reinterpret_cast<uint4*>(points + first + 4) = make_uint4(point + 4, point + 5, point + 6, point + 7);
  } else {
    for (unsigned k = 0; first + k < n; ++k) {
      buckets[first + k] = static_cast<std::uint16_t>(bucket[k]);
      points[first + k] = point + k;
    }
  }
}

// starts[b] = how many points are in buckets before b, for b up to the number of buckets.
__global__ void find_starts_kernel(const std::uint16_t* sorted, std::uint64_t n, std::uint32_t count, std::uint64_t* starts) {
  const std::uint32_t bucket = blockIdx.x * blockDim.x + threadIdx.x;
  if (bucket > count) return;
  std::uint64_t low = 0;
  std::uint64_t high = n;
  while (low < high) {
    const std::uint64_t middle = (low + high) / 2;
    if (sorted[middle] < bucket) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  starts[bucket] = low;
}

struct RandomScratch {
  explicit RandomScratch(void* base, std::uint64_t n) : buckets_count(static_cast<std::uint32_t>(random_buckets(n))) {
    arrays::cuda_detail::Arena arena(base);
    for (int side = 0; side < 2; ++side) {
      buckets[side] = arena.take<std::uint16_t>(n);
      points[side] = arena.take<std::uint32_t>(n);
    }
    starts = arena.take<std::uint64_t>(std::uint64_t{buckets_count} + 1);
    sort(nullptr, n, nullptr);
    for_sort = arena.take<unsigned char>(sort_bytes);
    bytes = arena.used();
  }

  /// From side 0 to side 1; with no space, only asks how much it takes.
  void sort(void* space, std::uint64_t n, cudaStream_t stream) {
    WREATH_CUDA(cub::DeviceRadixSort::SortPairs(space, sort_bytes, buckets[0], buckets[1], points[0], points[1],
                                                static_cast<std::int64_t>(n), 0, std::max(1, std::countr_zero(buckets_count)),
                                                stream));
  }

  std::uint32_t buckets_count;
  std::uint16_t* buckets[2];
  std::uint32_t* points[2];
  std::uint64_t* starts;
  void* for_sort;
  std::size_t sort_bytes = 0;
  std::size_t bytes = 0;
};

}  // namespace

std::size_t random_scratch_bytes(std::uint64_t points) {
  return points == 0 ? 0 : RandomScratch(nullptr, points).bytes;
}

template <PointType Point>
void random(Span<Point> x, std::uint64_t seed, const Options& options) {
  const OnDevice on(options.device);
  if (x.size > std::uint64_t{1} << 32) throw InputError("random permutations in device memory have at most 2^32 points");
  check_aligned("x", x.data);
  if (x.size == 0) return;
  const auto stream = static_cast<cudaStream_t>(options.stream);
  const DeviceScratch space(random_scratch_bytes(x.size), options);
  RandomScratch scratch(space.data(), x.size);
  launch("throw_points", throw_points_kernel, arrays::cuda_detail::divide_up(x.size, 8 * kThrowThreads), kThrowThreads, 0, stream,
         seed, x.size, digit_shift(scratch.buckets_count), scratch.buckets[0], scratch.points[0]);
  scratch.sort(scratch.for_sort, x.size, stream);
  launch("find_starts", find_starts_kernel, scratch.buckets_count / kThrowThreads + 1, kThrowThreads, 0, stream,
         scratch.buckets[1], x.size, scratch.buckets_count, scratch.starts);
  const std::size_t shared_bytes = arrays::cuda_detail::device_limits().shared_bytes - sizeof(Rejections) - 1024;
  const auto room = static_cast<std::uint32_t>(
      std::min<std::uint64_t>({kMostShuffledInShared, shared_bytes / kShuffleBytes / 4 * 4, (x.size + 3) / 4 * 4}));
  launch("shuffle_in_shared", shuffle_in_shared_kernel<Point, kShuffleThreads, kShuffleRounds>, scratch.buckets_count,
         kShuffleThreads, room * kShuffleBytes, stream, scratch.starts, scratch.points[1], seed, room, x.data);
  if (x.size > room) {
    launch("shuffle_in_place", shuffle_in_place_kernel<Point>, scratch.buckets_count, 32, 0, stream, scratch.starts,
           scratch.points[1], seed, room, x.data);
  }
  WREATH_CUDA(cudaStreamSynchronize(stream));
}

template void random(Span<std::uint32_t>, std::uint64_t, const Options&);
template void random(Span<std::uint64_t>, std::uint64_t, const Options&);

}  // namespace wreath::perm::device
