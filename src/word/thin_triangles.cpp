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
// The induction. Suppose that all legs of all triangles with |AC| = n-1 have their differences in D, and are thus found with F =
// D: call these legs known. Let |AC| = n, let C' be the vertex before C on AC, and compare ABC with ABC', the two having the
// sides on AB and AC in common. Let r', s', t' belong to ABC'. There are three cases, each with its F:
//
//   nearer: |BC'| = |BC|-1. Then r' = r, s' = s, t' = t-1. Let BC' be the normal form, and N the set of the differences, from B
//   on,
//     between a normal form and a geodesic whose ends are equal or neighbours. The leg at A is known. The points of the legs at B
//     and C on BC differ by an element of N from points of the legs of ABC'. So F = D with D*N. If r is an integer, the legs end
//     in three points p, q on AB, AC and z on BC, and pq, pz, qz is a triple of ABC' with z moved by an element of N.
//   further: |BC'| = |BC|+1. Then r' = r-1, s' = s+1, t' = t. Let BC' be BC with the edge to C' at its end. The leg at A is
//   known,
//     but for its last point: the last letters of both sides may be any that geodesics have there. The leg at B is known. If u,v
//     is the leg at C' of ABC', then that at C has the differences of u(i-1) and v(i+1). The points p, q, z are those of ABC',
//     all three moved by a letter.
//   as far: |BC'| = |BC|. This needs a relation of odd length. Then r' = r-1/2, s' = s+1/2, t' = t-1/2, and with the normal form
//   BC'
//     again, the leg at A is known but for its last point, that at B is in D*N, and that at C in D*X*N for the letters X. If r is
//     an integer, then p, q, z are any, the difference of p and q being that of a known leg or one longer. If it is not, the leg
//     at A is known altogether.
//
// F is closed under inverses, as each leg has a mirror image. Bigons, their corners A and C being equal, are where the induction
// begins. If nothing new is found in these cases, all legs of ABC have their differences in D, too; and as the legs at one corner
// do not depend on the choice of the opposite side, this is so for all geodesics BC. As D grows within the finite set of all
// differences, the search ends if the group is hyperbolic.
//
// Points inside of edges. Points at the same real distance x <= r from A are at most one further apart than legs are: there is an
// integer i with |x - i| <= 1/2 and i <= r.
//
// Cost: time and memory as for all products of three letters, legs and near differences that the cases name: F is larger than D
// by a factor of |N| or of the square of the number of letters.
#include "word/thin_triangles.hpp"

#include <algorithm>

#include "word/automata/two_tape.hpp"
#include "word/joint_differences.hpp"
#include "word/triangle_legs.hpp"

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

/// The cases of the induction: what is to be looked at, given D and the known legs.
class Induction {
 public:
  Induction(const StructureView& structure, const Geodesics& geodesics, DifferenceTable& table, const Limits& limits);

  bool has_odd_cycles() const noexcept { return has_odd_cycles_; }
  Scope bigons();
  Scope known(const ElementSet& differences);
  Scope nearer(const ElementSet& differences);
  Scope further(const ElementSet& differences, const Legs& legs);
  Scope as_far(const ElementSet& differences, const Legs& legs);

 private:
  std::vector<Centre> centres(const ElementSet& some, const ElementSet& all);
  void add_ends(ElementSet& set, const Legs& legs);
  void add_skew(ElementSet& set, const Legs& legs);
  void add_moved(std::vector<Centre>& centres, const Centre& centre, const Scope& scope);
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
  const Dfa& geodesics_;
  DifferenceTable& table_;
  Limits limits_;
  bool has_odd_cycles_;
  std::vector<std::uint32_t> bigons_;
  std::vector<std::uint32_t> near_;  // N
};

Induction::Induction(const StructureView& structure, const Geodesics& geodesics, DifferenceTable& table, const Limits& limits)
    : structure_(structure),
      geodesics_(geodesics.acceptor),
      table_(table),
      limits_(limits),
      has_odd_cycles_(find_odd_cycles(structure)) {
  const Dfa& pairs = geodesics.pairs;
  const Dfa turned = automata::swap_tapes(pairs);
  const auto both_accept = [&](State p, State q) { return pairs.labels[p] != 0 && turned.labels[q] != 0; };
  bigons_ = joint_differences(pairs, turned, both_accept, table, limits);
  near_ = joint_differences(structure.multiplier, turned, NearEnds(structure.multiplier, turned), table, limits);
}

