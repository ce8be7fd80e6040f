// SPDX-License-Identifier: MIT
//
// The left-hand sides of a rewriting system as one automaton that is never out of date.
//
// The states are the prefixes of left-hand sides (a trie); after reading a word the automaton is in the longest suffix of it that
// is such a prefix (Aho and Corasick, "Efficient string matching", 1975), so rewriting costs one table look-up per letter. A
// completion adds and drops rules all the time. Rebuilding the table would be quadratic; here both are repairs:
//
//   A new state n = q*x with its `fallback` f (the longest proper suffix that is a state) changes only transitions by x that led
//   to f from states ending in q. These states are the subtree below q in the tree of fallbacks, cut where a transition already
//   leads to something longer; the children of such states by x get n as their fallback. Dropping n is the same backwards.
//
// The two trees also list what a completion asks for without any search: the rules whose left-hand sides contain a word (for
// tidying), begin with it, or end with it (for overlaps).
//
// Layout: a dense row of `letters` transitions per state. State 0 is the empty word.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wreath/word/words.hpp"

namespace wreath::word {

using RuleId = std::uint32_t;
inline constexpr RuleId kNoRule = ~RuleId{0};

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

}  // namespace wreath::word
