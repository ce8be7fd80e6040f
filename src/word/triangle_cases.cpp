// SPDX-License-Identifier: MIT
//
// What triangles ABC may look like if those with a shorter side AC are known: the three cases of thin_triangles.cpp, as sets of
// differences. Triangles that do not exist may be among them, for LegFinder finds none but legs of real ones; but none may be
// missing.
//
// Centres. If r is an integer, the legs end in three points p, q, z on AB, AC, BC, and LegFinder wants to know what triples to
// try. If they ended in p', q', z' for ABC', then in the case "nearer" p = p', q = q', and z is beside z'; in the case "further"
// all are neighbours, and the difference of p and z is in D. In the case "as far" the difference of p and q is at the end of a
// known leg, or of one that is longer by one. If r is not an integer, the three cases leave the differences at A, B, A in D.
#include "word/triangle_cases.hpp"

#include <algorithm>
#include <array>

#include "word/automata/two_tape.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::Limits;
using automata::PairSymbols;
using automata::State;

namespace {

/// Whether an element and a neighbour can have the same length, that is, whether there are relations of odd length.
bool find_odd_cycles(const StructureView& structure) {
  const Dfa& multiplier = structure.multiplier;
  const PairSymbols pairs{structure.letters()};
  std::vector<bool> seen(multiplier.states(), false);
  std::vector<State> open{0};
  seen[0] = true;
  while (!open.empty()) {
    const State state = open.back();
    open.pop_back();
    if (std::ranges::count(structure.letter_labels, multiplier.labels[state]) != 0) return true;
    const auto symbols = multiplier.table.symbols(state);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      const State next = multiplier.table.targets(state)[i];
      if (pairs.first(symbols[i]) == pairs.pad() || pairs.second(symbols[i]) == pairs.pad() || seen[next]) continue;
      seen[next] = true;
      open.push_back(next);
    }
  }
  return false;
}

/// Whether the first of (u,v) and the second of (v,w) can end here, w being longer by a letter.
struct SecondIsLonger {
  const Dfa& first;
  const Dfa& second;

  bool operator()(State p, State q) const {
    const PairSymbols pairs = automata::pair_symbols(first);
    const auto symbols = first.table.symbols(p);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      if (pairs.first(symbols[i]) != pairs.pad() || first.labels[first.table.targets(p)[i]] == 0) continue;
      for (std::uint32_t z = 0; z < pairs.letters; ++z) {
        const State end = second.step(q, pairs.pair(pairs.second(symbols[i]), z));
        if (end != automata::kNoState && second.labels[end] != 0) return true;
      }
    }
    return false;
  }
};

}  // namespace

TriangleCases::TriangleCases(const StructureView& structure, const Geodesics& geodesics, DifferenceTable& table,
                             const Limits& limits)
    : structure_(structure),
      geodesics_(geodesics.acceptor),
      table_(table),
      limits_(limits),
      has_odd_cycles_(find_odd_cycles(structure)) {
  const Dfa& pairs = geodesics.pairs;
  const Dfa turned = automata::swap_tapes(pairs);
  const auto both_accept = [&](State p, State q) { return pairs.labels[p] != 0 && turned.labels[q] != 0; };
  bigons_ = joint_differences(pairs, turned, both_accept, table, limits);
  const Dfa& multiplier = structure.multiplier;
  longer_ = joint_places(multiplier, turned, SecondIsLonger{multiplier, turned}, table, limits);
  if (!has_odd_cycles_) return;
  const auto same_length = [&](State p, State q) { return multiplier.labels[p] != 0 && turned.labels[q] != 0; };
  equal_ = joint_places(multiplier, turned, same_length, table, limits);
}

/// All centres of differences in a set, one of them being in a subset of it.
std::vector<Centre> TriangleCases::centres(const ElementSet& some, const ElementSet& all) {
  std::size_t longest = 0;
  for (const std::uint32_t d : all.members()) longest = std::max(longest, table_[d].size());
  const ElementTree tree(all, table_);
  std::vector<Centre> found;
  for (const std::uint32_t d : some.members()) {
    automata::check_limits(limits_, std::max(table_.size(), found.size()));
    tree.multiply(d, longest, table_, [&](std::uint32_t e, std::uint32_t m) {
      if (all.contains(m)) add(found, {d, m, e});
    });
  }
  remove_repeated(found);
  return found;
}

/// The differences at the ends of legs that are one longer than these.
void TriangleCases::add_ends(ElementSet& set, const Legs& legs) {
  for (State leg = 0; leg < legs.dfa.states(); ++leg) {
    if (leg % automata::kStatesPerCheck == 0) automata::check_limits(limits_, table_.size());
    for (const auto x : geodesics_.table.symbols(legs.states[leg][0])) {
      for (const auto z : geodesics_.table.symbols(legs.states[leg][1]))
        add(set, table_.step(legs.difference(leg), static_cast<Letter>(x), static_cast<Letter>(z)));
    }
  }
}

/// The differences of u(i-1) and v(i+1) for the legs (u,v).
void TriangleCases::add_skew(ElementSet& set, const Legs& legs) {
  const PairSymbols pairs{structure_.letters()};
  for (State leg = 0; leg < legs.dfa.states(); ++leg) {
    if (leg % automata::kStatesPerCheck == 0) automata::check_limits(limits_, table_.size());
    const auto symbols = legs.dfa.table.symbols(leg);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      const State next = legs.dfa.table.targets(leg)[i];
      const Letter back = structure_.alphabet.inverses[pairs.first(symbols[i])];
      for (const auto y : geodesics_.table.symbols(legs.states[next][1]))
        add(set, table_.step(legs.difference(next), back, static_cast<Letter>(y)));
    }
  }
}

