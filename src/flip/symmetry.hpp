// SPDX-License-Identifier: MIT
//
// Schemes of n x n x n with the symmetry (a, b, c) -> (b, c, a).
//
// The tensor is a sum over closed walks i -> j -> k -> i, so turning every summand turns the tensor into itself. A symmetric
// scheme is K orbits orb(a, b, c) = abc + bca + cab and f cubes aaa: rank 3K + f. Over F2
//
//     (u + v)^3 = u^3 + v^3 + orb(u, u + v, v),
//
// so the cubes of any symmetric scheme sum to the identity matrix as the diagonal's do, any such choice of cubes can be
// started from, an orbit (a, a, a) is the cube a^3, and an orbit (u, v, u + v) trades with the cubes u^3, v^3, (u + v)^3.
#pragma once

#include <span>
#include <vector>

#include "wreath/flip.hpp"

namespace wreath::flip {

struct SymmetricScheme {
  unsigned n = 0;
  std::vector<Summand> orbits;
  std::vector<Factor> cubes;

  std::size_t rank() const { return 3 * orbits.size() + cubes.size(); }
};

/// Throws InputError, naming the summand, where a turn of one is missing.
SymmetricScheme split_into_orbits(const Scheme& scheme);
Scheme expand(const SymmetricScheme& scheme);

/// The standard orbits, and cubes over the parts of the diagonal: split 2, 2, 1 at n = 5 gives the cubes of e11 + e22, e33 + e44,
/// e55. Throws InputError where the parts do not sum to n.
SymmetricScheme symmetric_start(unsigned n, std::span<const unsigned> split);
/// The same for any cubes that sum to the identity matrix.
SymmetricScheme symmetric_start(unsigned n, std::span<const Factor> cubes);

/// Makes two cubes one, the lightest two first, until there are so many: u^3 + v^3 = (u + v)^3 + orb(u, u + v, v), which raises
/// the rank by two. Which cubes a scheme has decides how low walks get that keep them.
void merge_cubes(SymmetricScheme& scheme, std::size_t count);

/// Trades that lower the rank: an orbit (a, a, a) becomes a cube, equal cubes vanish, an orbit (u, v, u + v) with some of its
/// cubes present becomes the others. Repeats until there are none.
void trade_with_cubes(SymmetricScheme& scheme);

}  // namespace wreath::flip
