// SPDX-License-Identifier: MIT
//
// Schemes of n x n x n with a symmetry.
//
// The tensor is a sum over closed walks i -> j -> k -> i, so turning every summand, (a, b, c) -> (b, c, a), turns the tensor into
// itself. A scheme with the symmetry c3 is K orbits orb(a, b, c) = abc + bca + cab and f cubes aaa: rank 3K + f. Over F2
//
//     (u + v)^3 = u^3 + v^3 + orb(u, u + v, v),
//
// so the cubes of any symmetric scheme sum to the identity matrix as the diagonal's do, any such choice of cubes can be
// started from, an orbit (a, a, a) is the cube a^3, and an orbit (u, v, u + v) trades with the cubes u^3, v^3, (u + v)^3.
//
// The mirror takes row and column i of every factor to n-1-i (Moosbauer and Poole used it to find 6x6x6 of rank 153). With the
// symmetry c6 an orbit stands for the three turns of (a, b, c) and of its mirror image, and the cubes are a set that the mirror
// keeps: rank 6K + f. An orbit is that formal sum of six: where all its factors are their own mirror images it is zero. So
// half an orbit, the three turns of such a summand, has no place; but a = x + x' with x' the image of x makes it the orbit (x, b,
// c).
#pragma once

#include <span>
#include <vector>

#include "wreath/flip.hpp"

namespace wreath::flip {

struct SymmetricScheme {
  unsigned n = 0;
  std::vector<Summand> orbits;
  std::vector<Factor> cubes;
  Symmetry symmetry = Symmetry::c3;

  std::size_t rank() const;
};

/// Summands of an orbit: 1, 3 or 6.
constexpr unsigned orbit_size(Symmetry symmetry) {
  return symmetry == Symmetry::none ? 1 : symmetry == Symmetry::c3 ? 3 : 6;
}

/// Row and column i go to n-1-i: the order of the n*n bits is reversed.
Factor mirrored(Factor factor, unsigned n);
/// Words of 2*half bits in which mirroring swaps the halves; a bit that stays, in the middle, is in both.
std::uint64_t to_halves(Factor factor, unsigned n, unsigned half);
Factor from_halves(std::uint64_t word, unsigned n, unsigned half);

/// Throws InputError, naming the summand, where a turn or the mirror image of one is missing. With c6 equal cubes cancel, and
/// half orbits become whole ones, which raises the rank.
SymmetricScheme split_into_orbits(const Scheme& scheme, Symmetry symmetry = Symmetry::c3);
Scheme expand(const SymmetricScheme& scheme);

/// The standard orbits, and cubes over the parts of the diagonal: split 2, 2, 1 at n = 5 gives the cubes of e11 + e22, e33 + e44,
/// e55. Throws InputError where the parts do not sum to n, or where their mirror image is another split.
SymmetricScheme symmetric_start(unsigned n, std::span<const unsigned> split, Symmetry symmetry = Symmetry::c3);
/// The same for any cubes that sum to the identity matrix.
SymmetricScheme symmetric_start(unsigned n, std::span<const Factor> cubes, Symmetry symmetry = Symmetry::c3);

/// Makes two cubes one, the lightest two first, until there are so many: u^3 + v^3 = (u + v)^3 + orb(u, u + v, v), which raises
/// the rank by two. Which cubes a scheme has decides how low walks get that keep them. For c3.
void merge_cubes(SymmetricScheme& scheme, std::size_t count);

/// Trades that lower the rank: an orbit (a, a, a) becomes a cube, equal cubes vanish, an orbit (u, v, u + v) with some of its
/// cubes present becomes the others. Repeats until there are none. For c3.
void trade_with_cubes(SymmetricScheme& scheme);

}  // namespace wreath::flip
