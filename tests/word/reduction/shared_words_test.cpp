// SPDX-License-Identifier: MIT
#include "word/reduction/shared_words.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace wreath::word {
namespace {

using Symbols = std::vector<std::uint32_t>;

Symbols symbols_of(const SharedWords& words, SharedWords::Id id, std::uint64_t from = 0) {
  Symbols symbols;
  words.for_each(id, from, [&](std::uint32_t symbol) { symbols.push_back(symbol); });
  return symbols;
}

/// Random letters, powers, and powers of words of powers.
Symbols draw(std::mt19937_64& random, std::size_t length, int depth = 3) {
  Symbols word;
  while (word.size() < length) {
    if (depth == 0 || random() % 3 == 0) {
      word.push_back(static_cast<std::uint32_t>(random() % 5));
    } else {
      const Symbols part = draw(random, 1 + random() % (length - word.size()) / 2, depth - 1);
      for (std::uint64_t k = 1 + random() % 20; k != 0 && word.size() + part.size() <= length; --k) {
        word.insert(word.end(), part.begin(), part.end());
      }
      if (part.size() > length - word.size()) word.push_back(0);
    }
  }
  word.resize(length);
  return word;
}

TEST(SharedWordsTest, EqualWordsAreOneNumberHoweverTheyArose) {
  const std::uint64_t seed = 20261119;
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  SharedWords words(5);
  for (int i = 0; i < 3000; ++i) {
    const std::size_t length = i < 300 ? static_cast<std::size_t>(i) / 10 : random() % 600;
    const Symbols word = draw(random, length);
    const SharedWords::Id id = words.word(word);
    ASSERT_EQ(symbols_of(words, id), word);
    ASSERT_EQ(words.length(id), length);
    if (length == 0) continue;
    EXPECT_EQ(words.last(id), word.back());
    for (int k = 0; k < 4; ++k) {
      const auto cut = static_cast<std::ptrdiff_t>(random() % (length + 1));
      const SharedWords::Id left = words.word({word.begin(), word.begin() + cut});
      const SharedWords::Id right = words.word({word.begin() + cut, word.end()});
      ASSERT_EQ(words.join(left, right), id) << "cut at " << cut;
      ASSERT_EQ(words.prefix(id, static_cast<std::uint64_t>(cut)), left) << "cut at " << cut;
      ASSERT_EQ(symbols_of(words, id, static_cast<std::uint64_t>(cut)), Symbols(word.begin() + cut, word.end()));
    }
    if (length < 2) continue;
    std::vector<SharedWords::Id> parts;
    words.append_parts(id, parts);
    EXPECT_GE(parts.size(), 2U);
    SharedWords::Id all = SharedWords::kEmpty;
    for (const SharedWords::Id part : parts) all = words.join(all, part);
    ASSERT_EQ(all, id);
  }
}

TEST(SharedWordsTest, PowersAndJointsAreSmall) {
  SharedWords words(5);
  std::mt19937_64 random(3);
  const SharedWords::Id root = words.word(draw(random, 50));
  SharedWords::Id power = root;
  for (int i = 0; i < 24; ++i) power = words.join(power, power);
  EXPECT_EQ(words.length(power), 50U << 24);
  EXPECT_LT(words.size(), 1000U);

  const SharedWords::Id long_word = words.word(draw(random, 200'000, 0));
  const std::size_t before = words.size();
  for (std::uint64_t cut = 0; cut < 200'000; cut += 1000) {
    EXPECT_EQ(words.length(words.join(words.prefix(long_word, cut), power)), cut + (50U << 24));
  }
  EXPECT_LT(words.size() - before, 200U * 60);
}

}  // namespace
}  // namespace wreath::word
