// SPDX-License-Identifier: MIT
//
// A proof that few bits determine the kernel of every element.
//
// Take a base point b and all ordered pairs (arcs) that the semigroup makes of the pairs (b, b*g), as long as their two points
// differ. Arcs that one another's images are have one label. Suppose that
//
//   1. no two arcs of one label leave the same point or enter the same point,
//   2. the arcs connect all points,
//   3. for every neighbour v of b some permutation of the points takes b to v and keeps all arcs with their labels.
//
// Then the permutations of 3 take b to every point (the neighbours of an image of b are images of neighbours of b). An
// element x takes an arc to an arc of the same label, or collapses it to a point. Let p and q be any two points, joined by a path of
// arcs. Then q*x is found from p*x by the path without its collapsed arcs, label by label (by 1). So
//
//   - x is determined by b*x and by which arcs it collapses;
//   - the kernel of x is determined by which arcs it collapses: whether that shorter path is closed does not depend on where it
//     starts, by 3.
//
// Many arcs are collapsed together always. They are the states of an automaton, with "collapsed" as the accepting state and the
// generators as letters; arcs that accept the same words are one class, and one bit says whether an element collapses the class.
// Classes are the states of the minimal automaton (Moore's refinement), so a generator acts on them.
//
// For the biHecke monoid of S_n with b = 1 the arcs are the edges (w, s_j w) of the left weak order. Indeed pi_i swaps positions i, i+1
// of w and of s_j w alike, or makes them equal, when these positions hold the values j, j+1. In biHecke 7 there are 15120 arcs in
// 672 classes: a kernel of 5040 points takes 84 bytes.
#pragma once

#include <optional>
#include <vector>

#include "semigroup/backend.hpp"

namespace wreath::semigroup {

struct PairCertificate {
  static constexpr Index kCollapsed = kNoIndex;

  /// How a point is reached from one before it in the list: along an arc, or against it, that belongs to a class.
  struct Step {
    Point from = 0;
    Point to = 0;
    std::uint32_t turn = 0;  // 2 * label, and 1 more against the arc
    Index bit = 0;
  };

  Point base = 0;
  std::size_t labels = 0;
  std::vector<Point> neighbours;  // [point * 2 * labels + turn]; the point itself where there is none
  std::vector<Step> tree;         // from the base to all other points
  std::vector<Index> action;      // [letter * bits + bit]: the bit that it becomes, or kCollapsed
  std::vector<Point> tails;       // an arc of each class, from its tail to its head
  std::vector<Point> heads;

  std::size_t bits() const { return tails.size(); }
};

/// Nothing where the conditions do not hold for the first or the last point as base.
std::optional<PairCertificate> certify_pairs(const Generators& generators);

}  // namespace wreath::semigroup
