// SPDX-License-Identifier: MIT
//
// A proof that few bits determine the kernel of every element.
//
// Take a base point b and all pairs of different points (edges) that the semigroup makes of the pairs {b, b*g}. Edges that are
// images of one another have one label. Suppose that
//
//   1. no two edges of one label meet,
//   2. the edges connect all points,
//   3. for every neighbour v of b some permutation of the points takes b to v and keeps all edges with their labels.
//
// Then the permutations of 3 take b to every point (the neighbours of an image of b are images of neighbours of b). An element x
// takes an edge to an edge of the same label, or collapses it to a point. Let p and q be any two points, joined by a path of
// edges. Then q*x is found from p*x by the path without its collapsed edges, label by label (by 1). So
//
//   - x is determined by b*x and by which edges it collapses;
//   - the kernel of x is determined by which edges it collapses: whether that shorter path is closed does not depend on where it
//     starts, by 3.
//
// Many edges are always collapsed together. They are the states of an automaton, with "collapsed" as the accepting state and the
// generators as letters; edges that accept the same words are one class, and one bit says whether an element collapses the class.
// Classes are the states of the minimal automaton (Moore's refinement), so a generator acts on them.
//
// For the biHecke monoid of S_n with b = 1 the edges are those of the left weak order, {w, s_j w}, labelled by j: a generator
// swaps positions i, i+1 of w and of s_j w alike, or makes them equal, where these positions hold the values j, j+1. Right
// multiplications by group elements are the permutations of 3. In biHecke 7 the 15120 edges make 672 classes: a kernel of 5040
// points takes 84 bytes.
#pragma once

#include <optional>
#include <vector>

#include "semigroup/backend.hpp"
#include "core/run/stop_check.hpp"

namespace wreath::semigroup {

struct PairCertificate {
  static constexpr Index kCollapsed = kNoIndex;

  struct Edge {
    Point a = 0;
    Point b = 0;
  };
  /// How a point is reached from one before it in the list: along an edge with a label, which belongs to a class.
  struct Step {
    Point from = 0;
    Point to = 0;
    std::uint32_t label = 0;
    Index bit = 0;
  };

  Point base = 0;
  std::size_t labels = 0;
  std::vector<Point> neighbours;  // [point * labels + label]; the point itself where there is none
  std::vector<Step> tree;         // from the base to all other points
  std::vector<Index> action;      // [letter * bits + bit]: the bit that it becomes, or kCollapsed
  std::vector<Edge> edges;        // one of each class

  std::size_t bits() const { return edges.size(); }
};

/// Nothing where the conditions do not hold for the first or the last point as base.
std::optional<PairCertificate> certify_pairs(const Generators& generators, StopCheck check = {});

}  // namespace wreath::semigroup
