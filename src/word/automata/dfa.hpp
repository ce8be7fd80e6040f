// SPDX-License-Identifier: MIT
//
// Finite automata: their tables, and what can be said of one without building another.
//
// A table keeps for each state only the edges that exist, sorted by symbol; a missing edge leads to failure, so no state stands
// for it and none is counted. Two-tape automata are very sparse (a state of a multiplier has a few edges among (k+1)^2-1
// symbols), and all constructions walk along edges, so this is both smaller and faster than a dense table.
//
// The start of a deterministic automaton is state 0, which always exists: the automaton of the empty language has one state, not
// accepting, without edges. A state's label says whether it accepts (0: no) and with what meaning (a multiplier's states are
// labelled with generators); operations that do not speak of labels treat every label but 0 as "accepts".
//
// Symbols of one tape are letters 0..k-1. Of two tapes they are pairs (x,y) of letters or padding (the letter k), but not two
// paddings; a pair of words is read in step, the shorter one padded at its end.
//
// Memory: 6 bytes an edge and 12 a state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/data/key_table.hpp"
#include "wreath/run.hpp"

namespace wreath::word::automata {

/// Keys are sequences of 32-bit words.
using KeyTable = wreath::KeyTable<std::uint32_t>;

using State = std::uint32_t;
using Symbol = std::uint16_t;
using Label = std::uint32_t;
using SymbolWord = std::vector<Symbol>;

inline constexpr State kNoState = 0xFFFFFFFFU;

struct Edge {
  Symbol symbol;
  State target;
};

/// The edges of a row, one after the other.
struct EdgeRange {
  struct Iterator {
    const Symbol* symbol;
    const State* target;
    Edge operator*() const { return {*symbol, *target}; }
    void operator++() { ++symbol, ++target; }
    bool operator==(const Iterator& other) const { return symbol == other.symbol; }
  };
  Iterator first;
  Iterator last;
  Iterator begin() const { return first; }
  Iterator end() const { return last; }
};

/// The rows of an automaton, written one after the other. In each row symbols ascend (strictly, where the automaton is
/// deterministic).
class Table {
 public:
  std::size_t rows() const noexcept { return begin_.size() - 1; }
  std::size_t edges() const noexcept { return symbols_.size(); }
  std::span<const Symbol> symbols(State row) const { return {symbols_.data() + begin_[row], symbols_.data() + begin_[row + 1]}; }
  std::span<const State> targets(State row) const { return {targets_.data() + begin_[row], targets_.data() + begin_[row + 1]}; }
  EdgeRange edges(State row) const {
    return {{symbols_.data() + begin_[row], targets_.data() + begin_[row]},
            {symbols_.data() + begin_[row + 1], targets_.data() + begin_[row + 1]}};
  }
  std::size_t row_size(State row) const { return begin_[row + 1] - begin_[row]; }

  /// The target of the first edge with this symbol, or kNoState.
  State step(State row, Symbol symbol) const;

  /// An edge of the row that is being written.
  void add(Symbol symbol, State target) {
    symbols_.push_back(symbol);
    targets_.push_back(target);
  }
  void close_row() { begin_.push_back(symbols_.size()); }

  bool operator==(const Table&) const = default;

 private:
  std::vector<std::uint64_t> begin_{0};
  std::vector<Symbol> symbols_;
  std::vector<State> targets_;
};

/// A deterministic automaton that starts in state 0.
struct Dfa {
  std::uint32_t symbols = 0;  // the symbols are 0..symbols-1
  Table table;
  std::vector<Label> labels;  // one for each state; 0: not accepting

  State states() const noexcept { return static_cast<State>(labels.size()); }
  State step(State state, Symbol symbol) const { return table.step(state, symbol); }
  /// Where the word leads from state, or kNoState.
  State run(std::span<const Symbol> word, State state = 0) const;
  /// The label at the end of the word, 0 where it fails.
  Label label(std::span<const Symbol> word) const;
  bool accepts(std::span<const Symbol> word) const { return label(word) != 0; }

