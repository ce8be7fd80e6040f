// SPDX-License-Identifier: MIT
#include "cuda_arrays.hpp"

#include <algorithm>
#include <bit>

#include "core/cuda/buffer.hpp"

namespace wreath::perm::bench {

namespace {

constexpr unsigned kThreads = 256;

unsigned blocks_for(std::uint64_t n) {
  return static_cast<unsigned>(std::min<std::uint64_t>((n + kThreads - 1) / kThreads, 8192));
}

__device__ std::uint32_t mix(std::uint32_t value) {
  value ^= value >> 16;
  value *= 0x85ebca6bU;
  value ^= value >> 13;
  value *= 0xc2b2ae35U;
  return value ^ value >> 16;
}

// Six alternating Feistel rounds on `bits` bits, a bijection of them, repeated until the result is below n.
__device__ std::uint64_t permute(std::uint64_t value, std::uint64_t n, int bits, std::uint32_t seed) {
  const int low_bits = bits / 2;
  const std::uint64_t low_mask = (std::uint64_t{1} << low_bits) - 1;
  const std::uint64_t high_mask = (std::uint64_t{1} << (bits - low_bits)) - 1;
  do {
    std::uint64_t low = value & low_mask;
    std::uint64_t high = value >> low_bits;
    for (std::uint32_t round = 0; round < 6; ++round) {
      const std::uint32_t key = seed + round * 0x7f4a7c15U;
      if (round % 2 == 0) {
        high ^= mix(static_cast<std::uint32_t>(low) * 0x9e3779b1U + key) & high_mask;
      } else {
        low ^= mix(static_cast<std::uint32_t>(high) * 0x9e3779b1U + key) & low_mask;
      }
    }
    value = high << low_bits | low;
  } while (value >= n);
  return value;
}

template <class Point>
__global__ void fill_random_kernel(Point* x, std::uint64_t n, int bits, std::uint32_t seed) {
  const std::uint64_t stride = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride)
    x[i] = static_cast<Point>(permute(i, n, bits, seed));
}

template <class Point>
__global__ void count_differences_kernel(const Point* a, const Point* b, std::uint64_t n, unsigned long long* count) {
  const std::uint64_t stride = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride)
    if (a[i] != b[i]) atomicAdd(count, 1ULL);
}

}  // namespace

template <class Point>
void fill_random(Point* x, std::uint64_t n, std::uint32_t seed, cudaStream_t stream) {
  const int bits = std::max(2, static_cast<int>(std::bit_width(n - 1)));
  fill_random_kernel<<<blocks_for(n), kThreads, 0, stream>>>(x, n, bits, seed);
  WREATH_CUDA_LAUNCHED();
}

template <class Point>
std::uint64_t count_differences(const Point* a, const Point* b, std::uint64_t n, cudaStream_t stream) {
  cuda::Buffer<unsigned long long> device_count(1);
  WREATH_CUDA(cudaMemsetAsync(device_count.data(), 0, sizeof(unsigned long long), stream));
  count_differences_kernel<<<blocks_for(n), kThreads, 0, stream>>>(a, b, n, device_count.data());
  WREATH_CUDA_LAUNCHED();
  unsigned long long count = 0;
  device_count.download({&count, 1}, stream);
  WREATH_CUDA(cudaStreamSynchronize(stream));
  return count;
}

#define WREATH_INSTANTIATE(Point)                                                \
  template void fill_random(Point*, std::uint64_t, std::uint32_t, cudaStream_t); \
  template std::uint64_t count_differences(const Point*, const Point*, std::uint64_t, cudaStream_t);
WREATH_INSTANTIATE(std::uint32_t)
WREATH_INSTANTIATE(std::uint64_t)

}  // namespace wreath::perm::bench
