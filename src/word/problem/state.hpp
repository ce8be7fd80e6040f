// SPDX-License-Identifier: MIT
//
// What a WordProblem knows of its group: each thing is found when a question first needs it, and kept. What a stop left
// unfinished is not kept.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "word/completion/completion.hpp"
#include "word/known/known_group.hpp"
#include "word/problem/abelian_image.hpp"
#include "word/problem/quotients.hpp"
#include "wreath/word/word_problem.hpp"

namespace wreath::word {

/// A way to bring words to a form that represents the same element.
struct FormsOfWords {
  EqualityProof by = EqualityProof::none;
  std::string name;        // for people
  bool canonical = false;  // elements have one form each; otherwise words of the same form are equal, and others may be
  /// Throws LimitReached if the run is to stop, or the form is too long.
  std::function<Word(const Word&, RunControl&)> of;
  /// Whether two words have the same form, for forms that may be too long to be written out; null: they are compared.
  std::function<bool(const Word&, const Word&, RunControl&)> equal = nullptr;
  /// Whether it is seen that all powers of a word are different forms; null if that cannot be seen.
  std::function<bool(const Word&)> keeps_powers = nullptr;
};

struct WordProblem::State {
  State(const Options& its_options, Presentation its_presentation, std::optional<Group> its_group, bool is_from_file);
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  bool is_group() const { return presentation.is_group(); }
  /// A structure that is verified, if it is known.
  const Group* structure() const { return group && group->verified() ? &*group : nullptr; }
  /// Throws InputError if a letter is out of range.
  void require(std::span<const Letter> word) const;
  /// Throws InputError, in which `what` names what was asked for, if it is a monoid.
  void require_group(const char* what) const;
  /// The word as it is printed, or "a word of N letters" if it is long.
  std::string shown(const Word& word) const;

  const KnownGroup* recognised();
  const AbelianImage& abelian();
  const std::vector<PermutationImage>& images(RunControl& run);
  /// Without a structure. The first are canonical if any are.
  const std::vector<FormsOfWords>& cheap_forms(RunControl& run);
  /// By the structure if it is known, or else cheap_forms().
  std::vector<FormsOfWords> forms(RunControl& run);
  /// Confluent rules within all limits of the options, for groups whose structure was not found; null if there are none.
  const FormsOfWords* confluent_forms(std::size_t most_rules, RunControl& run);
  /// The structure, which is built now if it is not known, with at most this number of rules. Null, and why_unverified is set, if
  /// it is not found.
  const Group* build(std::size_t max_rules, RunControl& run);

  std::optional<Equality> compare(const FormsOfWords& forms, const Word& u, const Word& v, RunControl& run) const;
  std::optional<Equality> equal_cheaply(const Word& u, const Word& v, RunControl& run);
  Equality equal(std::span<const Letter> u, std::span<const Letter> v, const ReduceOptions& how, RunControl& run);
  std::optional<ElementOrder> order_cheaply(Word word, RunControl& run);
  std::optional<ConjugacyAnswer> conjugate_cheaply(const Word& u, const Word& v, RunControl& run);
  /// By a search for conjugators among `most` conjugates of u at most; a yes, or, if it ends, a no.
  std::optional<ConjugacyAnswer> search_conjugator(const FormsOfWords& forms, const Word& u, const Word& v, std::size_t most,
                                                   RunControl& run);
  std::optional<Membership> contains_cheaply(const std::vector<Word>& generators, const Word& word, RunControl& run);

  const Options options;
  const Presentation presentation;
  const bool from_file;
  std::optional<Group> group;  // perhaps not verified
  WordText text;
  std::string name;
  std::string why_unverified;
  std::optional<Conjugacy> conjugacy;
  std::optional<WordForms> normal_forms;
  FormsOfWords chosen_forms;  // for them, unless they are those of the structure

 private:
  std::size_t built_with_ = 0;  // rules of the last try
  bool was_recognised_ = false;
  std::unique_ptr<const KnownGroup> known_;
  std::optional<AbelianImage> abelian_;
  std::optional<std::vector<PermutationImage>> images_;
  bool has_all_images_ = false;
  std::optional<std::vector<FormsOfWords>> cheap_forms_;
  std::optional<FormsOfWords> confluent_forms_;
};

/// How many elements a search may look at, for words of this length and this number of moves; 0 if the words are too long.
std::size_t most_searched(std::size_t length, std::size_t moves);

}  // namespace wreath::word
