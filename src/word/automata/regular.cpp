// SPDX-License-Identifier: MIT
//
// Concatenation and iteration. Where a word may end, another may begin: an accepting state gets the edges of the start of what
// follows, besides its own. That needs no empty steps, and the subset construction does the rest.
#include "word/automata/regular.hpp"

#include "word/automata/boolean.hpp"
#include "word/automata/determinise.hpp"
#include "word/automata/minimise.hpp"

namespace wreath::word::automata {
namespace {

/// The edges of a state, their targets moved up by `shift`.
void add_row(RowSorter& row, const Dfa& dfa, State state, State shift) {
  const auto symbols = dfa.table.symbols(state);
  const auto targets = dfa.table.targets(state);
  for (std::size_t i = 0; i < symbols.size(); ++i) row.add(symbols[i], targets[i] + shift);
}

Dfa smallest(const Nfa& nfa, const Limits& limits) {
  return minimise(determinise(trim(nfa), limits).dfa, limits);
}

}  // namespace

Dfa concatenate(const Dfa& a, const Dfa& b, const Limits& limits) {
  if (a.symbols != b.symbols) throw InternalError("automata over different symbols were concatenated");
  const State shift = a.states();
  Nfa nfa{.symbols = a.symbols, .starts = {0}, .table = {}, .labels = {}, .sets = {}};
  RowSorter row;
  for (State state = 0; state < a.states(); ++state) {
    add_row(row, a, state, 0);
    if (a.labels[state] != 0) add_row(row, b, 0, shift);
    row.close_row(nfa.table);
    nfa.labels.push_back(nfa.sets.singleton(Label{a.labels[state] != 0 && b.labels[0] != 0}));
  }
  for (State state = 0; state < b.states(); ++state) {
    add_row(row, b, state, shift);
    row.close_row(nfa.table);
    nfa.labels.push_back(nfa.sets.singleton(Label{b.labels[state] != 0}));
  }
  return smallest(nfa, limits);
}

Dfa star(const Dfa& dfa, const Limits& limits) {
  // State 0 is a new start, which accepts; the old one may be met again in the middle of a word.
  Nfa nfa{.symbols = dfa.symbols, .starts = {0}, .table = {}, .labels = {}, .sets = {}};
  RowSorter row;
  add_row(row, dfa, 0, 1);
  row.close_row(nfa.table);
  nfa.labels.push_back(nfa.sets.singleton(1));
  for (State state = 0; state < dfa.states(); ++state) {
    add_row(row, dfa, state, 1);
    if (dfa.labels[state] != 0) add_row(row, dfa, 0, 1);
    row.close_row(nfa.table);
    nfa.labels.push_back(nfa.sets.singleton(Label{dfa.labels[state] != 0}));
  }
  return smallest(nfa, limits);
}

Dfa finite_language(std::uint32_t symbols, std::span<const SymbolWord> words, const Limits& limits) {
  // One path for each word from a common start.
  Nfa nfa{.symbols = symbols, .starts = {0}, .table = {}, .labels = {0}, .sets = {}};
  const Label accepts = nfa.sets.singleton(1);
  RowSorter row;
  State next = 1;
  for (const SymbolWord& word : words) {
    if (word.empty()) {
      nfa.labels[0] = accepts;
    } else {
      row.add(word[0], next);
      next += static_cast<State>(word.size());
    }
  }
  row.close_row(nfa.table);
  for (const SymbolWord& word : words) {
    for (std::size_t i = 1; i <= word.size(); ++i) {
      if (i < word.size()) row.add(word[i], nfa.states() + 1);
      row.close_row(nfa.table);
      nfa.labels.push_back(i == word.size() ? accepts : 0);
    }
  }
  return smallest(nfa, limits);
}

}  // namespace wreath::word::automata