  bool operator==(const Dfa&) const = default;
};

/// The numbering of the symbols of two tapes over k letters: (x,y) is x*(k+1)+y, and the padding is the letter k.
struct PairSymbols {
  std::uint32_t letters;

  constexpr std::uint32_t pad() const { return letters; }
  constexpr std::uint32_t count() const { return (letters + 1) * (letters + 1) - 1; }
  constexpr Symbol pair(std::uint32_t x, std::uint32_t y) const { return static_cast<Symbol>(x * (letters + 1) + y); }
  // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): 2^32 - 1 letters do not fit
  constexpr std::uint32_t first(Symbol symbol) const { return symbol / (letters + 1); }
  constexpr std::uint32_t second(Symbol symbol) const { return symbol % (letters + 1); }
};
/// The symbols of a two-tape automaton. Throws InternalError if their number is not that of any k letters.
PairSymbols pair_symbols(const Dfa& dfa);
/// Where in each row of a two-tape automaton the symbols with a first letter x begin: at state * (letters + 2) + x.
std::vector<std::uint32_t> rows_by_first_letter(const Dfa& dfa, PairSymbols pairs);
/// The pair of words (of letters) as a two-tape automaton reads it.
SymbolWord pad(std::span<const Symbol> first, std::span<const Symbol> second, PairSymbols pairs);

/// How far a construction may go.
struct Limits {
  RunControl* run = nullptr;               // asked now and then whether to stop
  std::uint64_t states = kNoState - 1ULL;  // about the most states of any automaton on the way
};
using wreath::LimitReached;  // thrown if a construction reached its limits; the engine turns it into a partial result
/// Throws LimitReached if this number of states is too large, or if the run is to stop. Constructions ask once in kStatesPerCheck
/// states.
inline constexpr std::size_t kStatesPerCheck = 256;
void check_limits(const Limits& limits, std::size_t states);

/// The automaton as a full table, one look-up for a symbol: where state * symbols + symbol leads, or kNoState.
std::vector<State> dense_table(const Dfa& dfa);

/// The automaton of the empty language, and of all words.
Dfa empty_language(std::uint32_t symbols);
Dfa all_words(std::uint32_t symbols);

/// Renumbers the accessible states breadth first, in the order of symbols, and drops the others: minimal automata of the same
/// language become equal.
Dfa canonical(const Dfa& dfa);
/// The same after dropping all states from which nothing is accepted.
Dfa trim(const Dfa& dfa);
/// The automaton with every label replaced by rename(label).
template <class Rename>
Dfa relabel(Dfa dfa, Rename rename) {
  for (Label& label : dfa.labels) label = rename(label);
  return dfa;
}
/// The automaton that accepts where the label is this one.
inline Dfa with_label(Dfa dfa, Label wanted) {
  return relabel(std::move(dfa), [wanted](Label label) { return Label{label == wanted}; });
}

/// For each state the states that have an edge to it, as often as they have one.
class Predecessors {
 public:
  explicit Predecessors(const Table& table);
  std::span<const State> operator[](State state) const {
    return {sources_.data() + begin_[state], sources_.data() + begin_[state + 1]};
  }

 private:
  std::vector<std::uint64_t> begin_;
  std::vector<State> sources_;
};

/// Which states lie on a path from a start to a labelled state.
std::vector<bool> useful_states(const Table& table, std::span<const State> starts, std::span<const Label> labels);

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
    for (const auto [symbol, target] : dfa.table.edges(state)) {
      const State its_class = class_of(target);
      if (its_class == kNoState) continue;
      State& its_number = number[its_class];
      if (its_number == kNoState) {
        its_number = static_cast<State>(order.size());
        order.push_back(target);
      }
      result.table.add(symbol, its_number);
    }
    result.table.close_row();
  }
  return result;
}

}  // namespace wreath::word::automata
