// SPDX-License-Identifier: MIT
#include "core/cuda/growing_memory.hpp"
#include "wreath/gpu.hpp"

#include <gtest/gtest.h>

namespace wreath::cuda {
namespace {

class GrowingMemoryTest : public testing::TestWithParam<GrowingMemory::Method> {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  }
};

TEST_P(GrowingMemoryTest, KeepsWhatItHolds) {
  GrowingMemory memory(GetParam());
  EXPECT_EQ(memory.size(), 0U);
  std::vector<unsigned char> expected;
  for (const std::size_t size : {std::size_t{1}, std::size_t{1} << 20, std::size_t{5} << 20, std::size_t{100} << 20}) {
    const void* const before = memory.data();
    memory.grow(size);
    EXPECT_GE(memory.size(), size);
    EXPECT_TRUE(!memory.in_place() || memory.data() == before);
    const auto value = static_cast<unsigned char>(expected.size() % 251 + 1);
    WREATH_CUDA(cudaMemset(static_cast<char*>(memory.data()) + expected.size(), value, size - expected.size()));
    expected.resize(size, value);
    std::vector<unsigned char> held(size);
    WREATH_CUDA(cudaMemcpy(held.data(), memory.data(), size, cudaMemcpyDeviceToHost));
    EXPECT_TRUE(held == expected) << size;
  }
}

TEST_P(GrowingMemoryTest, SaysWhenTheGpuIsFull) {
  GrowingMemory memory(GetParam());
  memory.grow(1 << 20);
  const std::size_t size = memory.size();
  EXPECT_THROW(memory.grow(std::size_t{1} << 45), ResourceError);
  EXPECT_EQ(memory.size(), size);
  memory.grow(2 * size);
  WREATH_CUDA(cudaMemset(memory.data(), 0, memory.size()));
  WREATH_CUDA(cudaDeviceSynchronize());
}

INSTANTIATE_TEST_SUITE_P(Methods, GrowingMemoryTest, testing::Values(GrowingMemory::Method::best, GrowingMemory::Method::copy));

}  // namespace
}  // namespace wreath::cuda
