// SPDX-License-Identifier: MIT
//
// Relations by automata. Forgetting a tape leaves a choice at every step, so projections and composites are first written down as
// non-deterministic automata, trimmed (which keeps the sets small), and then determinised and minimised.
//
// Padding. When the tape that is kept has ended, the forgotten one may go on: such steps read nothing. They can only come at the
// end, so they do not call for empty steps in the automaton: it is enough to pass the labels back along them, after which they
// are dropped.
//
// In a composite of (u,v) and (v,w) either automaton may have finished while the other continues (EndedRelation).
#include "word/automata/operations.hpp"

#include <algorithm>
#include <array>

#include "word/automata/explore.hpp"

namespace wreath::word::automata {
namespace {

/// A symbol that reads nothing, while a table with such steps is being written. It sorts behind all others.
constexpr Symbol kSilent = 0xFFFF;

/// Passes the sets of labels back along the silent steps, drops these steps, and determinises.
LabelledDfa finish(Nfa nfa, const Limits& limits) {
  Table silent_steps;
  for (State state = 0; state < nfa.states(); ++state) {
    const auto symbols = nfa.table.symbols(state);
    for (std::size_t i = symbols.size(); i-- > 0 && symbols[i] == kSilent;)
      silent_steps.add(kSilent, nfa.table.targets(state)[i]);
    silent_steps.close_row();
  }
  const Predecessors before(silent_steps);
  std::vector<State> pending;
  for (State state = 0; state < nfa.states(); ++state) {
    if (nfa.labels[state] != 0) pending.push_back(state);
  }
  while (!pending.empty()) {
    const State state = pending.back();
    pending.pop_back();
    for (const State source : before[state]) {
      const Label both = nfa.sets.unite(nfa.labels[source], nfa.labels[state]);
      if (both == nfa.labels[source]) continue;
      nfa.labels[source] = both;
      pending.push_back(source);
    }
  }
  Table audible;
  for (State state = 0; state < nfa.states(); ++state) {
    const auto symbols = nfa.table.symbols(state);
    for (std::size_t i = 0; i < symbols.size() && symbols[i] != kSilent; ++i)
      audible.add(symbols[i], nfa.table.targets(state)[i]);
    audible.close_row();
  }
  nfa.table = std::move(audible);
  LabelledDfa result = determinise(trim(nfa), limits);
  result.dfa = minimise(result.dfa, limits);
  return result;
}

LabelledDfa project_with(const Dfa& dfa, Tape tape, KeepLabels keep, const Limits& limits) {
  const PairSymbols pairs = pair_symbols(dfa);
  Nfa nfa = as_nfa(dfa, keep);
  nfa.symbols = pairs.letters;
  nfa.table = {};
  RowSorter row;
  for (State state = 0; state < dfa.states(); ++state) {
    for (const auto [symbol, target] : dfa.table.edges(state)) {
      const std::uint32_t letter = tape == Tape::first ? pairs.first(symbol) : pairs.second(symbol);
      row.add(letter == pairs.pad() ? kSilent : static_cast<Symbol>(letter), target);
    }
    row.close_row(nfa.table);
  }
  return finish(std::move(nfa), limits);
}

/// The pairs of states of a composite, explored into a non-deterministic automaton. label_of(l, m): what labels l and m make
/// together, 0 only if one of them is.
template <class LabelOf>
Nfa composite(const Dfa& first, const Dfa& second, KeepLabels keep, LabelOf label_of, const Limits& limits) {
  if (first.symbols != second.symbols) throw InternalError("automata over different symbols were composed");
  const EndedRelation left(first, keep);
  const EndedRelation right(second, keep);
  const PairSymbols pairs = pair_symbols(first);
  Nfa nfa{.symbols = pairs.count(), .starts = {0}, .table = {}, .labels = {}, .sets = {}};
  KeyTable keys;
  RowSorter row;
  keys.intern(std::array<std::uint32_t, 2>{0, 0});
  for (State state = 0; state < keys.size(); ++state) {
    if (state % kStatesPerCheck == 0) check_limits(limits, keys.size());
    const State p = keys[state][0];
    const State q = keys[state][1];
    nfa.labels.push_back(nfa.sets.singleton(label_of(left.label(p), right.label(q))));
    left.edges(p, [&](std::uint32_t x, std::uint32_t y, State p_next) {
      right.edges_from(q, y, [&](std::uint32_t z, State q_next) {
        const bool reads_nothing = x == pairs.pad() && z == pairs.pad();
        if (reads_nothing && y == pairs.pad()) return;
        row.add(reads_nothing ? kSilent : pairs.pair(x, z), keys.intern(std::array{p_next, q_next}));
      });
    });
    row.close_row(nfa.table);
  }
  return nfa;
}

}  // namespace

Dfa all_pairs(std::uint32_t letters) {
  const PairSymbols pairs{letters};
  enum : State { kBothGo, kFirstEnded, kSecondEnded };
  Dfa dfa{.symbols = pairs.count(), .table = {}, .labels = {1, 1, 1}};
  for (const State state : {kBothGo, kFirstEnded, kSecondEnded}) {
    for (std::uint32_t number = 0; number < pairs.count(); ++number) {
      const auto symbol = static_cast<Symbol>(number);
      const State next = pairs.first(symbol) == pairs.pad()    ? kFirstEnded
                         : pairs.second(symbol) == pairs.pad() ? kSecondEnded
                                                               : kBothGo;
      if (state == kBothGo || state == next) dfa.table.add(symbol, next);
    }
    dfa.table.close_row();
  }
  return dfa;
}

Dfa diagonal(const Dfa& language) {
  const PairSymbols pairs{language.symbols};
  Dfa result{.symbols = pairs.count(), .table = {}, .labels = language.labels};
  for (State state = 0; state < language.states(); ++state) {
    for (const auto [symbol, target] : language.table.edges(state)) result.table.add(pairs.pair(symbol, symbol), target);
    result.table.close_row();
  }
  return result;
}

Dfa swap_tapes(const Dfa& dfa) {
  const PairSymbols pairs = pair_symbols(dfa);
  Dfa result{.symbols = dfa.symbols, .table = {}, .labels = dfa.labels};
  RowSorter row;
  for (State state = 0; state < dfa.states(); ++state) {
    for (const auto [symbol, target] : dfa.table.edges(state)) {
      row.add(pairs.pair(pairs.second(symbol), pairs.first(symbol)), target);
    }
    row.close_row(result.table);
  }
  return canonical(result);
}

Dfa project(const Dfa& dfa, Tape tape, const Limits& limits) {
  return project_with(dfa, tape, KeepLabels::no, limits).dfa;
}

LabelledDfa project_labelled(const Dfa& dfa, Tape tape, const Limits& limits) {
  return project_with(dfa, tape, KeepLabels::yes, limits);
}

Dfa compose(const Dfa& first, const Dfa& second, const Limits& limits) {
  const auto both = [](Label l, Label m) { return Label{l != 0 && m != 0}; };
  return finish(composite(first, second, KeepLabels::no, both, limits), limits).dfa;
}

LabelledDfa compose_labelled(const Dfa& first, const Dfa& second, Label stride, const Limits& limits) {
  const auto both = [stride](Label l, Label m) { return l != 0 && m != 0 ? l * stride + m : 0; };
  return finish(composite(first, second, KeepLabels::yes, both, limits), limits);
}

}  // namespace wreath::word::automata
