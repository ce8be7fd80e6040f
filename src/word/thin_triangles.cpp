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
// Cost: for a group of k letters F is larger than D by a factor of about k^2, or of how many geodesics are beside a normal form.
#include "word/geodesic.hpp"

#include <algorithm>

#include "core/run/given_run.hpp"
#include "word/internals.hpp"
#include "word/triangle_cases.hpp"

namespace wreath::word {

using automata::State;

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

ThinTriangles find_thin_triangles(const Group& group, const Hyperbolicity& found, const ThinTriangleOptions& options,
                                  RunControl* run) {
  GivenRun control(run);
  return find_thin_triangles(Internals::proven(group).view(), complete_geodesics(found), options, *control);
}

}  // namespace wreath::word
