// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "word/automata/dfa.hpp"
#include "wreath/run.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

using RuleId = std::uint32_t;
inline constexpr RuleId kNoRule = ~RuleId{0};

/// The left-hand sides of a rewriting system as one automaton that is never out of date (rule_index.cpp).
class RuleIndex {
 public:
  using State = std::uint32_t;
  static constexpr State kStart = 0;

  explicit RuleIndex(std::size_t letters);

  State next(State state, Letter x) const { return next_[std::size_t{state} * letters_ + x]; }
  /// A rule whose left-hand side ends the word that was read, or kNoRule.
  RuleId match(State state) const { return match_[state]; }

  /// Adds a left-hand side; no other must be equal to it.
  void add(std::span<const Letter> left, RuleId rule);
  void remove(std::span<const Letter> left);

  /// The state of a word that is a prefix of a left-hand side.
  State state_of(std::span<const Letter> prefix) const;
  /// The longest proper suffix of a state that is a state.
  State fallback(State state) const { return nodes_[state].fallback; }
  std::uint32_t depth(State state) const { return nodes_[state].depth; }

  /// The rules whose left-hand sides begin with the state's word, or end with it, and have at most `longest` letters.
  void rules_beginning(State state, std::size_t longest, std::vector<RuleId>& found) const;
  void rules_ending(State state, std::size_t longest, std::vector<RuleId>& found) const;
  /// The rules whose left-hand sides contain the state's word; one may be named several times.
  void rules_containing(State state, std::vector<RuleId>& found) const;

  std::size_t states() const { return nodes_.size() - free_.size(); }
  std::size_t bytes() const;

 private:
  template <class AddChildren>
  void rules_below(State state, std::size_t longest, std::vector<RuleId>& found, const AddChildren& add_children) const;
  static constexpr State kNone = ~State{0};
  struct Node {
    State parent = kNone;
    State fallback = kNone;
    State first = kNone;  // the first of the states that fall back to this one,
    State next = kNone;   // and the list of them
    State previous = kNone;
    std::uint32_t depth = 0;
    std::uint32_t children = 0;
    RuleId rule = kNoRule;
    Letter letter = 0;
  };

  State grow(State parent, Letter x);
  void drop(State state);
  void link(State state, State fallback);
  void unlink(State state);
  void refresh_matches(State state);
  bool is_child(State parent, State child) const { return nodes_[child].depth == nodes_[parent].depth + 1; }
  State& edge(State state, Letter x) { return next_[std::size_t{state} * letters_ + x]; }

  std::size_t letters_;
  std::vector<State> next_;
  std::vector<RuleId> match_;
  std::vector<Node> nodes_;
  std::vector<State> free_;
  mutable std::vector<State> todo_;
};

/// left -> right, with left greater in the order of words.
struct Rule {
  Word left;
  Word right;
  bool alive = true;
};

/// A rule that was applied in a word, and where.
struct Applied {
  RuleId rule;
  std::size_t position;
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
  /// The same, listing the rules that were applied. run: null for no stop.
  bool reduce(Word& word, RunControl* run, std::uint64_t most_letters, std::vector<Applied>& applied) const;
  bool is_reduced(std::span<const Letter> word) const;
  /// Letter by letter: `append` rewrites a reduced word and a letter more in time that does not depend on the word's length. The
  /// word is the one that was given to `follow`, as appending left it, and nothing else was rewritten in between.
  void follow(std::span<const Letter> reduced) const;
  void append(Word& word, Letter x, std::vector<Applied>* applied = nullptr) const;
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
