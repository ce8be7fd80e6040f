// SPDX-License-Identifier: MIT
//
// The word problem by rewriting, for groups and monoids that have no automatic structure (or none that was found).
//
// Where a completion becomes confluent, words are equal iff they reduce to the same word, whatever order of words it used. The
// order decides whether that happens: <a,t | t*a = a^2*t> and the Heisenberg group, which are not automatic, have infinite
// systems under shortlex and a handful of rules under a recursive path order with the right order of letters. So several orders
// are tried side by side: the presentation's own, and the recursive one with the generators as they stand and in reverse. Each
// gets as much work as the others, a few overlaps at a time, and the first that is confluent wins.
//
// Normal forms are those of the order that won, and may be exponentially long where it is recursive (t^n*a = a^(2^n)*t^n): a
// question may end without an answer, but never with a wrong one.
#pragma once

#include <optional>
#include <vector>

#include "word/completion/completion.hpp"

namespace wreath::word {

class ConfluentRewriting {
 public:
  /// Nothing where no order led to a confluent system within the limits, or the run was stopped.
  static std::optional<ConfluentRewriting> find(const Presentation& presentation, const CompletionLimits& limits,
                                                RunControl& run);

  /// The order of words and the letters in their order, for which the system is confluent.
  const Presentation& presentation() const { return presentation_; }
  std::size_t rules() const { return completion_.system().alive(); }

  /// The normal form, in the letters of the presentation that was given. Nothing where the run was stopped or the word grew too
  /// long on the way.
  std::optional<Word> normal_form(const Word& word, RunControl& run) const;
  /// Whether the words are the same element. Nothing as above.
  std::optional<bool> equal(const Word& u, const Word& v, RunControl& run) const;

 private:
  ConfluentRewriting(Presentation presentation, std::vector<Letter> place, const CompletionLimits& limits, RunControl* run);
  static ConfluentRewriting with_letters(const Presentation& given, Ordering ordering, const std::vector<Letter>& letters,
                                         const CompletionLimits& limits, RunControl* run);

  Presentation presentation_;
  std::vector<Letter> place_;  // of each given letter among this one's
  Completion completion_;
};

}  // namespace wreath::word
