// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "word/automata/dfa.hpp"
#include "word/automata/key_table.hpp"
#include "word/difference_table.hpp"
#include "word/element_set.hpp"

namespace wreath::word {

/// Pairs (u,v) of geodesics of the same length that begin two sides of a triangle and lie opposite to each other.
struct Legs {
  automata::KeyTable states;  // (state after u, state after v, u^-1 v), the states being those of the geodesic acceptor
  automata::Dfa dfa;          // of pairs of letters; labelled 1 where a triangle was found whose legs end here

  std::uint32_t difference(automata::State leg) const { return states[leg][2]; }
};

/// Three elements with d*e = m: how the points where the legs of a triangle end lie to each other, as seen from a corner. The leg
/// at the corner ends in p and q, and z is on the third side: d = p^-1 q, m = p^-1 z, e = q^-1 z.
struct Centre {
  std::uint32_t d;
  std::uint32_t m;
  std::uint32_t e;

  auto operator<=>(const Centre&) const = default;
};
void remove_repeated(std::vector<Centre>& centres);

/// What triangles to look at. A triangle without centre, whose legs have lengths with a half, must have a leg that ends with a
/// difference in the core.
struct Scope {
  ElementSet differences;       // of all legs, but at their ends;
  ElementSet ends;              // there these are allowed, too. Both have with an element its inverse
  std::vector<Centre> centres;  // as seen from each corner; mirror images may be missing
  ElementSet core;
  bool has_odd_cycles = true;  // whether there are triangles without centre

  bool has(std::uint32_t d) const { return differences.contains(d) || ends.contains(d); }
};

/// Finds legs of triangles.
class LegFinder {
 public:
  LegFinder(const StructureView& structure, const automata::Dfa& geodesics, DifferenceTable& table,
            const automata::Limits& limits);

  /// All legs of the triangles in the scope, and maybe of others.
  Legs find(Scope scope);

 private:
  struct Entry {
    automata::State from;
    Letter letter;
  };
  /// A leg, prolonged by a letter on each side: the states there.
  struct End {
    automata::State leg;
    automata::State s;
    automata::State t;
  };

  Legs explore(const Scope& scope);
  void find_arms(const ElementSet& differences, const Scope& scope);
  void mark_centres(Legs& legs, std::vector<Centre>& centres);
  void mark_edges(Legs& legs, const ElementSet& differences, const ElementSet& core);
  void mark_mirror_images(Legs& legs);
  bool has_arm(automata::State s, std::uint32_t m) const { return m < arms_[s].size() && arms_[s][m]; }
  Letter inverse(Letter x) const { return structure_.alphabet.inverses[x]; }
  template <class Visit>
  void for_each_letter(automata::State s, Visit visit) const;

  const StructureView& structure_;
  const automata::Dfa& geodesics_;
  DifferenceTable& table_;
  automata::Limits limits_;
  std::vector<std::vector<Entry>> entries_;  // the edges into each state of the geodesics
  std::vector<std::vector<bool>> arms_;      // for each state and element, whether it is an arm there
};

}  // namespace wreath::word
