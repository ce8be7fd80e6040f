// SPDX-License-Identifier: MIT
//
// The subset construction, a few lines on top of explore(). The edges of all states of a set are gathered as (symbol, target) in
// one 64-bit word and sorted; equal symbols then stand together with their targets in order, which is the next set's key.
//
// Cost: for each set found, sorting the edges of its states. Sets of one state, frequent in practice, need no sorting.
#include "word/automata/determinise.hpp"

#include <algorithm>
#include <array>

#include "word/automata/explore.hpp"
#include "word/automata/minimise.hpp"
#include "word/automata/predecessors.hpp"

namespace wreath::word::automata {

[[gnu::noinline]] LabelSets::LabelSets() {  // not inline: g++ 12 then sees an array out of bounds where there is none
  table_.intern({});
}

Label LabelSets::unite(Label a, Label b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  std::vector<Label> both;
  std::ranges::set_union((*this)[a], (*this)[b], std::back_inserter(both));
  return intern(both);
}

bool LabelSets::contains(Label number, Label label) const {
  return std::ranges::binary_search((*this)[number], label);
}

void RowSorter::close_row(Table& table) {
  std::sort(edges_.begin(), edges_.end());
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  for (const std::uint64_t edge : edges_) table.add(static_cast<Symbol>(edge >> 32), static_cast<State>(edge));
  table.close_row();
  edges_.clear();
}

Nfa trim(const Nfa& nfa) {
  const std::vector<bool> useful = useful_states(nfa.table, nfa.starts, nfa.labels);
  Nfa result{.symbols = nfa.symbols, .starts = {}, .table = {}, .labels = {}, .sets = nfa.sets};
  std::vector<State> number(nfa.states(), kNoState);
  for (State state = 0; state < nfa.states(); ++state) {
    if (!useful[state]) continue;
    number[state] = result.states();
    result.labels.push_back(nfa.labels[state]);
  }
  for (const State start : nfa.starts) {
    if (useful[start]) result.starts.push_back(number[start]);
  }
  for (State state = 0; state < nfa.states(); ++state) {
    if (!useful[state]) continue;
    const auto symbols = nfa.table.symbols(state);
    const auto targets = nfa.table.targets(state);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      if (useful[targets[i]]) result.table.add(symbols[i], number[targets[i]]);
    }
    result.table.close_row();
  }
  return result;
}

LabelledDfa determinise(const Nfa& nfa, const Limits& limits) {
  LabelledDfa result{.dfa = {}, .sets = nfa.sets};
  std::vector<State> start(nfa.starts);
  std::sort(start.begin(), start.end());
  start.erase(std::unique(start.begin(), start.end()), start.end());

  std::vector<std::uint64_t> edges;
  std::vector<State> next;
  const auto expand = [&](Key set, auto emit) {
    edges.clear();
    for (const State state : set) {
      const auto symbols = nfa.table.symbols(state);
      const auto targets = nfa.table.targets(state);
      for (std::size_t i = 0; i < symbols.size(); ++i) edges.push_back(std::uint64_t{symbols[i]} << 32 | targets[i]);
    }
    if (set.size() > 1) std::sort(edges.begin(), edges.end());
    for (std::size_t i = 0; i < edges.size();) {
      const std::uint64_t symbol = edges[i] >> 32;
      next.clear();
      for (; i < edges.size() && edges[i] >> 32 == symbol; ++i) {
        const auto target = static_cast<State>(edges[i]);
        if (next.empty() || next.back() != target) next.push_back(target);
      }
      emit(static_cast<Symbol>(symbol), next);
    }
  };
  const auto label_of = [&](Key set) {
    Label label = 0;
    for (const State state : set) label = result.sets.unite(label, nfa.labels[state]);
    return label;
  };
  result.dfa = explore(nfa.symbols, start, expand, label_of, limits);
  return result;
}

Nfa as_nfa(const Dfa& dfa, KeepLabels keep) {
  Nfa nfa{.symbols = dfa.symbols, .starts = {0}, .table = dfa.table, .labels = {}, .sets = {}};
  nfa.labels.reserve(dfa.states());
  for (const Label label : dfa.labels)
    nfa.labels.push_back(nfa.sets.singleton(keep == KeepLabels::yes ? label : Label{label != 0}));
  return nfa;
}

Dfa reverse(const Dfa& dfa, const Limits& limits) {
  const Dfa useful = trim(dfa);
  Nfa nfa{.symbols = useful.symbols, .starts = {}, .table = {}, .labels = std::vector<Label>(useful.states(), 0), .sets = {}};
  nfa.labels[0] = nfa.sets.singleton(1);
  std::vector<std::vector<std::pair<Symbol, State>>> rows(useful.states());
  for (State state = 0; state < useful.states(); ++state) {
    if (useful.labels[state] != 0) nfa.starts.push_back(state);
    const auto symbols = useful.table.symbols(state);
    const auto targets = useful.table.targets(state);
    for (std::size_t i = 0; i < symbols.size(); ++i) rows[targets[i]].emplace_back(symbols[i], state);
  }
  RowSorter sorter;
  for (const auto& row : rows) {
    for (const auto& [symbol, state] : row) sorter.add(symbol, state);
    sorter.close_row(nfa.table);
  }
  return minimise(determinise(nfa, limits).dfa, limits);
}

}  // namespace wreath::word::automata
