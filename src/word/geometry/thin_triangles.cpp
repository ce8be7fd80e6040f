// SPDX-License-Identifier: MIT
//
// How thin the geodesic triangles of a hyperbolic group are, exactly. The question and the general plan (automata are guessed
// from samples of the geometry and then proven right by an induction along generators) are those of Epstein and Holt,
// "Computation in word-hyperbolic groups"; the automata and the proof are others.
//
// The problem. A triangle is three elements A, B, C, and geodesics AB, AC, BC between them in the Cayley graph. The longest leg
// at A is the pair of the paths of length r = (|AB| + |AC| - |BC|)/2 that begin AB and AC, rounded down to vertices; its prefixes
// are legs, too. Likewise s at B and t at C. The legs of the three corners cover all vertices of the sides. If u and v are a leg,
// let u^-1 v be its difference. We look for the set D of the differences of all legs of all triangles: it is finite exactly if
// the group is hyperbolic, and its longest element is as long as triangles are thin.
//
// The search. Given a finite set F of differences, LegFinder finds legs of triangles, and if all three legs of a triangle have
// all their differences in F, then it finds these. All it finds are legs of triangles, whatever F is. So let D be a set of
// differences of legs that were found, choose a larger F, add the differences of all legs found to D, and so on, until nothing is
// new. What remains is to choose F such that D is all there is when nothing is new.
//
// The induction. Suppose that all legs of all triangles with |AC| = n-1 have their differences in D, so that they are found with
// F = D: call these legs known. Let |AC| = n, let C' be the vertex before C on AC, and compare ABC with ABC', the sides AB and AC
// being the same. Let r', s', t' belong to ABC'. There are three cases, each with its own F:
//
//   nearer: |BC'| = |BC|-1. Then r' = r, s' = s, t' = t-1. Let BC' be the normal form. The leg at A is known. That at B, and at C
//     that without its first letters, is a known leg of ABC' with BC' replaced by BC: F has what comes of known legs, beside
//     pairs of a normal form and a geodesic to its end's neighbour.
//   further: |BC'| = |BC|+1. Then r' = r-1, s' = s+1, t' = t. Let BC' be BC with an edge to C' at its end. The leg at A is known,
//     but for its end: the last letters of both sides may be any that geodesics have there. The leg at B is known. If (u,v) is
//     the leg at C' of ABC', then that at C has the differences of u(i-1) and v(i+1).
//   as far: |BC'| = |BC|. This needs a relation of odd length. Then r' = r-1/2, s' = s+1/2, t' = t-1/2. Let BC' be the normal
//     form. The leg at A is known but for its end; that at B is a known leg beside a pair of a normal form and a geodesic of the
//     same length; and if (u,v) is the leg at C' of ABC', then that at C has the differences of u(i-1) and the point of BC beside
//     v(i), as far from B as this.
//
// If nothing new is found in these cases, all legs of ABC have their differences in D, too. Bigons, where A = C, are where the
// induction begins. The differences that are found are those of real triangles, and so D is all of them, and nothing else. It
// grows within the set of all differences, so the search ends if that is finite: if the group is hyperbolic.
//
// Points inside of edges. Points of AB and AC at the same distance x <= r from A, x being real, have a distance of at most one
// more than the points of a leg: some integer i <= r has |x - i| <= 1/2. So the triangles are thin in the usual sense with the
// thinness and one as their constant; and slim, as the legs cover the sides.
//
// Centres. If r is an integer, the legs end in three points p, q, z on AB, AC, BC, and LegFinder wants to know what triples to
// try. If they ended in p', q', z' for ABC', then in the case "nearer" p = p', q = q', and z is beside z'; in the case "further"
// all are neighbours, and the difference of p and z is in D. In the case "as far" the difference of p and q is at the end of a
// known leg, or of one that is longer by one. If r is not an integer, the three cases leave the differences at A, B, A in D.
//
// Cost: for a group of k letters F is larger than D by a factor of about k^2, or of how many geodesics are beside a normal form.
#include "word/geometry/geodesic.hpp"

#include <algorithm>
#include <array>

