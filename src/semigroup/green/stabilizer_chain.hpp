// SPDX-License-Identifier: MIT
//
// A permutation group by a chain of stabilizers (Schreier and Sims): its order, and the least form of a tuple under it.
//
// Level i holds a base point, generators of the group that fixes the base points before it, and for each point of the base
// point's orbit a permutation that takes the base point there. Whenever a level changes, its Schreier generators are sifted
// through the levels below until all of them sift to the identity. The groups here are Schuetzenberger groups, on as many
// points as an element of the semigroup has images.
#pragma once

#include <vector>

#include "core/data/natural.hpp"
#include "semigroup/stop_check.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

using Permutation = std::vector<Point>;

class StabilizerChain {
 public:
  /// Throws Stopped from add() as the check says.
  explicit StabilizerChain(std::size_t degree, StopCheck check = {}) : degree_(degree), check_(check) {}
  StabilizerChain(std::size_t degree, const std::vector<Permutation>& generators, StopCheck check = {});

  void add(const Permutation& generator);
  bool contains(const Permutation& permutation) const;
  /// Whether it has all permutations.
  bool is_symmetric() const;
  Natural order() const;
  /// Of all i -> tuple[p[i]], p in the group, one that depends on the set of them only. The tuple has distinct entries.
  void canonicalise(std::vector<Point>& tuple) const;

 private:
  struct Level {
    Point base = 0;
    std::vector<Permutation> generators;
    std::vector<Point> orbit;
    std::vector<Permutation> to;  // by point; empty outside the orbit
  };

  /// What is left of it after the levels from that one on: the identity where it is in their group.
  Permutation sift(Permutation permutation, std::size_t level) const;
  void extend(std::size_t level, const Permutation& generator);
  void grow_orbit(Level& level);

  std::size_t degree_;
  StopCheck check_;
  std::vector<Level> levels_;
};

}  // namespace wreath::semigroup
