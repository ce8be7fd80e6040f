// SPDX-License-Identifier: MIT
//
// Schemes with coefficients -1, 0, 1, over Z or modulo 3, as searches over these rings hold them.
//
// Such a scheme is a Scheme whose factors have two planes: bit k is set if entry k is 1, bit 32 + k if it is -1. So factors have
// at most 32 entries, negation is a rotation by 32, and a scheme with coefficients 0 and 1 is the same here and over F2.
#pragma once

#include <string>

#include "wreath/flip/rational_scheme.hpp"

namespace wreath::flip {

/// Most entries of a factor.
inline constexpr unsigned kMostTernaryEntries = 32;

/// The rings a search can walk over: "F2", "F3", and "Z" or "ZT" for coefficients -1, 0, 1 over Z. Throws InputError.
[[nodiscard]] Ring parse_walk_ring(std::string_view name);
/// Throws InputError if a factor has more than 32 entries and the ring is not F2.
void require_walk_shape(const Shape& shape, Ring ring);

/// The scheme as a search over the ring holds it: over F2 its bits, otherwise in two planes. Throws InputError, with a message
/// that begins with `name`, if it is not valid there, has other coefficients (over Z), or is too large.
[[nodiscard]] Scheme to_walk_scheme(const RationalScheme& scheme, Ring ring, const std::string& name);
/// And back; coefficients modulo 3 are -1, 0, 1.
[[nodiscard]] RationalScheme from_walk_scheme(const Scheme& scheme, Ring ring);
/// Its bits over F2, if the ring is not F3.
[[nodiscard]] Scheme modulo_2(Scheme scheme, Ring ring);
/// Whether it is valid over the ring: exactly, entry by entry.
[[nodiscard]] bool is_valid_over(const Scheme& scheme, Ring ring);
/// The signs of a summand's factors can be changed in pairs: the first non-zero entries of a and b become 1.
[[nodiscard]] Scheme with_usual_signs(Scheme scheme);

}  // namespace wreath::flip
