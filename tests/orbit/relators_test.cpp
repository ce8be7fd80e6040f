// SPDX-License-Identifier: MIT
//
// Presentations under Andrews-Curtis moves, against words as strings and moves by their definition.
#include "orbit/spaces/relator_space.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/data/rng.hpp"

namespace wreath::orbit {
namespace {

constexpr std::string_view kLetters = "abBA";

char inverse_letter(char c) {
  return kLetters[3 - kLetters.find(c)];
}
std::string inverse_text(const std::string& word) {
  std::string back(word.rbegin(), word.rend());
  for (char& c : back) c = inverse_letter(c);
  return back;
}
std::string reduced_text(const std::string& word) {
  std::string reduced;
  for (const char c : word) {
    if (!reduced.empty() && reduced.back() == inverse_letter(c)) {
      reduced.pop_back();
    } else {
      reduced += c;
    }
  }
  return reduced;
}
std::string cyclically_reduced_text(const std::string& word) {
  std::string reduced = reduced_text(word);
  while (reduced.size() > 1 && reduced.front() == inverse_letter(reduced.back())) reduced = reduced.substr(1, reduced.size() - 2);
  return reduced;
}
bool before(const std::string& one, const std::string& other) {
  if (one.size() != other.size()) return one.size() < other.size();
  return std::ranges::lexicographical_compare(one, other, [](char a, char b) { return kLetters.find(a) < kLetters.find(b); });
}
std::string least_text(const std::string& word) {
  std::string least = word;
  for (const std::string& way : {word, inverse_text(word)}) {
    for (std::size_t i = 0; i < way.size(); ++i) {
      const std::string turned = way.substr(i) + way.substr(0, i);
      if (before(turned, least)) least = turned;
    }
  }
  return least;
}
using TextPair = std::pair<std::string, std::string>;
TextPair least_pair(const std::string& one, const std::string& other) {
  const std::string a = least_text(one);
  const std::string b = least_text(other);
  return before(b, a) ? TextPair{b, a} : TextPair{a, b};
}

Relator relator(const std::string& text) {
  Relator word;
  for (const char c : text) word.append(static_cast<std::uint32_t>(kLetters.find(c)));
  return word;
}
std::string text_of(const Relator& word) {
  std::string text;
  for (std::uint32_t i = 0; i < word.length; ++i) text += kLetters[word.letter(i)];
  return text;
}
TextPair text_of(const RelatorPair& pair) {
  return {text_of(pair.first), text_of(pair.second)};
}

std::string random_cyclic_word(std::size_t length, RandomStream& random) {
  while (true) {
    std::string word;
    while (word.size() < length) {
      const char c = kLetters[random.below(4)];
      if (word.empty() || word.back() != inverse_letter(c)) word += c;
    }
    if (cyclically_reduced_text(word).size() == length) return word;
  }
}

TEST(OrbitRelators, AreTheLeastOfTheirClass) {
  const std::uint64_t seed = 481;
  SCOPED_TRACE(seed);
  RandomStream random(seed, 0);
  for (std::size_t length = 1; length <= 35; ++length) {
    for (unsigned turn = 0; turn < 30; ++turn) {
      const std::string word = random_cyclic_word(length, random);
      EXPECT_EQ(text_of(canonical_relator(relator(word))), least_text(word)) << word;
      EXPECT_EQ(text_of(inverse_of(relator(word))), inverse_text(word));
      const std::string other = random_cyclic_word(1 + random.below(static_cast<std::uint32_t>(36 - length)), random);
      const RelatorPair pair = canonical_pair(relator(word), relator(other), false);
      EXPECT_EQ(text_of(pair), least_pair(word, other));
      const PackedPair packed = pack(pair);
      EXPECT_EQ(packed.high >> 63, 0U);
      EXPECT_TRUE(unpack(packed) == pair);
    }
  }
}

TEST(OrbitRelators, RenamedGeneratorsAreOneState) {
  const std::uint64_t seed = 482;
  SCOPED_TRACE(seed);
  RandomStream random(seed, 0);
  for (unsigned turn = 0; turn < 300; ++turn) {
    const std::string one = random_cyclic_word(1 + random.below(17), random);
    const std::string other = random_cyclic_word(1 + random.below(17), random);
    std::set<TextPair> all;
    for (const std::string names : {"abBA", "aBbA", "AbBa", "ABba", "baAB", "bAaB", "BaAb", "BAab"}) {
      const auto rename = [&](std::string text) {
        for (char& c : text) c = names[kLetters.find(c)];
        return text;
      };
      all.insert(text_of(canonical_pair(relator(rename(one)), relator(rename(other)), true)));
      EXPECT_EQ(reduced_text(std::string{names[0], names[3]} + std::string{names[1], names[2]}), "");
    }
    EXPECT_EQ(all.size(), 1U) << one << " " << other;
  }
}

/// The states that the moves lead to.
std::set<TextPair> neighbours(const RelatorPair& pair, std::uint32_t cap) {
  std::set<TextPair> found;
  const RelatorMoves moves(pair, cap);
  for (std::uint32_t number = 0; number < moves.count(); ++number) {
    RelatorPair next;
    if (moved(pair, moves(pair, number), cap, false, next)) found.insert(text_of(next));
  }
  return found;
}

/// All products with conjugates by words of at most `most` letters.
std::set<TextPair> neighbours_by_definition(const TextPair& pair, std::size_t cap, std::size_t most) {
  std::set<TextPair> found;
  std::vector<std::string> words{""};
  for (std::size_t begin = 0; !words.empty() && words[begin].size() < most; ++begin) {
    for (const char c : kLetters) {
      if (words[begin].empty() || words[begin].back() != inverse_letter(c)) words.push_back(words[begin] + c);
    }
  }
  for (const auto& [replaced, kept] : {pair, TextPair{pair.second, pair.first}}) {
    for (const std::string& factor : {kept, inverse_text(kept)}) {
      for (const std::string& word : words) {
        const std::string product = cyclically_reduced_text(replaced + word + factor + inverse_text(word));
        if (!product.empty() && product.size() + kept.size() <= cap) found.insert(least_pair(product, kept));
      }
    }
  }
  return found;
}

TEST(OrbitRelators, MovesAreAllProductsWithConjugates) {
  const std::uint64_t seed = 483;
  SCOPED_TRACE(seed);
  RandomStream random(seed, 0);
  for (unsigned turn = 0; turn < 60; ++turn) {
    const TextPair pair =
        least_pair(random_cyclic_word(1 + random.below(4), random), random_cyclic_word(1 + random.below(4), random));
    const std::uint32_t cap = static_cast<std::uint32_t>(pair.first.size() + pair.second.size()) + random.below(4);
    EXPECT_EQ(neighbours(canonical_pair(relator(pair.first), relator(pair.second), false), cap),
              neighbours_by_definition(pair, cap, 7))
        << pair.first << " " << pair.second << " " << cap;
  }
}

TEST(OrbitRelators, EveryMoveIsUndoneByOne) {
  const std::uint64_t seed = 484;
  SCOPED_TRACE(seed);
  RandomStream random(seed, 0);
  for (unsigned turn = 0; turn < 40; ++turn) {
    const std::string one = random_cyclic_word(1 + random.below(9), random);
    const std::string other = random_cyclic_word(1 + random.below(9), random);
    const RelatorPair pair = canonical_pair(relator(one), relator(other), false);
    const std::uint32_t cap = pair.length() + 3;
    for (const TextPair& next : neighbours(pair, cap)) {
      EXPECT_TRUE(neighbours(canonical_pair(relator(next.first), relator(next.second), false), cap).contains(text_of(pair)))
          << one << " " << other << " " << next.first << " " << next.second;
    }
  }
}

TEST(OrbitRelators, MovesOnTheCpuAreThoseOfTheSpace) {
  const std::uint64_t seed = 486;
  SCOPED_TRACE(seed);
  RandomStream random(seed, 0);
  for (unsigned turn = 0; turn < 300; ++turn) {
    Generators generators{.moves = Moves::relators, .degree = 20 + random.below(17), .modulus = random.below(2) == 0 ? 1U : 8U};
    generators.images = {generators.modulus};
    const RelatorSpace space{generators.degree, generators.modulus > 1};
    const std::string one = random_cyclic_word(1 + random.below(generators.degree - 1), random);
    // Often a power or a piece of the first one, so that much cancels.
    std::string other = random_cyclic_word(1 + random.below(static_cast<std::uint32_t>(generators.degree - one.size())), random);
    if (random.below(2) == 0) other = cyclically_reduced_text(one.substr(0, other.size()));
    const Code<2> code = code_of(canonical_pair(relator(one), relator(other), space.renamings));
    std::vector<std::uint64_t> products(std::size_t{2} * space.moves());
    make_host_relator_moves(generators)->act(code.words, 1, products.data());
    for (unsigned m = 0; m < space.moves(); ++m) {
      const Code<2> found{{products[2 * m], products[2 * m + 1]}};
      EXPECT_TRUE(found == space.act(code, m, nullptr)) << one << " " << other << " " << m;
    }
  }
}

TEST(OrbitRelators, WordsAreNumbered) {
  EXPECT_EQ(words_up_to(0), 0U);
  std::set<std::string> all;
  std::string before_it;
  for (std::uint32_t number = 0; number < words_up_to(6); ++number) {
    const std::string word = text_of(reduced_word(number));
    EXPECT_EQ(reduced_text(word), word);
    EXPECT_TRUE(before(before_it, word));
    before_it = word;
    all.insert(word);
  }
  EXPECT_EQ(all.size(), 4U + 12 + 36 + 108 + 324 + 972);
}

}  // namespace
}  // namespace wreath::orbit
