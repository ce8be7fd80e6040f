// SPDX-License-Identifier: MIT
#include "word/automata/operations.hpp"

#include <algorithm>

namespace wreath::word::automata {
namespace {

/// The states of a trim automaton, each before its successors, or nothing where there is a cycle.
std::optional<std::vector<State>> topological_order(const Dfa& dfa) {
  std::vector<std::uint64_t> incoming(dfa.states(), 0);
  for (State state = 0; state < dfa.states(); ++state) {
    for (const State target : dfa.table.targets(state)) ++incoming[target];
  }
  std::vector<State> order;
  if (incoming[0] == 0) order.push_back(0);  // all others can be reached from it
  for (std::size_t at = 0; at < order.size(); ++at) {
    for (const State target : dfa.table.targets(order[at])) {
      if (--incoming[target] == 0) order.push_back(target);
    }
  }
  if (order.size() != dfa.states()) return std::nullopt;
  return order;
}

/// Walks through the accepted words of one length, in lexicographic order.
class WordsOfLength {
 public:
  /// can_accept[r][state]: whether some word of length r is accepted from the state.
  WordsOfLength(const Dfa& dfa, const std::vector<std::vector<bool>>& can_accept) : dfa_(dfa), can_accept_(can_accept) {}

  /// False if visit has had enough.
  bool visit_all(std::size_t length, const std::function<bool(const SymbolWord&)>& visit) {
    if (!can_accept_[length][0]) return true;
    SymbolWord word;
    std::vector<PathState> path{{0, 0}};
    while (!path.empty()) {
      PathState& place = path.back();
      const std::size_t left = length - word.size();
      if (left == 0) {
        if (!visit(word)) return false;
      } else if (const auto [symbol, target] = next_edge(place, left - 1); target != kNoState) {
        word.push_back(symbol);
        path.push_back({target, 0});
        continue;
      }
      path.pop_back();
      if (!word.empty()) word.pop_back();
    }
    return true;
  }

 private:
  struct PathState {
    State state;
    std::size_t edge;  // the next to try
  };

  std::pair<Symbol, State> next_edge(PathState& place, std::size_t left) const {
    const auto targets = dfa_.table.targets(place.state);
    while (place.edge < targets.size()) {
      const std::size_t edge = place.edge++;
      if (can_accept_[left][targets[edge]]) return {dfa_.table.symbols(place.state)[edge], targets[edge]};
    }
    return {0, kNoState};
  }

  const Dfa& dfa_;
  const std::vector<std::vector<bool>>& can_accept_;
};

}  // namespace

bool is_empty(const Dfa& dfa) {
  const Dfa useful = trim(dfa);
  return useful.states() == 1 && useful.labels[0] == 0;
}

bool is_finite(const Dfa& dfa) {
  return topological_order(trim(dfa)).has_value();
}

std::optional<Natural> language_size(const Dfa& dfa, const Limits& limits) {
  check_limits(limits, 0);
  const Dfa useful = trim(dfa);
  const auto order = topological_order(useful);
  if (!order) return std::nullopt;
  std::vector<Natural> words(useful.states());
  for (std::size_t at = order->size(); at-- > 0;) {
    const State state = (*order)[at];
    if (at % kStatesPerCheck == 0) check_limits(limits, 0);
    words[state] = useful.labels[state] != 0 ? 1 : 0;
    for (const State target : useful.table.targets(state)) words[state] += words[target];
  }
  return words[0];
}

CountsByLength::CountsByLength(const Dfa& dfa) : useful_(trim(dfa)), now_(useful_.states()) {
  now_[0] = 1;
}

Natural CountsByLength::next(const Limits& limits) {
  Natural accepted;
  next_.assign(useful_.states(), Natural());
  for (State state = 0; state < useful_.states(); ++state) {
    if (state % kStatesPerCheck == 0) check_limits(limits, 0);
    if (now_[state].is_zero()) continue;
    if (useful_.labels[state] != 0) accepted += now_[state];
    for (const State target : useful_.table.targets(state)) next_[target] += now_[state];
  }
  now_.swap(next_);
  return accepted;
}

bool CountsByLength::exhausted() const {
  return std::ranges::all_of(now_, &Natural::is_zero);
}

std::vector<Natural> count_by_length(const Dfa& dfa, std::size_t longest, const Limits& limits) {
  CountsByLength words(dfa);
  std::vector<Natural> counts;
  do counts.push_back(words.next(limits));
  while (counts.size() <= longest);
  return counts;
}

void for_each_word(const Dfa& dfa, std::size_t shortest, std::size_t longest, const std::function<bool(const SymbolWord&)>& visit,
                   const Limits& limits) {
  const Dfa useful = trim(dfa);
  if (is_finite(useful)) longest = std::min<std::size_t>(longest, useful.states() - 1);
  std::vector<std::vector<bool>> can_accept(1, std::vector<bool>(useful.states()));
  for (State state = 0; state < useful.states(); ++state) can_accept[0][state] = useful.labels[state] != 0;
  for (std::size_t length = 0; length <= longest; ++length) {
    check_limits(limits, 0);
    if (length > 0) {
      std::vector<bool> longer(useful.states());
      for (State state = 0; state < useful.states(); ++state) {
        const auto targets = useful.table.targets(state);
        longer[state] = std::any_of(targets.begin(), targets.end(), [&](State target) { return can_accept.back()[target]; });
      }
      can_accept.push_back(std::move(longer));
    }
    if (length >= shortest && !WordsOfLength(useful, can_accept).visit_all(length, visit)) return;
  }
}

}  // namespace wreath::word::automata
