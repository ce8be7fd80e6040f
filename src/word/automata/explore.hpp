// SPDX-License-Identifier: MIT
//
// The one loop behind all constructions: an automaton whose states are keys (pairs of states, sets of states, sets of word
// differences), built breadth first from its start.
//
//     expand(key, emit)   calls emit(symbol, next_key) for every edge of the state, symbols ascending
//     label_of(key)       the state's label, 0 where it does not accept
//
// Keys are sequences of 32-bit words, passed as spans that live during the call only. As symbols ascend, states are numbered
// breadth first in the order of symbols, which is the canonical numbering.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "word/automata/dfa.hpp"

namespace wreath::word::automata {

using Key = std::span<const std::uint32_t>;

/// As below; `keys` must be empty, and holds the key of every state afterwards.
template <class Expand, class LabelOf>
Dfa explore(KeyTable& keys, std::uint32_t symbols, Key start, Expand&& expand, LabelOf&& label_of, const Limits& limits = {}) {
  Dfa dfa{.symbols = symbols, .table = {}, .labels = {}};
  std::vector<std::uint32_t> key;  // a copy, for the table may move its keys
  keys.intern(start);
  for (State state = 0; state < keys.size(); ++state) {
    if (state % kStatesPerCheck == 0) check_limits(limits, keys.size());
    key.assign(keys[state].begin(), keys[state].end());
    dfa.labels.push_back(label_of(Key(key)));
    expand(Key(key), [&](Symbol symbol, Key next) { dfa.table.add(symbol, keys.intern(next)); });
    dfa.table.close_row();
  }
  return dfa;
}

/// The automaton of all states that can be reached from the start key.
template <class Expand, class LabelOf>
Dfa explore(std::uint32_t symbols, Key start, Expand&& expand, LabelOf&& label_of, const Limits& limits = {}) {
  KeyTable keys;
  return explore(keys, symbols, start, std::forward<Expand>(expand), std::forward<LabelOf>(label_of), limits);
}

}  // namespace wreath::word::automata
