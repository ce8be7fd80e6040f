// SPDX-License-Identifier: MIT
//
// Random words of a presentation, and equal ones, for tests.
#pragma once

#include <cstdlib>
#include <initializer_list>

#include "core/data/rng.hpp"
#include "core/words/words.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

inline Word random_word(const Presentation& group, std::size_t length, RandomStream& random) {
  Word word(length);
  for (Letter& x : word) x = static_cast<Letter>(random.below(static_cast<std::uint32_t>(group.alphabet.size())));
  return word;
}

/// How many random pairs are tried: WREATH_PAIRS, for long tests, or `usual`.
inline std::uint64_t pairs_to_try(std::uint64_t usual) {
  const char* asked = std::getenv("WREATH_PAIRS");
  return asked == nullptr ? usual : std::strtoull(asked, nullptr, 10);
}

inline Word product_of(std::initializer_list<Word> factors) {
  Word all;
  for (const Word& factor : factors) all.insert(all.end(), factor.begin(), factor.end());
  return all;
}

inline Word conjugated(const Presentation& group, const Word& u, const Word& c) {
  return product_of({inverse_word(c, group.alphabet), u, c});
}

/// Another word for the same element: relators, rotated and perhaps inverted, are put in at random places, and pieces of them
/// that cancel are taken out.
inline Word scrambled(const Presentation& group, Word word, std::size_t times, RandomStream& random) {
  const auto below = [&](std::size_t bound) { return random.below(static_cast<std::uint32_t>(bound)); };
  for (std::size_t i = 0; i < times && !group.equations.empty(); ++i) {
    const auto& [u, v] = group.equations[below(group.equations.size())];
    Word relator = quotient(u, v, group.alphabet);
    relator = rotated(relator, below(relator.size()));
    if (below(2) == 1) relator = inverse_word(relator, group.alphabet);
    const auto place = word.begin() + static_cast<std::ptrdiff_t>(below(word.size() + 1));
    word.insert(place, relator.begin(), relator.end());
    if (i % 8 == 7) reduce_freely(word, group.alphabet.inverses);
  }
  return word;
}

}  // namespace wreath::word
