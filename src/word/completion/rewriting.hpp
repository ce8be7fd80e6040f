// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "word/automata/dfa.hpp"
#include "word/completion/rule_index.hpp"
#include "wreath/run.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

/// left -> right, with left greater in the order of words.
struct Rule {
  Word left;
  Word right;
  bool alive = true;
};

/// Rules, and rewriting by them: from the left, one look-up per letter read.
class RewritingSystem {
 public:
  explicit RewritingSystem(std::size_t letters) : index_(letters), letters_(letters) {}

  RuleId add(Word left, Word right);
  void remove(RuleId rule);
  /// A smaller right-hand side for a rule.
  void set_right(RuleId rule, Word right) { rules_[rule].right = std::move(right); }

  /// Rewrites until no left-hand side occurs. In orders other than shortlex that may take very long: false where the run
  /// stopped first, the word grew past all reason, or more letters were read than are allowed; it is then an equal word that is
  /// not reduced.
  bool reduce(Word& word, RunControl& run, std::uint64_t most_letters = ~std::uint64_t{0}) const;
  /// The same without a stop. Throws ResourceError if the word grows beyond 2^26 letters.
  void reduce(Word& word) const;
  bool is_reduced(std::span<const Letter> word) const;
  /// Letter by letter: `append` rewrites a reduced word and a letter more in time that does not depend on the word's length. The
  /// word is the one that was given to `follow`, as appending left it, and nothing else was rewritten in between.
  void follow(std::span<const Letter> reduced) const;
  void append(Word& word, Letter x) const;
  /// How many letters were read by `reduce` so far: a clock that does not depend on the machine.
  std::uint64_t letters_read() const { return letters_read_; }

  const Rule& operator[](RuleId rule) const { return rules_[rule]; }
  /// All rules ever added, dead ones too: their ids are not given again.
  std::span<const Rule> rules() const { return rules_; }
  std::size_t alive() const { return alive_; }
  std::size_t letters() const { return letters_; }
  const RuleIndex& index() const { return index_; }

 private:
  template <class GoOn>
  bool reduce_while(Word& word, const GoOn& go_on) const;
  template <class GoOn>
  bool take_in(Word& word, const GoOn& go_on) const;

  RuleIndex index_;
  std::size_t letters_;
  std::vector<Rule> rules_;
  std::size_t alive_ = 0;
  mutable std::uint64_t letters_read_ = 0;
  mutable Word input_;                            // reversed
  mutable std::vector<RuleIndex::State> states_;  // after each letter of the word
};

/// The words in which no left-hand side occurs: the normal forms, where the system is confluent. Minimised.
automata::Dfa normal_form_language(const RewritingSystem& system, const automata::Limits& limits = {});

/// The rules of a completion as bytes, for checkpoints: all words, each after its length (four bytes, the lowest first).
std::vector<std::byte> pack_rules(const std::vector<Equation>& rules);
/// Throws InputError, in which `source` names the bytes, if they are not rules over this number of letters.
std::vector<Equation> unpack_rules(std::span<const std::byte> bytes, std::size_t letters, const std::string& source);

}  // namespace wreath::word
