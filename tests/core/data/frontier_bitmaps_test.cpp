// SPDX-License-Identifier: MIT
#include "core/data/frontier_bitmaps.hpp"

#include <gtest/gtest.h>

namespace wreath {
namespace {

/// From n to n+1 and 3n modulo `numbers`.
std::vector<std::uint64_t> levels_of(FrontierBitmaps& bits, std::uint64_t numbers, unsigned threads, std::size_t most) {
  std::vector<std::uint64_t> levels;
  while (levels.size() < most) {
    parallel_tasks(bits.blocks(), threads, [&](std::size_t block) {
      bits.visit_block(block, [&](std::uint64_t number) {
        bits.push((number + 1) % numbers);
        bits.push(3 * number % numbers);
      });
    });
    const std::uint64_t found = bits.finish_level(threads);
    if (found == 0) break;
    levels.push_back(found);
  }
  return levels;
}

TEST(FrontierBitmaps, ContinueFromWhatWasSaved) {
  for (const std::uint64_t numbers : {1ULL, 64ULL, 65ULL, 1000000ULL}) {
    FrontierBitmaps whole(numbers);
    whole.add_start(0);
    const auto expected = levels_of(whole, numbers, 1, 1000000);
    EXPECT_EQ(whole.known(), numbers);
    FrontierBitmaps first(numbers);
    first.add_start(0);
    auto levels = levels_of(first, numbers, 3, 5);
    ByteWriter bytes;
    first.save(bytes);
    FrontierBitmaps second(numbers);
    second.add_start(numbers / 2);
    const std::vector<std::byte> saved = bytes.take();
    ByteReader reader(saved);
    second.restore(reader);
    EXPECT_TRUE(reader.at_end());
    const auto rest = levels_of(second, numbers, 2, 1000000);
    levels.insert(levels.end(), rest.begin(), rest.end());
    EXPECT_EQ(levels, expected);
    EXPECT_EQ(second.known(), numbers);
  }
}

}  // namespace
}  // namespace wreath