#include "core/run/given_run.hpp"
#include "word/automata/operations.hpp"
#include "word/automatic/structure_file.hpp"
#include "word/geometry/joint_differences.hpp"
#include "word/geometry/triangle_legs.hpp"
#include "word/internals.hpp"

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
    for (const auto [symbol, next] : multiplier.table.edges(state)) {
      if (pairs.first(symbol) == pairs.pad() || pairs.second(symbol) == pairs.pad() || seen[next]) continue;
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
    for (const auto [symbol, target] : first.table.edges(p)) {
      if (pairs.first(symbol) != pairs.pad() || first.labels[target] == 0) continue;
      for (std::uint32_t z = 0; z < pairs.letters; ++z) {
        const State end = second.step(q, pairs.pair(pairs.second(symbol), z));
        if (end != automata::kNoState && second.labels[end] != 0) return true;
      }
    }
    return false;
  }
};

/// The cases of the induction in thin_triangles.cpp: what is to be looked at, given D and the known legs.
class TriangleCases {
 public:
  TriangleCases(const StructureView& structure, const Geodesics& geodesics, DifferenceTable& table, const Limits& limits)
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

  bool has_odd_cycles() const noexcept { return has_odd_cycles_; }
  Scope bigons() {
    Scope scope;
    for (const std::uint32_t d : bigons_) add(scope.differences, d);
    scope.centres.push_back({0, 0, 0});
    scope.has_odd_cycles = false;
    return scope;
  }
  /// The triangles that have all their differences in D; the other cases are made of the legs that are found there.
  Scope known(const ElementSet& differences) {
    return {.differences = differences,
            .ends = {},
            .centres = centres(differences, differences),
            .core = differences,
            .has_odd_cycles = has_odd_cycles_};
  }
  Scope nearer(const ElementSet& differences, const Legs& legs) {
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
  Scope further(const ElementSet& differences, const Legs& legs) {
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
  Scope as_far(const ElementSet& differences, const Legs& legs) {
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

 private:
  /// All centres of differences in a set, one of them being in a subset of it.
  std::vector<Centre> centres(const ElementSet& some, const ElementSet& all) {
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
  void add_ends(ElementSet& set, const Legs& legs) {
    for (State leg = 0; leg < legs.dfa.states(); ++leg) {
      if (leg % automata::kStatesPerCheck == 0) automata::check_limits(limits_, table_.size());
      for (const auto x : geodesics_.table.symbols(legs.states[leg][0])) {
        for (const auto z : geodesics_.table.symbols(legs.states[leg][1]))
          add(set, table_.step(legs.difference(leg), static_cast<Letter>(x), static_cast<Letter>(z)));
      }
    }
  }
  /// The differences of u(i-1) and v(i+1) for the legs (u,v).
  void add_skew(ElementSet& set, const Legs& legs) {
    const PairSymbols pairs{structure_.letters()};
    for (State leg = 0; leg < legs.dfa.states(); ++leg) {
      if (leg % automata::kStatesPerCheck == 0) automata::check_limits(limits_, table_.size());
      for (const auto [symbol, next] : legs.dfa.table.edges(leg)) {
        const Letter back = structure_.alphabet.inverses[pairs.first(symbol)];
        for (const auto y : geodesics_.table.symbols(legs.states[next][1]))
          add(set, table_.step(legs.difference(next), back, static_cast<Letter>(y)));
      }
    }
  }
  /// The differences of u(i) and w(i) for the legs (u,v) at B and the pairs (v,w) of BC' and BC.
  void add_beside(ElementSet& set, const Legs& legs, const JointPlaces& places) {
    const PairSymbols pairs{structure_.letters()};
    automata::KeyTable keys;
    if (places.size() > 0) keys.intern(std::array<std::uint32_t, 2>{0, 0});
    for (std::uint32_t node = 0; node < keys.size(); ++node) {
      if (node % automata::kStatesPerCheck == 0) automata::check_limits(limits_, keys.size());
      const State leg = keys[node][0];
      const std::uint32_t place = keys[node][1];
      add(set, product(legs.difference(leg), places.differences[place]));
      for (const auto [symbol, target] : legs.dfa.table.edges(leg)) {
        for (const auto& step : places.steps[place]) {
          if (step.x == pairs.second(symbol)) keys.intern(std::array<std::uint32_t, 2>{target, step.target});
        }
      }
    }
  }
  /// The same for the legs (u,v) at C', where the pair of BC' and BC is read backwards. With an offset: one more step back.
  void add_before(ElementSet& set, const Legs& legs, const JointPlaces& places, bool is_offset) {
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
  void add_moved(std::vector<Centre>& centres, const Centre& centre, const Scope& scope) {
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
  void add(ElementSet& set, std::uint32_t d) {
    set.insert(d);
    set.insert(table_.inverse(d));
  }
  /// A centre as it is seen from the three corners; mirror images are left out.
  void add(std::vector<Centre>& centres, const Centre& c) {
    centres.push_back(c);
    centres.push_back({c.m, c.d, table_.inverse(c.e)});
    centres.push_back({c.e, table_.inverse(c.d), table_.inverse(c.m)});
  }
  std::uint32_t product(std::uint32_t d, std::uint32_t n) {
    const Word word = table_[n];  // a copy, for the table grows
    for (const Letter y : word) d = table_.times(d, y);
    return d;
  }

  const StructureView& structure_;
  const automata::Dfa& geodesics_;
  DifferenceTable& table_;
  automata::Limits limits_;
  bool has_odd_cycles_;
  std::vector<std::uint32_t> bigons_;
  JointPlaces longer_;  // of the normal form BC' and any BC that is longer
  JointPlaces equal_;   // of the normal form BC' and any BC of the same length
};

}  // namespace

ThinTriangles find_thin_triangles(const StructureView& structure, const Geodesics& geodesics, const ThinTriangleOptions& options,
                                  RunControl& run) {
  if (!geodesics.complete)
    throw InputError("thin triangles need all geodesics, but not all were found; find the geodesics with higher limits first");
  const auto timer = run.phase("thin triangles");
  const automata::Limits limits{.run = &run, .states = options.states};
  ThinTriangles found;
  DifferenceTable table(structure);
  ElementSet differences;
  const auto add_differences = [&](const Legs& legs) {
    for (State leg = 0; leg < legs.dfa.states(); ++leg) differences.insert(legs.difference(leg));
  };
  try {
    TriangleCases cases(structure, geodesics, table, limits);
    LegFinder finder(structure, geodesics.acceptor, table, limits);
    add_differences(finder.find(cases.bigons()));
    while (!found.complete && found.rounds < options.rounds) {
      ++found.rounds;
      const ElementSet before = differences;  // NOLINT(performance-unnecessary-copy-initialization): these grow
      run.report({.phase = "thin triangles", .done = before.size(), .unit = "word differences"});
      const Legs legs = finder.find(cases.known(before));
      found.legs = legs.dfa.states();
      add_differences(finder.find(cases.nearer(before, legs)));
      add_differences(finder.find(cases.further(before, legs)));
      if (cases.has_odd_cycles()) add_differences(finder.find(cases.as_far(before, legs)));
      found.complete = differences.size() == before.size();
    }
  } catch (const automata::LimitReached&) {  // what was found is a lower bound
  }
  for (const std::uint32_t d : differences.members()) found.differences.push_back(table[d]);
  std::ranges::sort(found.differences,
                    [](const Word& a, const Word& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
  if (!found.differences.empty()) found.thinness = found.differences.back().size();
  return found;
}

namespace {

/// Those that the structure came with, or that were found for the same group before: an answer that the limits might not allow is
/// not taken.
std::optional<ThinTriangles> find_known(const Group& group, const ThinTriangleOptions& options) {
  const AutomaticStructure& structure = Internals::proven(group);
  std::optional<ThinTriangles> known = structure.triangles;
  if (!known && Internals::uses_cache(group)) {
    if (auto cached = find_cached(structure.presentation)) known = std::move(cached->triangles);
  }
  if (known && (known->rounds > options.rounds || options.states < ThinTriangleOptions{}.states)) known.reset();
  return known;
}

}  // namespace

ThinTriangles find_thin_triangles(const Group& group, const Hyperbolicity& found, const ThinTriangleOptions& options,
                                  RunControl* run) {
  GivenRun control(run);
  const Geodesics& geodesics = complete_geodesics(found);
  if (auto known = find_known(group, options)) {
    control->note_choice("thin triangles", "kept", "they were found before, and are kept with the structure");
    return *std::move(known);
  }
  ThinTriangles triangles = find_thin_triangles(Internals::proven(group).view(), geodesics, options, *control);
  if (triangles.complete && Internals::uses_cache(group)) {
    AutomaticStructure structure = Internals::proven(group);
    structure.triangles = triangles;
    keep_cached(structure);
  }
  return triangles;
}

}  // namespace wreath::word
