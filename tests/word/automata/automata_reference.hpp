// SPDX-License-Identifier: MIT
//
// The slow, obvious twin of the automata library: languages as sets of all their words up to a length.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "core/data/rng.hpp"
#include "word/automata/operations.hpp"

namespace wreath::word::automata {

inline Dfa complement(const Dfa& dfa) {
  return difference(all_words(dfa.symbols), dfa);
}
inline bool is_subset(const Dfa& a, const Dfa& b) {
  return !first_outside(a, b);
}

/// All words over 0..symbols-1 of length at most `longest`, shortest first.
inline std::vector<SymbolWord> words_up_to(std::uint32_t symbols, std::size_t longest) {
  std::vector<SymbolWord> words{{}};
  for (std::size_t begin = 0, length = 1; length <= longest; ++length) {
    const std::size_t end = words.size();
    for (; begin < end; ++begin) {
      for (std::uint32_t symbol = 0; symbol < symbols; ++symbol) {
        SymbolWord word = words[begin];
        word.push_back(static_cast<Symbol>(symbol));
        words.push_back(std::move(word));
      }
    }
  }
  return words;
}

/// A random automaton: each edge exists with chance edges/256, each state has a label of 1..labels with chance 1/3.
inline Dfa random_dfa(RandomStream& random, State states, std::uint32_t symbols, std::uint32_t edges, Label labels = 1) {
  Dfa dfa{.symbols = symbols, .table = {}, .labels = {}};
  for (State state = 0; state < states; ++state) {
    dfa.labels.push_back(random.below(3) == 0 ? 1 + random.below(labels) : 0);
    for (std::uint32_t symbol = 0; symbol < symbols; ++symbol) {
      if (random.below(256) < edges) dfa.table.add(static_cast<Symbol>(symbol), random.below(states));
    }
    dfa.table.close_row();
  }
  return dfa;
}

/// Accepted by both, with the label of the first.
inline Dfa intersection(const Dfa& a, const Dfa& b) {
  return difference(a, difference(a, b));
}

/// Whether both accept the same words.
inline bool same_language(const Dfa& a, const Dfa& b) {
  return is_subset(a, b) && is_subset(b, a);
}

/// The automaton of the empty word alone.
inline Dfa empty_word(std::uint32_t symbols) {
  Dfa dfa = empty_language(symbols);
  dfa.labels[0] = 1;
  return dfa;
}

/// A random well-padded automaton of pairs.
inline Dfa random_pairs(RandomStream& random, State states, std::uint32_t letters, std::uint32_t edges, Label labels = 1) {
  const PairSymbols pairs{letters};
  return intersection(random_dfa(random, states, pairs.count(), edges, labels), all_pairs(letters));
}

}  // namespace wreath::word::automata
