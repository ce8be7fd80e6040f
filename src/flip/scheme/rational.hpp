// SPDX-License-Identifier: MIT
//
// Arithmetic of rational coefficients beyond the public header.
#pragma once

#include <cstdint>
#include <optional>

#include "wreath/flip/rational_scheme.hpp"

namespace wreath::flip {

/// The fraction in lowest terms. Throws InputError if that does not fit 64 bits or the denominator is zero.
Rational lowest_terms(__int128 numerator, __int128 denominator);

/// The fraction p/q = value modulo 2^bits with |p|, q < 2^(bits/2), q odd; none if there is none. bits < 64.
std::optional<Rational> reconstruct(std::uint64_t value, unsigned bits);

}  // namespace wreath::flip
