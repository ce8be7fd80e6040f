// SPDX-License-Identifier: MIT
//
// What is made of automata, and what is known of their languages.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "word/automata/dfa.hpp"
#include "wreath/natural.hpp"

namespace wreath::word {
struct GrowthRate;
struct GrowthSeries;
}  // namespace wreath::word

namespace wreath::word::automata {

// --- minimal automata (minimise.cpp)

/// The smallest automaton with the same label for every word, in canonical numbering: two automata have the same minimal one
/// exactly if they label every word alike.
Dfa minimise(const Dfa& dfa, const Limits& limits = {});

/// What makes two states of one class alike, besides their labels.
enum class Alike {
  by_symbol,  // each symbol leads to the same class: the same words are accepted from them
  by_number,  // as many edges lead to each class: as many words of every length are accepted from them
};
/// The coarsest partition of the states whose classes are alike in this sense: the class of each state, classes from 0.
std::vector<State> coarsest_partition(const Table& table, const std::vector<Label>& labels, Alike alike,
                                      const Limits& limits = {});

// --- Boolean operations (boolean.cpp)
//
// All results are trim, but not minimised unless that is mentioned. Labels other than 0 count as "accepts".

/// Accepted by both, with the label of the first.
Dfa intersect(const Dfa& a, const Dfa& b, const Limits& limits = {});
/// Accepted by one or both.
Dfa unite(const Dfa& a, const Dfa& b, const Limits& limits = {});
/// Accepted by the first and not by the second, with the label of the first.
Dfa difference(const Dfa& a, const Dfa& b, const Limits& limits = {});

/// Whether both label every word alike; the shortest word that they label differently, the first in the order of symbols.
std::optional<SymbolWord> first_disagreement(const Dfa& a, const Dfa& b, const Limits& limits = {});
inline bool same_labels(const Dfa& a, const Dfa& b) {
  return !first_disagreement(a, b);
}
/// The shortest word of the first that the second does not accept, the first in the order of symbols; nothing if there is none.
std::optional<SymbolWord> first_outside(const Dfa& a, const Dfa& b, const Limits& limits = {});

// --- non-deterministic automata and the subset construction (determinise.cpp)
//
// A state of a non-deterministic automaton carries a *set* of labels, and so does a set of states: the union. Sets of labels are
// numbered, the empty one 0, so that the result is an ordinary automaton whose labels are numbers of sets. Where labels do not
// matter, the only set is {1} and its number is 1.

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

// --- two tapes (two_tape.cpp)
//
// Automata of pairs of words, that is, of relations. They must be well padded: nothing but padding follows a padding on its
// tape. Results are well padded again.

/// All pairs of words over this number of letters.
Dfa all_pairs(std::uint32_t letters);
/// The pairs (w,w) of the words of a language.
Dfa diagonal(const Dfa& language);

/// The pairs (v,u) for the pairs (u,v), with their labels.
Dfa swap_tapes(const Dfa& dfa);

enum class Tape { first, second };
/// The words on this tape: those for which there is a word on the other tape such that the pair is accepted. Minimised.
Dfa project(const Dfa& dfa, Tape tape, const Limits& limits = {});
/// The same; the label of a word is the set of the labels of the pairs it belongs to.
LabelledDfa project_labelled(const Dfa& dfa, Tape tape, const Limits& limits = {});

/// The pairs (u,w) for which there is a v with (u,v) in the first and (v,w) in the second. Minimised.
Dfa compose(const Dfa& first, const Dfa& second, const Limits& limits = {});
/// The same; the label of (u,w) is the set of all l*stride+m where some (u,v) has label l and (v,w) label m. stride exceeds every
/// m.
LabelledDfa compose_labelled(const Dfa& first, const Dfa& second, Label stride, const Limits& limits = {});

/// A relation whose words may have ended: (pad,pad) leads from an accepting state to a further one, states() - 1 + its label, and
/// from there to itself. Rows are indexed by the first letter.
class EndedRelation {
 public:
  /// With KeepLabels::no all labels count as 1 at the end.
  explicit EndedRelation(const Dfa& dfa, KeepLabels keep = KeepLabels::yes)
      : dfa_(dfa),
        pairs_(pair_symbols(dfa)),
        width_(pairs_.letters + 2),
        labels_(keep == KeepLabels::no ? 1 : *std::ranges::max_element(dfa.labels)),
        begin_(rows_by_first_letter(dfa, pairs_)) {}

