// SPDX-License-Identifier: MIT
#include "core/data/huge_array.hpp"

#include <gtest/gtest.h>

#include <cstdint>
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

}  // namespace
}  // namespace wreath
