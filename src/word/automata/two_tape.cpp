// SPDX-License-Identifier: MIT
//
// Relations by automata. Forgetting a tape leaves a choice at every step, so projections and composites are first written down as
// non-deterministic automata, trimmed (which keeps the sets small), and then determinised and minimised.
//
// Padding. When the tape that is kept has ended, the forgotten one may go on: such steps read nothing. They can only come at the
// end, so they do not call for empty steps in the automaton: it is enough to pass the labels back along them, after which they
// are dropped.
//
// In a composite of (u,v) and (v,w) either automaton may have finished while the other continues. A finished one is represented
// by the state states() + label: it remembers with which label it accepted (or with 1, where labels do not matter).
#include "word/automata/two_tape.hpp"

#include <algorithm>
#include <array>

#include "word/automata/explore.hpp"
#include "word/automata/minimise.hpp"
#include "word/automata/dfa.hpp"

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
    const auto symbols = dfa.table.symbols(state);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      const std::uint32_t letter = tape == Tape::first ? pairs.first(symbols[i]) : pairs.second(symbols[i]);
      row.add(letter == pairs.pad() ? kSilent : static_cast<Symbol>(letter), dfa.table.targets(state)[i]);
    }
    row.close_row(nfa.table);
  }
  return finish(std::move(nfa), limits);
}

/// The pairs of states of a composite, explored into a non-deterministic automaton.
class Composite {
 public:
  Composite(const Dfa& first, const Dfa& second, KeepLabels keep)
      : first_(first), second_(second), keep_(keep), pairs_(pair_symbols(first)) {
    if (first.symbols != second.symbols) throw InternalError("automata over different symbols were composed");
    row_begin_ = rows_by_first_letter(second_, pairs_);
  }

  /// label_of(l, m): what labels l and m make together, 0 only if one of them is.
  template <class LabelOf>
  Nfa build(LabelOf label_of, const Limits& limits) {
    Nfa nfa{.symbols = pairs_.count(), .starts = {0}, .table = {}, .labels = {}, .sets = {}};
    intern(0, 0);
    for (State state = 0; state < keys_.size(); ++state) {
      if (state % kStatesPerCheck == 0) check_limits(limits, keys_.size());
      const State p = keys_[state][0];
      const State q = keys_[state][1];
      nfa.labels.push_back(nfa.sets.singleton(label_of(label_at(first_, p), label_at(second_, q))));
      add_edges(p, q);
      row_.close_row(nfa.table);
    }
    return nfa;
  }

 private:
  static bool finished(const Dfa& dfa, State state) { return state >= dfa.states(); }
  static Label label_at(const Dfa& dfa, State state) { return finished(dfa, state) ? state - dfa.states() : dfa.labels[state]; }
  /// The state that a reading of two paddings leads to, or kNoState.
  State finish_at(const Dfa& dfa, State state) const {
    const Label label = label_at(dfa, state);
    if (label == 0) return kNoState;
    return dfa.states() + (keep_ == KeepLabels::yes ? label : 1);
  }

  State intern(State p, State q) { return keys_.intern(std::array<std::uint32_t, 2>{p, q}); }

  void add_edge(std::uint32_t x, std::uint32_t z, State p, State q) {
    const bool reads_nothing = x == pairs_.pad() && z == pairs_.pad();
    row_.add(reads_nothing ? kSilent : pairs_.pair(x, z), intern(p, q));
  }

  /// The steps in which the first automaton reads (x,y) and goes to p.
  void add_edges_through(std::uint32_t x, std::uint32_t y, State p, State q) {
    const std::uint32_t pad = pairs_.pad();
    if (y == pad && x != pad) {
      if (const State end = finish_at(second_, q); end != kNoState) add_edge(x, pad, p, end);
    }
    if (finished(second_, q)) return;
    const std::size_t row = std::size_t{q} * (pad + 2);
    const auto symbols = second_.table.symbols(q);
    const auto targets = second_.table.targets(q);
    for (std::uint32_t at = row_begin_[row + y]; at < row_begin_[row + y + 1]; ++at) {
      add_edge(x, pairs_.second(symbols[at]), p, targets[at]);
    }
  }

  void add_edges(State p, State q) {
    if (!finished(first_, p)) {
      const auto symbols = first_.table.symbols(p);
      const auto targets = first_.table.targets(p);
      for (std::size_t i = 0; i < symbols.size(); ++i) {
        add_edges_through(pairs_.first(symbols[i]), pairs_.second(symbols[i]), targets[i], q);
      }
    }
    if (const State end = finish_at(first_, p); end != kNoState) add_edges_through(pairs_.pad(), pairs_.pad(), end, q);
  }

  const Dfa& first_;
  const Dfa& second_;
  KeepLabels keep_;
  PairSymbols pairs_;
  std::vector<std::uint32_t> row_begin_;
  KeyTable keys_;
  RowSorter row_;
};

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
    const auto symbols = language.table.symbols(state);
    for (std::size_t i = 0; i < symbols.size(); ++i)
      result.table.add(pairs.pair(symbols[i], symbols[i]), language.table.targets(state)[i]);
    result.table.close_row();
  }
  return result;
}

Dfa swap_tapes(const Dfa& dfa) {
  const PairSymbols pairs = pair_symbols(dfa);
  Dfa result{.symbols = dfa.symbols, .table = {}, .labels = dfa.labels};
  RowSorter row;
  for (State state = 0; state < dfa.states(); ++state) {
    const auto symbols = dfa.table.symbols(state);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      row.add(pairs.pair(pairs.second(symbols[i]), pairs.first(symbols[i])), dfa.table.targets(state)[i]);
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
  return finish(Composite(first, second, KeepLabels::no).build(both, limits), limits).dfa;
}

LabelledDfa compose_labelled(const Dfa& first, const Dfa& second, Label stride, const Limits& limits) {
  const auto both = [stride](Label l, Label m) { return l != 0 && m != 0 ? l * stride + m : 0; };
  return finish(Composite(first, second, KeepLabels::yes).build(both, limits), limits);
}

}  // namespace wreath::word::automata
