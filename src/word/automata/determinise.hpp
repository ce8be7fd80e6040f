// SPDX-License-Identifier: MIT
//
// Non-deterministic automata and the subset construction.
//
// A state of a non-deterministic automaton carries a *set* of labels, and so does a set of states: the union. Sets of labels are
// numbered, the empty one 0, so that the result is an ordinary automaton whose labels are numbers of sets. Where labels do not
// matter, the only set is {1} and its number is 1.
#pragma once

#include <span>
#include <vector>

#include "word/automata/dfa.hpp"

namespace wreath::word::automata {

/// Numbers for sets of labels. The empty set is 0; the others count from 1 in order of appearance.
class LabelSets {
 public:
  LabelSets();
  Label intern(std::span<const Label> sorted) { return table_.intern(sorted); }
  Label singleton(Label label) { return label == 0 ? 0 : intern(std::span(&label, 1)); }
  Label unite(Label a, Label b);
  std::span<const Label> operator[](Label number) const { return table_[number]; }
  bool contains(Label number, Label label) const;
  std::size_t size() const noexcept { return table_.size(); }

 private:
  KeyTable table_;
};

/// An automaton whose labels are numbers of sets.
struct LabelledDfa {
  Dfa dfa;
  LabelSets sets;
};

/// Edges of a row are sorted by symbol; a symbol may occur several times.
struct Nfa {
  std::uint32_t symbols = 0;
  std::vector<State> starts;
  Table table;
  std::vector<Label> labels;  // numbers of sets
  LabelSets sets;

  State states() const noexcept { return static_cast<State>(labels.size()); }
};

/// Writes the rows of a Table whose edges come in any order.
class RowSorter {
 public:
  void add(Symbol symbol, State target) { edges_.push_back(std::uint64_t{symbol} << 32 | target); }
  /// Appends what was added, sorted and without repetitions, as one row.
  void close_row(Table& table);

 private:
  std::vector<std::uint64_t> edges_;
};

/// Drops the states that lie on no path from a start to a labelled state.
Nfa trim(const Nfa& nfa);

/// The subset construction: the label of a word is the number of the set of all labels that it can reach. Trim first; not
/// minimised.
LabelledDfa determinise(const Nfa& nfa, const Limits& limits = {});

/// The same automaton without choices. labels: whether the sets are to be the labels as singletons; otherwise all labels count
/// as 1.
enum class KeepLabels : bool { no, yes };
Nfa as_nfa(const Dfa& dfa, KeepLabels keep);

/// The words read backwards, minimised. (All labels count as one.)
Dfa reverse(const Dfa& dfa, const Limits& limits = {});

// For automata of one tape. All results are minimised; labels other than 0 count as "accepts".

/// The words uv of a u accepted by the first and a v accepted by the second.
Dfa concatenate(const Dfa& a, const Dfa& b, const Limits& limits = {});
/// The words w1 w2 ... wn, n >= 0, of accepted words.
Dfa star(const Dfa& dfa, const Limits& limits = {});
/// These words alone.
Dfa finite_language(std::uint32_t symbols, std::span<const SymbolWord> words, const Limits& limits = {});

}  // namespace wreath::word::automata
