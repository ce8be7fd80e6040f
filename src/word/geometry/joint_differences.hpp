// SPDX-License-Identifier: MIT
//
// Two automata of pairs, (u,v) and (v,w), read side by side: which word differences u(i)^-1 w(i) occur?
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "word/automata/dfa.hpp"
#include "word/geometry/difference_table.hpp"

namespace wreath::word {

/// Calls visit(x, z, p', q') for the steps (x,y) from p and (y,z) from q, for all letters y between. Steps with paddings are left
/// out.
template <class Visit>
void for_each_joint_step(const automata::Dfa& first, automata::State p, const automata::Dfa& second, automata::State q,
                         Visit visit) {
  const automata::PairSymbols pairs = automata::pair_symbols(first);
  const auto left = first.table.symbols(p);
  const auto right = second.table.symbols(q);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const std::uint32_t x = pairs.first(left[i]);
    const std::uint32_t y = pairs.second(left[i]);
    if (x == pairs.pad() || y == pairs.pad()) continue;
    auto j = static_cast<std::size_t>(std::ranges::lower_bound(right, pairs.pair(y, 0)) - right.begin());
    for (; j < right.size() && right[j] < pairs.pair(y, pairs.pad()); ++j) {
      visit(static_cast<Letter>(x), static_cast<Letter>(pairs.second(right[j])), first.table.targets(p)[i],
            second.table.targets(q)[j]);
    }
  }
}

/// How a place was first reached: from where, and by which letters.
struct PairOrigin {
  std::uint32_t from;
  Letter x;
  Letter z;
};

/// The places (p,q) on the way to one where (u,v) and (v,w) can end: with their differences u(i)^-1 w(i), and the steps (x,z)
/// between them. The first place is the start, unless there are none.
struct JointPlaces {
  struct Step {
    Letter x;
    Letter z;
    std::uint32_t target;
  };
  std::vector<std::uint32_t> differences;  // numbers of the table
  std::vector<bool> is_end;
  std::vector<std::vector<Step>> steps;

  std::size_t size() const noexcept { return differences.size(); }
};

/// All places that lie on the way to a pair of states (p,q) with ends(p,q). The states must be such that a pair of them has one
/// difference only, as those of minimal automata have whose labels are elements.
template <class Ends>
JointPlaces joint_places(const automata::Dfa& first, const automata::Dfa& second, Ends ends, DifferenceTable& table,
                         const automata::Limits& limits) {
  automata::KeyTable keys;
  automata::Table steps;
  std::vector<automata::Label> labels;
  std::vector<PairOrigin> origins{{0, 0, 0}};
  std::vector<std::pair<Letter, Letter>> letters;  // of each step
  keys.intern(std::array<std::uint32_t, 2>{0, 0});
  for (std::uint32_t node = 0; node < keys.size(); ++node) {
    if (node % automata::kStatesPerCheck == 0) automata::check_limits(limits, keys.size());
    const automata::State p = keys[node][0];
    const automata::State q = keys[node][1];
    labels.push_back(automata::Label{ends(p, q)});
    for_each_joint_step(first, p, second, q, [&](Letter x, Letter z, automata::State p_next, automata::State q_next) {
      const std::uint32_t next = keys.intern(std::array<std::uint32_t, 2>{p_next, q_next});
      if (next == origins.size()) origins.push_back({node, x, z});
      letters.emplace_back(x, z);
      steps.add(0, next);
    });
    steps.close_row();
  }
  constexpr automata::State kStart = 0;
  const std::vector<bool> useful = automata::useful_states(steps, std::span(&kStart, 1), labels);
  std::vector<std::uint32_t> numbers(labels.size(), 0);
  JointPlaces places;
  for (std::size_t node = 0; node < labels.size(); ++node) {
    if (!useful[node]) continue;  // its origin comes before it, and is useful, too
    if (node % automata::kStatesPerCheck == 0) automata::check_limits(limits, node);
    const PairOrigin& origin = origins[node];
    numbers[node] = static_cast<std::uint32_t>(places.size());
    places.differences.push_back(node == 0 ? 0 : table.step(places.differences[numbers[origin.from]], origin.x, origin.z));
    places.is_end.push_back(labels[node] != 0);
  }
  places.steps.resize(places.size());
  std::size_t step = 0;
  for (automata::State node = 0; node < labels.size(); ++node) {
    for (const automata::State target : steps.targets(node)) {
      const auto [x, z] = letters[step++];
      if (useful[node] && useful[target]) places.steps[numbers[node]].push_back({x, z, numbers[target]});
    }
  }
  return places;
}

/// The differences at all these places, each once.
template <class Ends>
std::vector<std::uint32_t> joint_differences(const automata::Dfa& first, const automata::Dfa& second, Ends ends,
                                             DifferenceTable& table, const automata::Limits& limits) {
  std::vector<std::uint32_t> found = joint_places(first, second, ends, table, limits).differences;
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

/// Whether (u,v) and (v,u') can end here, one of u and u' being longer by a letter or none; `first` labels where it accepts.
class NearEnds {
 public:
  NearEnds(const automata::Dfa& first, const automata::Dfa& second)
      : first_(first), second_(second), pairs_(automata::pair_symbols(first)) {}

  bool operator()(automata::State p, automata::State q) const {
    if (first_.labels[p] != 0 && second_.labels[q] != 0) return true;
    for (const auto [symbol, target] : first_.table.edges(p)) {
      if (first_.labels[target] == 0) continue;
      if (pairs_.second(symbol) == pairs_.pad() && second_.labels[q] != 0) return true;
      if (pairs_.first(symbol) == pairs_.pad() && second_ends_with(q, pairs_.second(symbol))) return true;
    }
    return false;
  }

 private:
  bool second_ends_with(automata::State q, std::uint32_t letter) const {
    for (const auto [symbol, target] : second_.table.edges(q)) {
      if (pairs_.first(symbol) == letter && second_.labels[target] != 0) return true;
    }
    return false;
  }

  const automata::Dfa& first_;
  const automata::Dfa& second_;
  automata::PairSymbols pairs_;
};

}  // namespace wreath::word
