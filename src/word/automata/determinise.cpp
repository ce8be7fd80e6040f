// SPDX-License-Identifier: MIT
//
// The subset construction, a few lines on top of explore(). The edges of all states of a set are gathered as (symbol, target) in
// one 64-bit word and sorted; equal symbols then stand together with their targets in order, which is the next set's key.
//
// Cost: for each set found, sorting the edges of its states. Sets of one state, frequent in practice, need no sorting.
#include "word/automata/operations.hpp"

#include <algorithm>

#include "word/automata/explore.hpp"

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
    for (const auto [symbol, target] : nfa.table.edges(state)) {
      if (useful[target]) result.table.add(symbol, number[target]);
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
      for (const auto [symbol, target] : nfa.table.edges(state)) edges.push_back(std::uint64_t{symbol} << 32 | target);
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
    for (const auto [symbol, target] : useful.table.edges(state)) rows[target].emplace_back(symbol, state);
  }
  RowSorter sorter;
  for (const auto& row : rows) {
    for (const auto& [symbol, state] : row) sorter.add(symbol, state);
    sorter.close_row(nfa.table);
  }
  return minimise(determinise(nfa, limits).dfa, limits);
}

// Concatenation and iteration. Where a word may end, another may begin: an accepting state gets the edges of the start of what
// follows, besides its own. That needs no empty steps, and the subset construction does the rest.

namespace {

/// The edges of a state, their targets moved up by `shift`.
void add_row(RowSorter& row, const Dfa& dfa, State state, State shift) {
  for (const auto [symbol, target] : dfa.table.edges(state)) row.add(symbol, target + shift);
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
