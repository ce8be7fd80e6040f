// SPDX-License-Identifier: MIT
//
// Schemes with a symmetry.
//
// The mirror (reflection.hpp) takes the tensor of any shape to itself. A scheme with the symmetry c2 is a set of orbits: whole
// ones, a summand and its image, and half ones, a summand whose factors are all their own images. A whole orbit with two such
// factors is a half one, since (x, b, c) + (x', b, c) = (x + x', b, c), and is written so: then a walk can tell an orbit's kind
// by its factors.
//
// The tensor of n x n x n is a sum over closed walks i -> j -> k -> i, so turning every summand, (a, b, c) -> (b, c, a), turns
// the tensor into itself. A scheme with the symmetry c3 is K orbits orb(a, b, c) = abc + bca + cab and f cubes aaa: rank 3K + f.
// Over F2
//
//     (u + v)^3 = u^3 + v^3 + orb(u, u + v, v),
//
// so the cubes of any symmetric scheme sum to the identity matrix as the diagonal's do, any such choice of cubes can be
// started from, an orbit (a, a, a) is the cube a^3, and an orbit (u, v, u + v) trades with the cubes u^3, v^3, (u + v)^3.
//
// The symmetry c6 is both (Moosbauer and Poole used it to find 6x6x6 of rank 153): an orbit is the three turns of a summand and
// of its image, a half orbit the three turns of a summand of own images, and the cubes are a set that the mirror keeps. Walks
// of 6x6x6 get further without half orbits: then one is rewritten as whole ones, (x + x', b, c) as (x, b, c), and an orbit of six
// whose factors are all their own images is zero.
#pragma once

#include <span>
#include <vector>

#include "flip/scheme/reflection.hpp"
#include "wreath/flip/search.hpp"
#include "wreath/flip/symmetry.hpp"

namespace wreath::flip {

/// Of a search whose settings are complete.
SymmetryGroup group_of(const SearchOptions& settings);

struct SymmetricScheme {
  Shape shape;
  std::vector<Summand> orbits;  // a summand of each
  std::vector<Factor> cubes;
  SymmetryGroup group = Symmetry::c3;

  std::size_t rank() const;
};

/// Throws InputError, naming the summand, where a turn or the mirror image of one is missing. With c6 equal cubes cancel; whole
/// orbits that are half ones become so, which lowers the rank, or, where there are to be none, the other way round. Then it
/// throws InputError if a half orbit has factors of entries that stay alone.
SymmetricScheme split_into_orbits(const Scheme& scheme, const SymmetryGroup& group = Symmetry::c3);
Scheme expand(const SymmetricScheme& scheme);

/// The standard orbits, and cubes over the parts of the diagonal: split 2, 2, 1 at n = 5 gives the cubes of e11 + e22, e33 + e44,
/// e55. Throws InputError if the parts do not sum to n, or where their mirror image is another split.
SymmetricScheme symmetric_start(unsigned n, std::span<const unsigned> split, const SymmetryGroup& group = Symmetry::c3);
/// The same for any cubes that sum to the identity matrix.
SymmetricScheme symmetric_start(unsigned n, std::span<const Factor> cubes, const SymmetryGroup& group = Symmetry::c3);

/// Makes two cubes one, the lightest two first, until there are so many: u^3 + v^3 = (u + v)^3 + orb(u, u + v, v), which raises
/// the rank by two. Which cubes a scheme has decides how low walks get that keep them. For c3.
void merge_cubes(SymmetricScheme& scheme, std::size_t count);

/// Trades that lower the rank: an orbit (a, a, a) becomes a cube, equal cubes vanish, an orbit (u, v, u + v) with some of its
/// cubes present becomes the others. Repeats until there are none. For c3.
void trade_with_cubes(SymmetricScheme& scheme);

}  // namespace wreath::flip
