// SPDX-License-Identifier: MIT
#include "core/data/huge_array.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <numeric>

#include "wreath/run.hpp"

namespace wreath {
namespace {

TEST(HugeArray, StartsOnAHugePageAndMoves) {
  HugeArray<std::uint32_t> array(1000);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.data()) % (std::size_t{2} << 20), 0U);
  std::iota(array.begin(), array.end(), 0U);
  HugeArray<std::uint32_t> moved = std::move(array);
  EXPECT_EQ(moved[999], 999U);
  EXPECT_EQ(moved.size(), 1000U);
  EXPECT_EQ(HugeArray<int>(0).span().size(), 0U);
}

TEST(HugeArray, SaysWhenThereIsNoSuchMemory) {
  EXPECT_THROW(HugeArray<char>(std::size_t{1} << 55), ResourceError);
  EXPECT_THROW(HugeArray<char>(~std::size_t{0}), ResourceError);
  EXPECT_THROW(HugeArray<std::uint64_t>(std::size_t{1} << 61), ResourceError);  // whose bytes wrap to 0
}

// An array is taken as soon as it is there, and not only when its pages are touched.
TEST(HugeArray, CountsAsTakenBeforeItIsTouched) {
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 30;
  constexpr std::uint64_t kHalf = std::uint64_t{32} << 20;
  RunControl run;
  run.limit_memory(kLimit);
  run.measure_memory([] { return std::uint64_t{0}; });  // what is touched is none of this test's business
  EXPECT_EQ(run.memory_left(), kLimit);
  {
    HugeArray<char> array(2 * kHalf);
    EXPECT_EQ(run.memory_left(), kLimit - 2 * kHalf);
    HugeArray<char> moved = std::move(array);
    std::memset(moved.data(), 1, kHalf);
    EXPECT_EQ(run.memory_left(), kLimit - kHalf);
    std::memset(moved.data() + kHalf, 1, kHalf);
    EXPECT_EQ(run.memory_left(), kLimit);
  }
  EXPECT_EQ(run.memory_left(), kLimit);
}

}  // namespace
}  // namespace wreath