/// All centres of differences in a set, one of them being in a subset of it.
std::vector<Centre> Induction::centres(const ElementSet& some, const ElementSet& all) {
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
void Induction::add_ends(ElementSet& set, const Legs& legs) {
  for (State leg = 0; leg < legs.dfa.states(); ++leg) {
    for (const auto x : geodesics_.table.symbols(legs.states[leg][0])) {
      for (const auto z : geodesics_.table.symbols(legs.states[leg][1]))
        add(set, table_.step(legs.difference(leg), static_cast<Letter>(x), static_cast<Letter>(z)));
    }
  }
}

/// The differences of u(i-1) and v(i+1) for the legs (u,v).
void Induction::add_skew(ElementSet& set, const Legs& legs) {
  const PairSymbols pairs{structure_.letters()};
  for (State leg = 0; leg < legs.dfa.states(); ++leg) {
    const auto symbols = legs.dfa.table.symbols(leg);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      const State next = legs.dfa.table.targets(leg)[i];
      const Letter back = structure_.alphabet.inverses[pairs.first(symbols[i])];
      for (const auto y : geodesics_.table.symbols(legs.states[next][1]))
        add(set, table_.step(legs.difference(next), back, static_cast<Letter>(y)));
    }
  }
}

/// The centres whose points are neighbours of those of this one, p and z having a difference in the core.
void Induction::add_moved(std::vector<Centre>& centres, const Centre& centre, const Scope& scope) {
  for (Letter x = 0; x < structure_.letters(); ++x) {
    for (Letter y = 0; y < structure_.letters(); ++y) {
      const std::uint32_t m = table_.step(centre.m, x, y);
      if (!scope.core.contains(m)) continue;
      for (Letter z = 0; z < structure_.letters(); ++z) {
        const std::uint32_t d = table_.step(centre.d, x, z);
        const std::uint32_t e = table_.step(centre.e, z, y);
        if (scope.differences.contains(d) && scope.differences.contains(e)) add(centres, {d, m, e});
      }
    }
  }
}

Scope Induction::bigons() {
  Scope scope;
  for (const std::uint32_t d : bigons_) add(scope.differences, d);
  scope.centres.push_back({0, 0, 0});
  scope.has_odd_cycles = false;
  return scope;
}

Scope Induction::known(const ElementSet& differences) {
  return {.differences = differences,
          .centres = centres(differences, differences),
          .core = differences,
          .has_odd_cycles = has_odd_cycles_};
}

Scope Induction::nearer(const ElementSet& differences) {
  Scope scope = known(differences);
  for (const std::uint32_t d : differences.members()) {
    for (const std::uint32_t n : near_) add(scope.differences, product(d, n));
  }
  std::vector<Centre> moved;
  for (const Centre& c : scope.centres) {
    for (const std::uint32_t n : near_) add(moved, {c.d, product(c.m, n), product(c.e, n)});
    automata::check_limits(limits_, std::max(table_.size(), moved.size()));
  }
  scope.centres = std::move(moved);
  return scope;
}

Scope Induction::further(const ElementSet& differences, const Legs& legs) {
  Scope scope = known(differences);
  add_ends(scope.differences, legs);
  add_skew(scope.differences, legs);
  std::vector<Centre> moved;
  for (const Centre& c : scope.centres) {
    add_moved(moved, c, scope);
    automata::check_limits(limits_, std::max(table_.size(), moved.size()));
  }
  scope.centres = std::move(moved);
  return scope;
}

Scope Induction::as_far(const ElementSet& differences, const Legs& legs) {
  Scope scope{.differences = differences, .centres = {}, .core = differences, .has_odd_cycles = true};
  ElementSet ends = differences;
  add_ends(ends, legs);
  for (const std::uint32_t d : ends.members()) scope.differences.insert(d);
  for (const std::uint32_t d : differences.members()) {
    for (const std::uint32_t n : near_) {
      add(scope.differences, product(d, n));
      for (Letter y = 0; y < structure_.letters(); ++y) add(scope.differences, product(table_.times(d, y), n));
    }
    automata::check_limits(limits_, table_.size());
  }
  scope.centres = centres(ends, scope.differences);
  return scope;
}

}  // namespace

ThinTriangles find_thin_triangles(const StructureView& structure, const Geodesics& geodesics, const ThinTriangleOptions& options,
                                  RunControl& run) {
  if (!geodesics.complete) throw InputError("thin triangles need all geodesics: find these first, with higher limits");
  const auto timer = run.phase("thin triangles");
  const Limits limits{.run = &run, .states = options.states};
  ThinTriangles found;
  DifferenceTable table(structure);
  ElementSet differences;
  const auto add_differences = [&](const Legs& legs) {
    for (State leg = 0; leg < legs.dfa.states(); ++leg) differences.insert(legs.difference(leg));
  };
  try {
    Induction induction(structure, geodesics, table, limits);
    LegFinder finder(structure, geodesics.acceptor, table, limits);
    add_differences(finder.find(induction.bigons()));
    while (!found.complete && found.rounds < options.rounds) {
      ++found.rounds;
      const ElementSet before = differences;
      run.report({.phase = "thin triangles", .done = before.size(), .unit = "word differences"});
      const Legs legs = finder.find(induction.known(before));
      found.legs = legs.dfa.states();
      add_differences(finder.find(induction.nearer(before)));
      add_differences(finder.find(induction.further(before, legs)));
      if (induction.has_odd_cycles()) add_differences(finder.find(induction.as_far(before, legs)));
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

}  // namespace wreath::word
