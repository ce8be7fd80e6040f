// SPDX-License-Identifier: MIT
//
// Proof that a chain is complete, by Sims' method, level by level from the last (Seress, Permutation Group Algorithms, 8.1).
//
// H is the group of the levels below, which are proven, b the base point, D its orbit, and u_p takes b to p. By Schreier's lemma
// the stabilizer of b is H if H has all Schreier generators s(p, x) = u_p x u_q^-1, q = p^x. Few of them are enough. In each
// orbit of H on D let r be a representative, and u_p = u_r h with h in H for the other points p = r^h. Then it is enough to test
//   s(r, g) for generators g of the stabilizer of r in H, for each orbit of H,
//   s(p, z) for a few z which together with H move b to all of D, where p runs through representatives of the orbits of the
//     stabilizer in H of the point that z takes to b,
//   s(b, y) for all other generators y.
// The stabilizer of r in H has a known order, |H| / |orbit of r|, so a random chain that reaches that order proves that it has
// generators of it (H acts faithfully on the orbits of its base points, so the other points are not needed for that); for a short
// orbit the Schreier generators in H are simpler. docs/mathematics/group.md has the proof.
//
// With walks towards b, w_p = u_p^-1, there is nothing to invert: s(p, x) is in H if x w_q v = w_p for the walk v through the
// levels below, and that is compared at every point.
//
// Cost of a level: (orbits of H and of those stabilizers) x points x steps, where Schreier's lemma alone takes orbit x
// generators.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/data/classes.hpp"
#include "core/data/rng.hpp"
#include "group/chain.hpp"

namespace wreath::group {

/// The orbits of more and more generators.
class Classes : public JoinedClasses<Point> {
 public:
  using JoinedClasses::join;
  using JoinedClasses::JoinedClasses;
  void join(const Element& x);
};

/// The elements of a range of levels, as steps.
std::vector<Step> arrays_below(const Chain& chain, std::size_t level);

/// About how many look-ups the proof takes. Throws Stopped.
double steps_of_proof(const Chain& chain, Products& products);
/// How many it takes at least, which is known at once.
double least_steps_of_proof(const Chain& chain);
/// The memory that it takes.
std::uint64_t bytes_of_proof(std::uint64_t degree, unsigned threads);

/// The proof of one level. The chain must not change before the proof ends.
class LevelProof {
 public:
  /// The levels below are proven, and `classes` has the orbits of their group. `given`: generators that are to be in the group,
  /// besides the arrays of the level.
  LevelProof(const Chain& chain, std::size_t level, Classes classes, std::span<const Element> given, std::uint64_t seed,
             Products& products, Lines& lines);

  bool done() const noexcept { return task_ == tasks(); }
  /// A slice of the tests. Returns an element that fixes the base points up to this level, or takes the base point out of its
  /// orbit, and is not in the chain. Throws Stopped, and then nothing has changed but the record.
  std::optional<Element> step(Products& products, Lines& lines);

  /// Where it is: a task, and a test of it.
  std::size_t task() const noexcept { return task_; }
  std::size_t next() const noexcept { return next_; }
  std::size_t tasks() const noexcept { return suborbits_.size() + joins_.size() + 1; }
  /// The same in words.
  std::string progress() const;
  /// Continues from there. Returns whether there is such a place.
  bool continue_from(std::size_t task, std::size_t next, Products& products, Lines& lines);

 private:
  struct Suborbit {
    Point point = 0;
    std::uint64_t length = 0;
  };
  struct Join {
    std::size_t suborbit = 0;
    Element element = {};  // takes the suborbit's point to the base point
  };
  struct Test {
    Point point = 0;
    std::uint32_t element = 0;
  };
  class Comparison;

  void find_suborbits(Classes& classes);
  void grow_forest(Products& products);
  void choose_joins(Classes classes, Products& products, Lines& lines);
  void begin(std::size_t task, Products& products, Lines& lines);
  bool is_free(std::uint64_t length) const { return length == below_; }
  std::vector<Element> stabilizer(const Suborbit& orbit, Products& products, Lines& lines) const;
  void path_of(Point point, std::vector<Step>& path) const;

  const Chain& chain_;
  std::size_t level_;
  std::vector<Element> given_;
  std::uint64_t seed_;
  Natural below_ = 1;                  // the order of H
  std::vector<Step> arrays_;           // of the levels below
  std::vector<Suborbit> suborbits_;    // but that of the base point; short ones first
  std::vector<std::uint32_t> forest_;  // per point the array that takes it towards its representative
  std::vector<Join> joins_;
  std::vector<std::uint8_t> is_base_;  // of a level below
  std::vector<Point> faithful_;        // the orbits under H of these base points
  std::vector<Point> number_;          // of each of those points
  std::optional<Test> escape_;         // H takes this point out of D
  std::vector<Element> elements_;      // of the task
  std::vector<Test> tests_;
  std::size_t task_ = 0;
  std::size_t next_ = 0;
};

/// The Schreier generator w^-1 x v, for paths w and v that take a point and its image under x to the base point.
Element schreier_element(const Chain& chain, const Element& x, std::span<const Step> w, std::span<const Step> v,
                         Products& products, Lines& lines);

/// One of Schreier's generators, of a random level and point. Random elements of a group that mixes slowly, such as a large
/// dihedral one, are alike where these are not.
Element random_schreier_element(const Chain& chain, const std::vector<Element>& given, RandomStream& random, Products& products,
                                Lines& lines);

}  // namespace wreath::group
