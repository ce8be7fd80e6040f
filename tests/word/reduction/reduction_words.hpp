// SPDX-License-Identifier: MIT
//
// Groups and words for the tests of reduction.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "bench/inputs/word/adversary.hpp"
#include "core/words/words.hpp"
#include "word/reduction/machine.hpp"
#include "word/reduction/reduction_groups.hpp"

namespace wreath::word {

inline const std::vector<const char*> kReductionGroups = {
    "surface:2",
    "triangle:3,3,4",
    "triangle:2,3,7",
    "fibonacci:2,8",
    "coxeter:5,3,5",
    "free:2",
    "abelian:2",                                   // not hyperbolic
    "<a,b | a^2*b^-3>",                            // the trefoil's group, neither
    "<a,b | a^-1*b*a*b^-1*a*b*a^-1*b^-1*a*b^-1>",  // the figure-eight knot's
    "<a,b | a^2, b^3>",                            // a free product
    "<c,t | c^2, t*c*t^-1*c>",                     // Z x C_2, where c stands in front: one letter changes all
    "triangle:2,3,5",                              // finite
    "<a,b,c | a*b=b*a, b*c=c*b>",                  // a right-angled Artin group
};

inline const AutomaticStructure& build_verified(const std::string& group) {
  return *test::structure_of(group);
}

class WordMaker {
 public:
  WordMaker(const AutomaticStructure& structure, std::uint64_t seed)
      : alphabet_(structure.presentation.alphabet), equations_(structure.presentation.equations), random_(seed) {}

  /// Every letter with the same probability.
  Word uniform(std::size_t length) {
    Word word(length);
    for (Letter& letter : word) letter = any_letter();
    return word;
  }
  /// A product of conjugated relators, at least so long.
  Word trivial(std::size_t length) {
    Word word;
    while (word.size() < length) {
      const Word by = uniform(random_() % 20);
      const Word relator = any_relator();
      append(word, inverse_word(by, alphabet_));
      append(word, relator);
      append(word, by);
    }
    return word;
  }
  /// w*w^-1, where nothing cancels before the middle.
  Word there_and_back(std::size_t length) {
    Word word = uniform(length / 2);
    append(word, inverse_word(word, alphabet_));
    return word;
  }
  /// u*(g*v)^k*w, where each g and each v changes all of u; or a power, if there is no such u.
  Word adversary(const ReductionMachine& machine, std::size_t length) {
    const auto change = whole_word_change(machine, length / 2, random_());
    Word word = change ? change->u : Word(length / 2, any_letter());
    const Letter g = change ? change->g : any_letter();
    const Word v = change ? change->v : Word{alphabet_.inverses[g]};
    while (word.size() < length) {
      word.push_back(g);
      append(word, v);
    }
    append(word, uniform(random_() % 10));
    return word;
  }
  /// One of all kinds.
  Word any(const ReductionMachine& machine, std::size_t length) {
    switch (random_() % 4) {
      case 0: return trivial(length);
      case 1: return there_and_back(length);
      case 2: return adversary(machine, length);
      default: return uniform(length);
    }
  }
  std::uint64_t number() { return random_(); }

 private:
  Letter any_letter() { return static_cast<Letter>(random_() % alphabet_.size()); }
  Word any_relator() {
    if (equations_.empty()) {
      const Letter letter = any_letter();
      return {letter, alphabet_.inverses[letter]};
    }
    const Equation& equation = equations_[random_() % equations_.size()];
    Word relator = equation.first;
    append(relator, inverse_word(equation.second, alphabet_));
    return relator;
  }
  static void append(Word& word, const Word& more) {
    word.reserve(word.size() + more.size());
    for (std::size_t i = 0; i < more.size(); ++i) word.push_back(more[i]);
  }

  Alphabet alphabet_;
  std::vector<Equation> equations_;
  std::mt19937_64 random_;
};

/// Words one after the other.
struct OwnedWords {
  Word letters;
  std::vector<std::uint64_t> offsets{0};

  void add(const Word& word) {
    letters.insert(letters.end(), word.begin(), word.end());
    offsets.push_back(letters.size());
  }
};

}  // namespace wreath::word
