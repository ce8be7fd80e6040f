// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "core/data/rng.hpp"
#include "core/words/words.hpp"

namespace wreath::word {
namespace {

Word power_of(const Word& word, std::size_t exponent) {
  Word power;
  for (std::size_t k = 0; k < exponent; ++k) power = joined(power, word);
  return power;
}

/// The shortest beginning whose power it is, by trying all.
std::size_t period_reference(const Word& word) {
  for (std::size_t length = 1; length < word.size(); ++length) {
    if (word.size() % length == 0 &&
        power_of(Word(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(length)), word.size() / length) == word) {
      return length;
    }
  }
  return word.size();
}

TEST(CyclicWordsTest, PeriodsOfPowers) {
  constexpr std::uint64_t kSeed = 7;
  RandomStream random(kSeed, 0);
  EXPECT_EQ(period_of(Word{}), 0U);
  for (std::size_t trial = 0; trial < 2000; ++trial) {
    Word root(1 + random.below(7));
    for (Letter& x : root) x = static_cast<Letter>(random.below(2));
    const Word word = power_of(root, 1 + random.below(12));
    ASSERT_EQ(period_of(word), period_reference(word)) << "seed " << kSeed << ", trial " << trial;
  }
}

TEST(CyclicWordsTest, RotationsAndInverses) {
  const Word word{0, 2, 1, 1};
  EXPECT_EQ(rotated(word, 0), word);
  EXPECT_EQ(rotated(word, 3), (Word{1, 0, 2, 1}));
  EXPECT_EQ(inverted(word, std::vector<Letter>{1, 0, 2}), (Word{0, 0, 2, 1}));
  EXPECT_EQ(joined(word, Word{}), word);
}

}  // namespace
}  // namespace wreath::word
