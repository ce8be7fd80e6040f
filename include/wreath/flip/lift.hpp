// SPDX-License-Identifier: MIT
//
// From F2 to the integers: Hensel lifting of a scheme.
//
// Let the factors be right modulo 2^k: T - sum a (x) b (x) c = 2^k E. Adding 2^k d to them is right modulo 2^(k+1) where
//
//     J d = E over F2,    J d = sum (da (x) b (x) c + a (x) db (x) c + a (x) b (x) dc),
//
// and J depends on the factors modulo 2 only: it is factored once. The unknowns that depend on others stay as they are in every
// step, so that what the steps converge to is a solution of polynomial equations with as many unknowns as equations, often small
// integers or fractions: after each step the residues nearest to zero are tried, now and then fractions too, and what is found is
// verified over Q. Coefficients that are 0 come last among the unknowns, so that most of them stay 0: this matters more than
// anything else. (With the unknowns in the order of the file, 9 of 20 random 2x3x4 schemes of rank 20 led to no fraction that was
// right; so, all 20 lift to Z.)
//
// A lift to -1, 0, 1 has just the zeros of the scheme. So first only the coefficients that are 1 are unknown: modulo 4 such a
// step chooses signs, and where it has no solution there is no lift to -1, 0, 1. Then all of them are unknown.
//
// Where J d = E has no solution at the first step the scheme has no lift to Z/4, hence none to Z or to fractions with odd
// denominators: that is a proof. At a later step it is not, as other choices before might have led on; a few are tried.
#pragma once

#include <cstdint>
#include <optional>

#include "wreath/flip/rational_scheme.hpp"
#include "wreath/run.hpp"

namespace wreath::flip {

struct LiftOptions {
  std::uint64_t seed = 1;
  unsigned tries = 8;  // other choices after the first, of signs and of what stays as it is
  unsigned threads = 0;
};

struct Lift {
  std::optional<RationalScheme> scheme = {};  // verified over Q
  Ring ring = Ring::f2;                       // of the scheme
  unsigned power = 1;                         // there is a lift to Z/2^power at least
  bool impossible = false;                    // there is no lift to Z/4: proved
  bool no_ternary = false;                    // there is none to -1, 0, 1: proved
  unsigned tries = 0;                         // choices after the first that were made
};

/// The scheme must be right over F2. A run that is stopped gives what was found until then.
Lift lift(const Scheme& scheme, const LiftOptions& options = {}, RunControl* run = nullptr);

}  // namespace wreath::flip
