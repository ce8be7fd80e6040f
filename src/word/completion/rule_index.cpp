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
#include "word/completion/rewriting.hpp"

namespace wreath::word {

RuleIndex::RuleIndex(std::size_t letters) : letters_(letters), next_(letters, kStart), match_(1, kNoRule), nodes_(1) {}

void RuleIndex::add(std::span<const Letter> left, RuleId rule) {
  State state = kStart;
  for (const Letter x : left) {
    const State further = next(state, x);
    state = is_child(state, further) ? further : grow(state, x);
  }
  nodes_[state].rule = rule;
  refresh_matches(state);
}

void RuleIndex::remove(std::span<const Letter> left) {
  State state = state_of(left);
  nodes_[state].rule = kNoRule;
  refresh_matches(state);
  while (state != kStart && nodes_[state].children == 0 && nodes_[state].rule == kNoRule) {
    const State parent = nodes_[state].parent;
    drop(state);
    state = parent;
  }
}

RuleIndex::State RuleIndex::state_of(std::span<const Letter> prefix) const {
  State state = kStart;
  for (const Letter x : prefix) state = next(state, x);
  return state;
}

RuleIndex::State RuleIndex::grow(State parent, Letter x) {
  State state;
  if (free_.empty()) {
    state = static_cast<State>(nodes_.size());
    nodes_.emplace_back();
    match_.push_back(kNoRule);
    next_.resize(next_.size() + letters_);
  } else {
    state = free_.back();
    free_.pop_back();
    nodes_[state] = Node{};
  }
  const State fallback = next(parent, x);
  nodes_[state].parent = parent;
  nodes_[state].letter = x;
  nodes_[state].depth = nodes_[parent].depth + 1;
  ++nodes_[parent].children;
  for (std::size_t y = 0; y < letters_; ++y) edge(state, static_cast<Letter>(y)) = next(fallback, static_cast<Letter>(y));
  match_[state] = match_[fallback];
  link(state, fallback);  // now: in a^k the new state itself is among those to repair

  todo_.assign(1, parent);
  while (!todo_.empty()) {
    const State longer = todo_.back();
    todo_.pop_back();
    State& target = edge(longer, x);
    if (target == fallback) {
      target = state;
      for (State child = nodes_[longer].first; child != kNone; child = nodes_[child].next) todo_.push_back(child);
    } else if (target != state) {  // a child of `longer`: its longest suffix is now the new state
      unlink(target);
      link(target, state);
    }
  }
  return state;
}

void RuleIndex::drop(State state) {
  const State parent = nodes_[state].parent;
  const State fallback = nodes_[state].fallback;
  const Letter x = nodes_[state].letter;
  --nodes_[parent].children;
  unlink(state);
  while (nodes_[state].first != kNone) {
    const State child = nodes_[state].first;
    unlink(child);
    link(child, fallback);
  }
  todo_.assign(1, parent);
  while (!todo_.empty()) {
    const State longer = todo_.back();
    todo_.pop_back();
    State& target = edge(longer, x);
    if (target != state) continue;
    target = fallback;
    for (State child = nodes_[longer].first; child != kNone; child = nodes_[child].next) todo_.push_back(child);
  }
  free_.push_back(state);
}

void RuleIndex::link(State state, State fallback) {
  Node& node = nodes_[state];
  node.fallback = fallback;
  node.previous = kNone;
  node.next = nodes_[fallback].first;
  if (node.next != kNone) nodes_[node.next].previous = state;
  nodes_[fallback].first = state;
}

void RuleIndex::unlink(State state) {
  Node& node = nodes_[state];
  if (node.next != kNone) nodes_[node.next].previous = node.previous;
  if (node.previous != kNone) {
    nodes_[node.previous].next = node.next;
  } else {
    nodes_[node.fallback].first = node.next;
  }
}

void RuleIndex::refresh_matches(State state) {
  todo_.assign(1, state);
  while (!todo_.empty()) {
    const State at = todo_.back();
    todo_.pop_back();
    const RuleId match = nodes_[at].rule != kNoRule ? nodes_[at].rule : match_[nodes_[at].fallback];
    if (match == match_[at]) continue;
    match_[at] = match;
    for (State child = nodes_[at].first; child != kNone; child = nodes_[child].next) todo_.push_back(child);
  }
}

/// The rules in the tree below a state; add_children(state) puts its children on the list of what is to do.
template <class AddChildren>
void RuleIndex::rules_below(State state, std::size_t longest, std::vector<RuleId>& found, const AddChildren& add_children) const {
  todo_.assign(1, state);
  while (!todo_.empty()) {
    const State at = todo_.back();
    todo_.pop_back();
    if (nodes_[at].depth > longest) continue;
    if (nodes_[at].rule != kNoRule) found.push_back(nodes_[at].rule);
    add_children(at);
  }
}

void RuleIndex::rules_beginning(State state, std::size_t longest, std::vector<RuleId>& found) const {
  rules_below(state, longest, found, [&](State at) {
    if (nodes_[at].children == 0) return;
    for (std::size_t x = 0; x < letters_; ++x) {
      const State child = next(at, static_cast<Letter>(x));
      if (is_child(at, child)) todo_.push_back(child);
    }
  });
}

void RuleIndex::rules_ending(State state, std::size_t longest, std::vector<RuleId>& found) const {
  rules_below(state, longest, found, [&](State at) {
    for (State child = nodes_[at].first; child != kNone; child = nodes_[child].next) todo_.push_back(child);
  });
}

void RuleIndex::rules_containing(State state, std::vector<RuleId>& found) const {
  std::vector<State> ending(1, state);
  for (std::size_t i = 0; i < ending.size(); ++i)
    for (State child = nodes_[ending[i]].first; child != kNone; child = nodes_[child].next) ending.push_back(child);
  for (const State at : ending) rules_beginning(at, ~std::size_t{0}, found);
}

std::size_t RuleIndex::bytes() const {
  return next_.capacity() * sizeof(State) + match_.capacity() * sizeof(RuleId) + nodes_.capacity() * sizeof(Node);
}

}  // namespace wreath::word
