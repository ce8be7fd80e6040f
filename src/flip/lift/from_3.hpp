// SPDX-License-Identifier: MIT
//
// What lifts from F2 and from F3 have in common, and the latter.
#pragma once

#include <vector>

#include "core/data/rng.hpp"
#include "flip/lift/equations.hpp"
#include "wreath/flip/lift.hpp"

namespace wreath::flip {

/// What a way up came to.
struct Climb {
  std::optional<RationalScheme> scheme;  // exact
  unsigned power = 1;                    // of the prime
};

/// The order in which coefficients may change: one that depends on those before it stays as it is. First those that are not zero,
/// then the zeros; in attempts 1 to 3 a position before the others, which makes the equations nearly linear; later in random
/// order.
std::vector<Unknown> unknowns_in_order(const BitScheme& scheme, unsigned attempt, RandomStream& random);
/// Keeps what a way up has found, if it is better.
void keep(Lift& best, Climb found, unsigned attempt);

/// Lifts a scheme with coefficients -1, 0, 1 that is valid over F3.
void climb_from_3(Lift& best, const RationalScheme& residues, const LiftOptions& options, RunControl& run);

}  // namespace wreath::flip
