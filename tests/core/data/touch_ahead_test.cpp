// SPDX-License-Identifier: MIT
#include "core/data/touch_ahead.hpp"

#include <gtest/gtest.h>

namespace wreath {
namespace {

template <class T>
void grow_in_steps(std::size_t step, std::size_t last, unsigned threads) {
  GrowingArray<T> array;
  TouchAhead touch;
  for (std::size_t size = step; size <= last; size += step) {
    const std::size_t old = array.size();
    touch.ahead_of(array, size, threads);
    ASSERT_EQ(array.size(), old);  // it touches, and does not grow
    array.resize(size);
    std::size_t first = old;
    while (first < size && array[first] == 0) ++first;
    ASSERT_EQ(first, size) << "new items are zero";
    for (std::size_t i = old; i < size; ++i) array[i] = static_cast<T>(i * 7 + 1);
  }
  std::size_t right = 0;
  while (right < array.size() && array[right] == static_cast<T>(right * 7 + 1)) ++right;
  ASSERT_EQ(right, array.size());
}

TEST(TouchAhead, ChangesNothingOfAnArray) {
  grow_in_steps<std::uint32_t>(300'001, 6'000'000, 3);
  grow_in_steps<std::uint64_t>(kHugePage / 8, 12 * kHugePage / 8, 2);
  grow_in_steps<std::uint8_t>((16U << 20) - 1, 36U << 20, 4);
  grow_in_steps<std::uint16_t>(5'000'000, 10'000'000, 1);
}

TEST(TouchAhead, OfAnArrayThatShrinksAndGrowsAgain) {
  GrowingArray<std::uint32_t> array;
  TouchAhead touch;
  const auto grow = [&](std::size_t size) {
    touch.ahead_of(array, size, 2);
    array.resize(size);
  };
  grow(8'000'000);
  array[1'000'000] = 5;
  array.resize(2'000'000);
  grow(9'000'000);
  EXPECT_EQ(array[1'000'000], 5U);
}

}  // namespace
}  // namespace wreath