  std::uint64_t states() const { return std::uint64_t{dfa_.states()} + labels_; }
  bool ended(State s) const { return s >= dfa_.states(); }
  Label label(State s) const { return ended(s) ? s - dfa_.states() + 1 : dfa_.labels[s]; }
  State end(State s) const { return label(s) == 0 ? kNoState : dfa_.states() - 1 + std::min(label(s), labels_); }

  State step(State s, std::uint32_t x, std::uint32_t y) const {
    if (x == pairs_.pad() && y == pairs_.pad()) return end(s);
    if (ended(s)) return kNoState;
    const auto symbols = dfa_.table.symbols(s);
    for (std::uint32_t i = begin_[std::size_t{s} * width_ + x]; i < begin_[std::size_t{s} * width_ + x + 1]; ++i)
      if (pairs_.second(symbols[i]) == y) return dfa_.table.targets(s)[i];
    return kNoState;
  }

  /// Calls visit(y, target) for the edges whose first letter is x.
  template <class Visit>
  void edges_from(State s, std::uint32_t x, Visit visit) const {
    if (x == pairs_.pad() && label(s) != 0) visit(pairs_.pad(), end(s));
    if (ended(s)) return;
    const auto symbols = dfa_.table.symbols(s);
    const auto targets = dfa_.table.targets(s);
    for (std::uint32_t i = begin_[std::size_t{s} * width_ + x]; i < begin_[std::size_t{s} * width_ + x + 1]; ++i)
      visit(symbols[i] - x * (pairs_.letters + 1), targets[i]);
  }

  template <class Visit>
  void edges(State s, Visit visit) const {
    for (std::uint32_t x = 0; x <= pairs_.letters; ++x)
      edges_from(s, x, [&](std::uint32_t y, State target) { visit(x, y, target); });
  }

 private:
  const Dfa& dfa_;
  PairSymbols pairs_;
  std::uint32_t width_;
  Label labels_;
  std::vector<std::uint32_t> begin_;
};

// --- languages (language.cpp)

bool is_empty(const Dfa& dfa);
bool is_finite(const Dfa& dfa);
/// The number of accepted words; nothing where they are infinitely many. Throws LimitReached.
std::optional<Natural> language_size(const Dfa& dfa, const Limits& limits = {});
/// Counts the accepted words of length 0, 1, 2, ...
class CountsByLength {
 public:
  explicit CountsByLength(const Dfa& dfa);
  /// The number of words of the next length. Throws LimitReached, and is of no use then.
  Natural next(const Limits& limits = {});
  /// Whether there are no words of the next length, nor longer ones.
  bool exhausted() const;

 private:
  Dfa useful_;
  std::vector<Natural> now_;  // the number of words of this length that lead to each state
  std::vector<Natural> next_;
};
/// The number of accepted words of each length 0..longest.
std::vector<Natural> count_by_length(const Dfa& dfa, std::size_t longest, const Limits& limits = {});

/// Calls visit for the accepted words of length shortest..longest, in ShortLex order, until it returns false.
void for_each_word(const Dfa& dfa, std::size_t shortest, std::size_t longest, const std::function<bool(const SymbolWord&)>& visit,
                   const Limits& limits = {});

// --- growth (growth.cpp)

/// The growth series of the language: the coefficient of x^n is the number of accepted words of length n. Proven, not guessed.
GrowthSeries growth_series(const Dfa& dfa, const Limits& limits = {});

/// The limit superior of the n-th root of the number of accepted words of length n.
GrowthRate growth_rate(const Dfa& dfa, const Limits& limits = {});

}  // namespace wreath::word::automata
