// SPDX-License-Identifier: MIT
//
// Word differences: the group elements u(i)^-1 v(i) between the prefixes of two words that are equal, or differ by a generator.
//
// In an automatic group they are finitely many. A machine whose states are differences reads pairs of letters, (x,y) leading from
// d to x^-1 d y, and so knows the difference of the two words at every moment (a tape that has ended gives the padding for a
// letter, that is, the identity). Every transition here holds in the group: it was found by rewriting x^-1 d y, or follows from
// others by
//
//   inverting   d -(x,y)-> e  gives  d^-1 -(y,x)-> e^-1,     going back   d -(x,y)-> e  gives  e -(x^-1,y^-1)-> d.
//
// Rewriting need not be confluent, so two differences may be the same element under two names. Where the closure under the two
// laws finds two targets for one transition, they are: as in coset enumeration, a coincidence. It is handed to the completion as
// an equation, and the machine is made again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "word/automata/dfa.hpp"
#include "word/automatic/difference_lemmas.hpp"
#include "word/completion/completion.hpp"

namespace wreath::word {

using Difference = std::uint32_t;
inline constexpr Difference kNoDifference = ~Difference{0};

/// A set of group elements, each by its reduced word. 0 is the identity.
class DifferenceSet {
 public:
  DifferenceSet() { add(Word{}); }

  /// The number of a word, a new one if it has none.
  Difference add(std::span<const Letter> word);
  Difference find(std::span<const Letter> word) const;
  const Word& operator[](Difference d) const { return words_[d]; }
  std::size_t size() const { return words_.size(); }

 private:
  std::vector<Word> words_;
  wreath::KeyTable<Letter> numbers_;
};

/// Adds the differences of all prefixes of two words.
void add_differences(DifferenceSet& set, std::span<const Letter> u, std::span<const Letter> v, const Alphabet& alphabet,
                     const RewritingSystem& system);

class DifferenceMachine {
 public:
  /// The machine on the set, the generators and all their inverses. Equations that it finds are given to the completion, which
  /// then reduces better: the machine is made again until there are none. Throws LimitReached if the run stops, or where
  /// there are too many differences for a table of all pairs of letters.
  DifferenceMachine(const DifferenceSet& set, const Alphabet& alphabet, Completion& completion,
                    const automata::Limits& limits = {});

  std::size_t size() const { return set_.size(); }
  const DifferenceSet& set() const { return set_; }
  const Word& operator[](Difference d) const { return set_[d]; }
  /// By pairs of letters; the padding is the letter after the last.
  automata::EdgeRange edges(Difference d) const { return edges_.edges(d); }
  Difference step(Difference d, automata::Symbol symbol) const { return next_[std::size_t{d} * pairs_.count() + symbol]; }
  /// The difference after the two words, or kNoDifference.
  Difference run(std::span<const Letter> u, std::span<const Letter> v) const;
  Difference generator(Letter x) const { return generators_[x]; }
  Difference inverse(Difference d) const { return inverses_[d]; }
  automata::PairSymbols pairs() const { return pairs_; }

  /// If the completion has a journal: why its edges hold.
  const DifferenceLemmas* lemmas() const { return lemmas_ ? &*lemmas_ : nullptr; }
  LemmaId lemma(Difference d, automata::Symbol symbol) const { return lemmas_->edge(std::size_t{d} * pairs_.count() + symbol); }
  /// How v becomes u*d, where d is the difference after the two words.
  Chain derivation(std::span<const Letter> u, std::span<const Letter> v) const;

  /// Marks the transitions that u = v uses, for the word acceptor: an equation whose greater side is u. Whether one is new.
  bool mark(std::span<const Letter> u, std::span<const Letter> v);
  void mark_all() { marked_.assign(marked_.size(), true); }
  /// Marks what the other machine has marked.
  void mark_as(const DifferenceMachine& other);
  void mark(Difference d, automata::Symbol symbol) { marked_[std::size_t{d} * pairs_.count() + symbol] = true; }
  bool is_marked(Difference d, automata::Symbol symbol) const { return marked_[std::size_t{d} * pairs_.count() + symbol]; }

 private:
  bool make(const DifferenceSet& set, Completion& completion, const automata::Limits& limits);
  bool add_inverses(Completion& completion, const automata::Limits& limits);
  void fill(const Completion& completion, const automata::Limits& limits);
  bool close(Completion& completion, const automata::Limits& limits);
  template <class MakeLemma>
  bool coincide(Difference d, Difference e, Completion& completion, const MakeLemma& make_lemma) const;
  void list_edges();

  const Alphabet& alphabet_;
  automata::PairSymbols pairs_;
  DifferenceSet set_;
  std::vector<Difference> inverses_;
  std::vector<Difference> generators_;
  std::vector<Difference> next_;  // count() to a difference
  automata::Table edges_;
  std::vector<bool> marked_;
  std::optional<DifferenceLemmas> lemmas_;
};

/// Reduces words by all equations that a difference machine can see, infinitely many as a rule: where a completion has shown
/// enough differences, this goes further than its rules. A word becomes smaller in shortlex and stays the same element. It costs
/// the length of the word times the number of differences for each replacement: a tool for a few words. The replacements, u by v,
/// are added to `used` if it is given, and what they do to `chain`, if the machine has lemmas.
void reduce_by_machine(Word& word, const DifferenceMachine& machine, std::vector<Equation>* used = nullptr,
                       Chain* chain = nullptr);

/// The word acceptor of the machine (word_acceptor.cpp). All states accept (label 1). Minimised. `work` bounds the entries that
/// may be looked at, beside the limits: a wrong set of differences can have very large states. Throws automata::LimitReached.
automata::Dfa make_word_acceptor(const DifferenceMachine& machine, const automata::Limits& limits, std::uint64_t work);

}  // namespace wreath::word
