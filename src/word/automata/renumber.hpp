// SPDX-License-Identifier: MIT
#pragma once

#include "word/automata/dfa.hpp"

namespace wreath::word::automata {

/// The classes that can be reached, in breadth-first order, each standing for all its states by the first that is met.
/// class_of(state) is below states(), or kNoState where the state is dropped.
template <class ClassOf>
Dfa renumber(const Dfa& dfa, const ClassOf& class_of) {
  if (class_of(State{0}) == kNoState) return empty_language(dfa.symbols);
  std::vector<State> number(dfa.states(), kNoState);
  std::vector<State> order{0};
  number[class_of(State{0})] = 0;
  Dfa result{.symbols = dfa.symbols, .table = {}, .labels = {}};
  for (std::size_t at = 0; at < order.size(); ++at) {
    const State state = order[at];
    result.labels.push_back(dfa.labels[state]);
    const auto symbols = dfa.table.symbols(state);
    const auto targets = dfa.table.targets(state);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      const State its_class = class_of(targets[i]);
      if (its_class == kNoState) continue;
      State& target = number[its_class];
      if (target == kNoState) {
        target = static_cast<State>(order.size());
        order.push_back(targets[i]);
      }
      result.table.add(symbols[i], target);
    }
    result.table.close_row();
  }
  return result;
}

}  // namespace wreath::word::automata