/// The differences of u(i) and w(i) for the legs (u,v) at B and the pairs (v,w) of BC' and BC.
void TriangleCases::add_beside(ElementSet& set, const Legs& legs, const JointPlaces& places) {
  const PairSymbols pairs{structure_.letters()};
  automata::KeyTable keys;
  if (places.size() > 0) keys.intern(std::array<std::uint32_t, 2>{0, 0});
  for (std::uint32_t node = 0; node < keys.size(); ++node) {
    if (node % automata::kStatesPerCheck == 0) automata::check_limits(limits_, keys.size());
    const State leg = keys[node][0];
    const std::uint32_t place = keys[node][1];
    add(set, product(legs.difference(leg), places.differences[place]));
    const auto symbols = legs.dfa.table.symbols(leg);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      for (const auto& step : places.steps[place]) {
        if (step.x == pairs.second(symbols[i]))
          keys.intern(std::array<std::uint32_t, 2>{legs.dfa.table.targets(leg)[i], step.target});
      }
    }
  }
}

/// The same for the legs (u,v) at C', where the pair of BC' and BC is read backwards. With an offset: one more step back.
void TriangleCases::add_before(ElementSet& set, const Legs& legs, const JointPlaces& places, bool is_offset) {
  const PairSymbols pairs{structure_.letters()};
  std::vector<std::vector<JointPlaces::Step>> back(places.size());
  automata::KeyTable keys;
  for (std::uint32_t place = 0; place < places.size(); ++place) {
    for (const auto& step : places.steps[place])
      back[step.target].push_back({structure_.alphabet.inverses[step.x], step.z, place});
    if (places.is_end[place]) keys.intern(std::array<std::uint32_t, 2>{0, place});
  }
  for (std::uint32_t node = 0; node < keys.size(); ++node) {
    if (node % automata::kStatesPerCheck == 0) automata::check_limits(limits_, keys.size());
    const State leg = keys[node][0];
    const std::uint32_t place = keys[node][1];
    const std::uint32_t d = legs.difference(leg);
    if (!is_offset) add(set, product(d, places.differences[place]));
    const auto symbols = legs.dfa.table.symbols(leg);
    for (const auto& step : back[place]) {
      if (is_offset) add(set, product(table_.times(d, step.x), places.differences[step.target]));
      for (std::size_t i = 0; i < symbols.size(); ++i) {
        if (step.x == pairs.second(symbols[i]))
          keys.intern(std::array<std::uint32_t, 2>{legs.dfa.table.targets(leg)[i], step.target});
      }
    }
  }
}

/// The centres whose points are neighbours of those of this one, p and z having a difference in the core.
void TriangleCases::add_moved(std::vector<Centre>& centres, const Centre& centre, const Scope& scope) {
  for (Letter x = 0; x < structure_.letters(); ++x) {
    for (Letter y = 0; y < structure_.letters(); ++y) {
      const std::uint32_t m = table_.step(centre.m, x, y);
      if (!scope.core.contains(m)) continue;
      for (Letter z = 0; z < structure_.letters(); ++z) {
        const std::uint32_t d = table_.step(centre.d, x, z);
        const std::uint32_t e = table_.step(centre.e, z, y);
        if (scope.has(d) && scope.has(e)) add(centres, {d, m, e});
      }
    }
  }
}

Scope TriangleCases::bigons() {
  Scope scope;
  for (const std::uint32_t d : bigons_) add(scope.differences, d);
  scope.centres.push_back({0, 0, 0});
  scope.has_odd_cycles = false;
  return scope;
}

Scope TriangleCases::known(const ElementSet& differences) {
  return {.differences = differences,
          .ends = {},
          .centres = centres(differences, differences),
          .core = differences,
          .has_odd_cycles = has_odd_cycles_};
}

Scope TriangleCases::nearer(const ElementSet& differences, const Legs& legs) {
  Scope scope = known(differences);
  add_beside(scope.differences, legs, longer_);
  add_before(scope.differences, legs, longer_, false);
  ElementSet near;
  for (const std::uint32_t n : longer_.differences) near.insert(n);
  std::vector<Centre> moved;
  for (const Centre& c : scope.centres) {
    for (const std::uint32_t n : near.members()) {
      const Centre next{c.d, product(c.m, n), product(c.e, n)};
      if (scope.differences.contains(next.m) && scope.differences.contains(next.e)) add(moved, next);
    }
    automata::check_limits(limits_, std::max(table_.size(), moved.size()));
  }
  scope.centres = std::move(moved);
  return scope;
}

Scope TriangleCases::further(const ElementSet& differences, const Legs& legs) {
  Scope scope = known(differences);
  add_ends(scope.ends, legs);
  add_skew(scope.differences, legs);
  std::vector<Centre> moved;
  for (const Centre& c : scope.centres) {
    add_moved(moved, c, scope);
    automata::check_limits(limits_, std::max(table_.size(), moved.size()));
  }
  scope.centres = std::move(moved);
  return scope;
}

Scope TriangleCases::as_far(const ElementSet& differences, const Legs& legs) {
  Scope scope{.differences = differences, .ends = {}, .centres = {}, .core = differences, .has_odd_cycles = true};
  add_ends(scope.ends, legs);
  add_beside(scope.differences, legs, equal_);
  add_before(scope.differences, legs, equal_, true);
  ElementSet one = differences;
  ElementSet all = scope.differences;
  for (const std::uint32_t d : scope.ends.members()) {
    one.insert(d);
    all.insert(d);
  }
  scope.centres = centres(one, all);
  return scope;
}

}  // namespace wreath::word
