// SPDX-License-Identifier: MIT
//
// Products of two automata: the keys are pairs of states, kNoState standing for an automaton that has failed.
#include "word/automata/operations.hpp"

#include <algorithm>
#include <array>

#include "word/automata/explore.hpp"

namespace wreath::word::automata {
namespace {

Label label_at(const Dfa& dfa, State state) {
  return state == kNoState ? 0 : dfa.labels[state];
}

/// Calls visit(symbol, p', q') for each symbol on which the pair (p,q) does not fail in both.
template <class Visit>
void merge_rows(const Dfa& a, State p, const Dfa& b, State q, Visit visit) {
  const auto row = [](const Dfa& dfa, State state) {
    return state == kNoState ? std::pair<std::span<const Symbol>, std::span<const State>>{}
                             : std::pair{dfa.table.symbols(state), dfa.table.targets(state)};
  };
  const auto [left, left_targets] = row(a, p);
  const auto [right, right_targets] = row(b, q);
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < left.size() || j < right.size()) {
    const bool takes_left = j == right.size() || (i < left.size() && left[i] <= right[j]);
    const bool takes_right = i == left.size() || (j < right.size() && right[j] <= left[i]);
    const Symbol symbol = takes_left ? left[i] : right[j];
    visit(symbol, takes_left ? left_targets[i] : kNoState, takes_right ? right_targets[j] : kNoState);
    i += takes_left ? 1 : 0;
    j += takes_right ? 1 : 0;
  }
}

void check_same_symbols(const Dfa& a, const Dfa& b) {
  if (a.symbols != b.symbols) throw InternalError("automata over different symbols were combined");
}

/// goes_on(p,q): whether anything can be accepted from this pair.
template <class GoesOn, class LabelOf>
Dfa product(const Dfa& a, const Dfa& b, const Limits& limits, GoesOn goes_on, LabelOf label_of) {
  check_same_symbols(a, b);
  const std::array<std::uint32_t, 2> start{0, 0};
  return trim(explore(
      a.symbols, start,
      [&](Key key, auto emit) {
        merge_rows(a, key[0], b, key[1], [&](Symbol symbol, State p, State q) {
          if (goes_on(p, q)) emit(symbol, std::array<std::uint32_t, 2>{p, q});
        });
      },
      [&](Key key) { return label_of(label_at(a, key[0]), label_at(b, key[1])); }, limits));
}

/// The first word, shortest first, at whose end disagree(label in a, label in b).
template <class Disagree>
std::optional<SymbolWord> find_first(const Dfa& a, const Dfa& b, const Limits& limits, Disagree disagree) {
  check_same_symbols(a, b);
  struct Step {
    std::uint32_t from;
    Symbol symbol;
  };
  KeyTable keys;
  std::vector<Step> steps{{KeyTable::kAbsent, 0}};
  keys.intern(std::array<std::uint32_t, 2>{0, 0});
  for (std::uint32_t at = 0; at < keys.size(); ++at) {
    if (at % kStatesPerCheck == 0) check_limits(limits, keys.size());
    const State p = keys[at][0];
    const State q = keys[at][1];
    if (disagree(label_at(a, p), label_at(b, q))) {
      SymbolWord word;
      for (std::uint32_t i = at; steps[i].from != KeyTable::kAbsent; i = steps[i].from) word.push_back(steps[i].symbol);
      std::reverse(word.begin(), word.end());
      return word;
    }
    merge_rows(a, p, b, q, [&](Symbol symbol, State p_next, State q_next) {
      keys.intern(std::array<std::uint32_t, 2>{p_next, q_next});
      if (keys.size() > steps.size()) steps.push_back({at, symbol});
    });
  }
  return std::nullopt;
}

}  // namespace

Dfa intersect(const Dfa& a, const Dfa& b, const Limits& limits) {
  return product(
      a, b, limits, [](State p, State q) { return p != kNoState && q != kNoState; },
      [](Label left, Label right) { return right == 0 ? 0 : left; });
}

Dfa unite(const Dfa& a, const Dfa& b, const Limits& limits) {
  return product(
      a, b, limits, [](State, State) { return true; }, [](Label left, Label right) { return Label{left != 0 || right != 0}; });
}

Dfa difference(const Dfa& a, const Dfa& b, const Limits& limits) {
  return product(
      a, b, limits, [](State p, State) { return p != kNoState; }, [](Label left, Label right) { return right == 0 ? left : 0; });
}

std::optional<SymbolWord> first_disagreement(const Dfa& a, const Dfa& b, const Limits& limits) {
  return find_first(a, b, limits, [](Label left, Label right) { return left != right; });
}

std::optional<SymbolWord> first_outside(const Dfa& a, const Dfa& b, const Limits& limits) {
  return find_first(a, b, limits, [](Label left, Label right) { return left != 0 && right == 0; });
}

}  // namespace wreath::word::automata
