// SPDX-License-Identifier: MIT
//
// A permutation group by a chain of stabilizers (Schreier and Sims): its order, and the least form of a tuple under it.
//
// Level i holds a base point, generators of the group that fixes the base points before it, and for each point of the base
// point's orbit a permutation that takes the base point there. Whenever a level changes, its Schreier generators are sifted
// through the levels below until all of them sift to the identity. An element of the group is then a product
// h * u_j * ... * u_1 of one such permutation u_i for each of the first j levels and of an h that fixes their base points: the
// points that the u_i lead to number the cosets, a digit for each level.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "wreath/natural.hpp"
#include "core/run/stop_check.hpp"

namespace wreath {

using Permutation = std::vector<std::uint32_t>;
inline Permutation identity_of(std::size_t points) {
  Permutation identity(points);
  std::iota(identity.begin(), identity.end(), 0U);
  return identity;
}

/// a first, then b.
Permutation multiply(const Permutation& a, const Permutation& b);
Permutation inverse(const Permutation& a);
bool is_odd_permutation(std::span<const std::uint32_t> a);

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
  /// The same group with other base points where the groups of the chain have at most `most` elements: there each base point has
  /// the smallest orbit that there is, so that the orders of the last groups are close to one another.
  StabilizerChain with_small_orbits(std::uint64_t most) const;
  /// Of all i -> tuple[p[i]], p in the group, one that depends on the set of them only. The tuple has distinct entries.
  void canonicalise(std::vector<std::uint32_t>& tuple) const;

  struct Level {
    std::uint32_t base = 0;
    std::vector<Permutation> generators;
    std::vector<std::uint32_t> orbit;
    std::vector<Permutation> to;  // by point; empty outside the orbit
  };
  const std::vector<Level>& levels() const noexcept { return levels_; }

 private:
  /// What is left of it after the levels from that one on: the identity where it is in their group.
  Permutation sift(Permutation permutation, std::size_t level) const;
  void extend(std::size_t level, const Permutation& generator);
  void grow_orbit(Level& level);
  Level smallest_orbit(const std::vector<Permutation>& generators);

  std::size_t degree_;
  StopCheck check_;
  std::vector<Level> levels_;
};

// Symmetric and alternating groups, recognised by Jordan's theorem.
//
// A transitive group of degree n with an element that has a cycle of prime length p, n/2 < p < n-2, contains the alternating
// group: a power of the element is a p-cycle, p > n/2 makes the group primitive, and Jordan did the rest. One element of S_n or
// A_n in log(n) / log(2) has such a cycle, so a few random elements find one. What is found is a proof; finding none proves
// nothing.
//
// Cost: one product of permutations for each random element, where a stabilizer chain takes some n^4 steps.

enum class Giant { none, symmetric, alternating };

/// Whether these permutations of 0..degree-1 generate one of the two groups; `none` if that was not found.
Giant recognise_giant(std::size_t degree, const std::vector<Permutation>& generators, StopCheck check = {});

}  // namespace wreath
