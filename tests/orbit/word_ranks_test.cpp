// SPDX-License-Identifier: MIT
#include "orbit/spaces/word_ranks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace wreath::orbit {
namespace {

TEST(OrbitWordRanks, NumberAllWords) {
  for (const State& letters : {State{0, 1}, State{0, 0, 0}, State{0, 0, 1, 1, 1}, State{0, 1, 2}, State{3, 3, 5, 5, 9, 9, 9},
                               State{0, 1, 1, 2, 2, 2, 3}, State{0, 1, 2, 3, 4, 5, 6, 7, 8}}) {
    const WordRanks ranks(letters);
    State word = letters;
    std::sort(word.begin(), word.end());
    std::set<std::uint64_t> seen;
    do {
      const std::uint64_t rank = ranks.rank(word);
      EXPECT_LT(rank, ranks.count());
      EXPECT_EQ(ranks.unrank(rank), word);
      seen.insert(rank);
    } while (std::next_permutation(word.begin(), word.end()));
    EXPECT_EQ(seen.size(), ranks.count());
  }
}

TEST(OrbitWordRanks, AWalkGivesTheMasksOfItsRanks) {
  for (const auto& [zeros, ones] : {std::pair{0, 3}, {3, 0}, {1, 1}, {6, 7}, {9, 9}, {20, 2}, {2, 20}, {60, 2}}) {
    State word(static_cast<std::size_t>(zeros), 0);
    word.insert(word.end(), static_cast<std::size_t>(ones), 1);
    const WordRanks ranks(word);
    for (const std::uint64_t step : {1U, 3U, 500U, 5000U}) {
      MaskWalk walk(ranks);
      for (std::uint64_t rank = 0; rank < ranks.count(); rank += step) {
        ASSERT_EQ(walk.mask(rank), ranks.unrank_mask(rank)) << zeros << " " << ones << " " << rank;
        ASSERT_EQ(ranks.rank_mask(walk.mask(rank)), rank);
      }
      EXPECT_EQ(walk.mask(0), ranks.unrank_mask(0)) << "and back";
    }
  }
}

}  // namespace
}  // namespace wreath::orbit
