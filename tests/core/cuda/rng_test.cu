// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <vector>

#include "core/cuda/buffer.hpp"
#include "core/cuda/stream.hpp"
#include "core/data/rng.hpp"
#include "wreath/gpu.hpp"

namespace wreath {
namespace {

// A thread is a walker; it draws some numbers of every sort.
__global__ void draw_kernel(std::uint64_t seed, std::uint64_t* out, unsigned walkers, unsigned draws) {
  const unsigned walker = blockIdx.x * blockDim.x + threadIdx.x;
  if (walker >= walkers) return;
  RandomStream random(seed, walker);
  for (unsigned i = 0; i < draws; i += 3) {
    out[walker * draws + i] = random.next();
    out[walker * draws + i + 1] = random.below(1000003);
    out[walker * draws + i + 2] = random.below64(std::uint64_t{3} << 62);
  }
}

TEST(CudaRandom, GivesTheSameStreamAsTheCpu) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  constexpr unsigned kWalkers = 1000;
  constexpr unsigned kDraws = 60;
  constexpr std::uint64_t kSeed = 0x123456789ABCDEF0;
  const cuda::Stream stream;
  cuda::Buffer<std::uint64_t> device(kWalkers * kDraws);
  draw_kernel<<<(kWalkers + 127) / 128, 128, 0, stream>>>(kSeed, device.data(), kWalkers, kDraws);
  WREATH_CUDA_LAUNCHED();
  std::vector<std::uint64_t> drawn(device.size());
  device.download(drawn, stream);
  stream.wait();
  for (unsigned walker = 0; walker < kWalkers; ++walker) {
    RandomStream random(kSeed, walker);
    for (unsigned i = 0; i < kDraws; i += 3) {
      ASSERT_EQ(drawn[walker * kDraws + i], random.next());
      ASSERT_EQ(drawn[walker * kDraws + i + 1], random.below(1000003));
      ASSERT_EQ(drawn[walker * kDraws + i + 2], random.below64(std::uint64_t{3} << 62));
    }
  }
}

TEST(CudaBuffer, SaysWhenThereIsNoSuchMemory) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  EXPECT_THROW(cuda::Buffer<char>(std::size_t{1} << 50), ResourceError);
  EXPECT_NO_THROW(cuda::Buffer<char>(1024));  // the failure before it does not stick
}

}  // namespace
}  // namespace wreath
