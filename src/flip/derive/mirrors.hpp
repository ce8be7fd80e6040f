// SPDX-License-Identifier: MIT
//
// Mirrored schemes and how they change shape: which mirrors a scheme has, in which order of the sides it is kept, and what of a
// mirror is left when a side grows or shrinks.
#pragma once

#include <string_view>
#include <vector>

#include "core/data/rng.hpp"
#include "wreath/flip/derive.hpp"
#include "wreath/flip/symmetry.hpp"

namespace wreath::flip {

/// The mirrors that walks among schemes of the shape can keep, each once up to the order of equal sides; the shape's sides are in
/// order. The mirror of one swap per side comes first.
std::vector<Swaps> mirrors_of(const Shape& shape);

/// The form of a mirror in which mirrors_of(shape) has it: the least under orders of equal sides.
Swaps normal_form(const Shape& shape, const Swaps& swaps);

bool has_mirror(const Scheme& scheme, const Swaps& swaps);
/// All mirrors of a scheme whose sides are in order, in the form of mirrors_of(shape). Empty if there are none.
std::vector<Swaps> mirrors_of(const Scheme& scheme);

/// The scheme with its sides in order, and, if it has mirrors, in that order of equal sides in which one of them has the least
/// form.
Scheme in_normal_order(const Scheme& scheme);

/// The ways to permute sides that take one shape to the other: "nmp", "mpn", ...
std::vector<std::string_view> orders_between(const Shape& from, const Shape& to);
/// The first of them: turns before transposes, so that three schemes that turn into one another stay such. Throws InternalError
/// if there are none.
std::string_view order_between(const Shape& from, const Shape& to);
Scheme permuted(const Scheme& scheme, std::string_view order);
Swaps permuted(const Swaps& swaps, std::string_view order);

/// A scheme and a mirror that it has; none of it if all are 0.
struct MirroredScheme {
  Scheme scheme;
  Swaps swaps{};
};
/// What becomes of a mirror when a side has one new index in the middle, or a new pair at its ends.
Swaps extended(Swaps swaps, unsigned side, NewIndices where);
/// With these new indices.
MirroredScheme extended(const MirroredScheme& scheme, unsigned side, NewIndices where);
/// Without the middle index of a side, or without the pair at its ends (which the mirror must swap), after a random change of
/// basis that keeps the mirror; without a mirror, without any line.
MirroredScheme projected(const MirroredScheme& scheme, unsigned side, NewIndices where, RandomStream& random);

/// Random flips on the spot; the rank falls if one happens to find a reduction.
void shuffle(Scheme& scheme, unsigned flips, RandomStream& random);
/// A random plus, and its image: the rank rises by one, or by two if there is a mirror. Unchanged if none was found.
void raise(MirroredScheme& scheme, RandomStream& random);

}  // namespace wreath::flip
