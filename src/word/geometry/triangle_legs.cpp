// SPDX-License-Identifier: MIT
//
// Legs of geodesic triangles, by automata.
//
// Let u and v be geodesics from 1 of the same length i, and d = u^-1 v. They are a leg if they begin two sides, to g = ug' and to
// h = vh', of a triangle with i <= (|g| + |h| - |g^-1 h|)/2, that is, |g'^-1 dh'| <= |g'| + |h'|. This is so exactly if there is
// an m with
//     |g'^-1 m| <= |g'|  and  |h'^-1 e| <= |h'|,  where de = m:
// take for um a suitable vertex of the third side. So the two sides no longer depend on each other. For a state s of the geodesic
// acceptor let M(s) have all m for which some path g' from s has |g'^-1 m| <= |g'|. If s and t are the states after u and v, then
// (u,v) is a leg exactly if there are m in M(s) and e in M(t) with de = m. This depends on (s,t,d) only, so the legs are the
// language of an automaton with such triples as states. If there are finitely many, it is finite.
//
// M(s) is infinite. The search looks at a finite set F of differences only. An arm of s is an m for which there are a path g'
// from s, and a word y as long as g' that leads from g' to m, such that the two, read from g', have all their differences in F.
// Arms are in M(s): whatever F is, all that is found are legs. Arms are the least sets A(s) such that 1 is in A(s), and zm'y, if
// it is in F, where a letter z leads from s to s', m' is in A(s'), and y is a letter.
//
// If all legs of a triangle, at its three corners, have all their differences in F, they are found. Suppose that the longest legs
// have integer lengths. The one at 1 ends in u and v, the one at g in u and um, the one at h in v and um, for some m in A(s) and
// e in A(t) with de = m. This is called a centre. Otherwise their lengths (|g| + |h| - |g^-1 h|)/2 etc. all have a half. Each
// side has an edge in its middle: from u to ux, from v to vz, and from uxm to uxmy = vze. The legs end before: at 1 in u and v,
// at g in ux and uxm, at h in vz and vze. So m is in A(s') and e in A(t') for the states s', t' after ux and vz, and d'e = my for
// d' = x^-1 dz. If nothing but this is known, the triangle of uxg' and vzh' shows that u and v are a leg. Shorter legs of the
// triangle lead to the longest one along differences in F.
//
// To find de = m is to multiply sets of differences. Scope names the centres to be tried, and for triangles without one a core:
// one of the three legs must end in it. If it is not the one at 1, it is that at h, or that at g, which is at h in the mirror
// image.
#include "word/geometry/triangle_legs.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "word/automata/explore.hpp"

namespace wreath::word {

using automata::Key;
using automata::KeyTable;
using automata::Label;
using automata::PairSymbols;
using automata::State;

namespace {

std::size_t longest(const ElementSet& set, const DifferenceTable& table) {
  std::size_t length = 0;
  for (const std::uint32_t d : set.members()) length = std::max(length, table[d].size());
  return length;
}

/// The legs that lead to one where a triangle has its centre.
Legs keep_useful(const Legs& legs) {
  constexpr State kStart = 0;
  const std::vector<bool> useful = automata::useful_states(legs.dfa.table, std::span(&kStart, 1), legs.dfa.labels);
  Legs kept{.states = {}, .dfa = {.symbols = legs.dfa.symbols, .table = {}, .labels = {}}};
  std::vector<State> numbers(legs.dfa.states(), automata::kNoState);
  for (State leg = 0; leg < legs.dfa.states(); ++leg) {
    if (useful[leg]) numbers[leg] = kept.states.intern(legs.states[leg]);
  }
  for (State leg = 0; leg < legs.dfa.states(); ++leg) {
    if (!useful[leg]) continue;
    for (const auto [symbol, target] : legs.dfa.table.edges(leg)) {
      if (useful[target]) kept.dfa.table.add(symbol, numbers[target]);
    }
    kept.dfa.table.close_row();
    kept.dfa.labels.push_back(legs.dfa.labels[leg]);
  }
  return kept;
}

}  // namespace

void remove_repeated(std::vector<Centre>& centres) {
  std::ranges::sort(centres);
  centres.erase(std::unique(centres.begin(), centres.end()), centres.end());
}

LegFinder::LegFinder(const StructureView& structure, const automata::Dfa& geodesics, DifferenceTable& table,
                     const automata::Limits& limits)
    : structure_(structure), geodesics_(geodesics), table_(table), limits_(limits), entries_(geodesics.states()) {
  for (State s = 0; s < geodesics.states(); ++s) {
    for_each_letter(s, [&](Letter x, State next) { entries_[next].push_back({s, x}); });
  }
}

template <class Visit>
void LegFinder::for_each_letter(State s, Visit visit) const {
  for (const auto [symbol, target] : geodesics_.table.edges(s)) visit(static_cast<Letter>(symbol), target);
}

Legs LegFinder::find(Scope scope) {
  Legs legs = explore(scope);
  ElementSet differences;  // those of no leg are of no use
  for (State leg = 0; leg < legs.dfa.states(); ++leg) differences.insert(legs.difference(leg));
  find_arms(differences, scope);
  mark_centres(legs, scope.centres);
  mark_mirror_images(legs);
  if (scope.has_odd_cycles) {
    mark_edges(legs, differences, scope.core);
    mark_mirror_images(legs);
  }
  return keep_useful(legs);
}

/// All pairs of geodesics whose differences are allowed.
Legs LegFinder::explore(const Scope& scope) {
  Legs legs;
  const PairSymbols pairs{structure_.letters()};
  const auto expand = [&](Key key, auto emit) {
    if (!scope.differences.contains(key[2])) return;
    for_each_letter(key[0], [&](Letter x, State s) {
      for_each_letter(key[1], [&](Letter y, State t) {
        const std::uint32_t next = table_.step(key[2], x, y);
        if (scope.has(next)) emit(pairs.pair(x, y), std::array<std::uint32_t, 3>{s, t, next});
      });
    });
  };
  legs.dfa = automata::explore(
      legs.states, pairs.count(), std::array<std::uint32_t, 3>{0, 0, 0}, expand, [](Key) { return Label{0}; }, limits_);
  return legs;
}

void LegFinder::find_arms(const ElementSet& differences, const Scope& scope) {
  arms_.assign(geodesics_.states(), std::vector<bool>(table_.size(), false));
  std::vector<std::pair<State, std::uint32_t>> open;
  const auto add = [&](State s, std::uint32_t m) {
    if (!arms_[s][m] && scope.differences.contains(m)) open.emplace_back(s, m);
    arms_[s][m] = true;
  };
  for (State s = 0; s < geodesics_.states(); ++s) add(s, 0);
  for (std::size_t done = 0; !open.empty(); ++done) {
    if (done % automata::kStatesPerCheck == 0) automata::check_limits(limits_, table_.size());
    const auto [s, m] = open.back();
    open.pop_back();
    for (const Entry& entry : entries_[s]) {
      for (Letter y = 0; y < structure_.letters(); ++y) {
        const std::uint32_t longer = table_.step(m, inverse(entry.letter), y);
        if (differences.contains(longer)) add(entry.from, longer);
      }
    }
  }
}

void LegFinder::mark_centres(Legs& legs, std::vector<Centre>& centres) {
  remove_repeated(centres);
  for (State leg = 0; leg < legs.dfa.states(); ++leg) {
    if (leg % automata::kStatesPerCheck == 0) automata::check_limits(limits_, table_.size());
    const auto first = std::ranges::lower_bound(centres, legs.difference(leg), {}, &Centre::d);
    const auto last = std::ranges::upper_bound(centres, legs.difference(leg), {}, &Centre::d);
    const bool found = std::any_of(first, last, [&](const Centre& centre) {
      return has_arm(legs.states[leg][0], centre.m) && has_arm(legs.states[leg][1], centre.e);
    });
    if (found) legs.dfa.labels[leg] = 1;
  }
}

void LegFinder::mark_edges(Legs& legs, const ElementSet& differences, const ElementSet& core) {
  const ElementTree all(differences, table_);
  const ElementTree few(core, table_);
  const std::size_t length = longest(differences, table_) + 1;
  std::map<std::pair<bool, std::uint32_t>, std::vector<End>> prolonged;  // by whether d is in the core, and d'
  for (State leg = 0; leg < legs.dfa.states(); ++leg) {
    if (legs.dfa.labels[leg] != 0) continue;
    const std::uint32_t d = legs.difference(leg);
    for_each_letter(legs.states[leg][0], [&](Letter x, State s) {
      for_each_letter(legs.states[leg][1], [&](Letter z, State t) {
        prolonged[{core.contains(d), table_.step(d, x, z)}].push_back({leg, s, t});
      });
    });
  }
  for (const auto& entry : prolonged) {
    automata::check_limits(limits_, table_.size());
    const auto& [in_core, d] = entry.first;
    const ElementTree& tree = in_core ? all : few;
    tree.multiply(d, length, table_, [&](std::uint32_t e, std::uint32_t product) {
      for (Letter y = 0; y < structure_.letters(); ++y) {
        const std::uint32_t m = table_.times(product, inverse(y));
        if (!differences.contains(m)) continue;
        for (const End& end : entry.second) {
          if (has_arm(end.s, m) && has_arm(end.t, e)) legs.dfa.labels[end.leg] = 1;
        }
      }
    });
  }
}

void LegFinder::mark_mirror_images(Legs& legs) {
  for (State leg = 0; leg < legs.dfa.states(); ++leg) {
    if (legs.dfa.labels[leg] == 0) continue;
    const std::array<std::uint32_t, 3> key{legs.states[leg][1], legs.states[leg][0], table_.inverse(legs.difference(leg))};
    const State twin = legs.states.find(key);
    if (twin == KeyTable::kAbsent) throw InternalError("a leg of a triangle has no mirror image");
    legs.dfa.labels[twin] = 1;
  }
}

}  // namespace wreath::word
