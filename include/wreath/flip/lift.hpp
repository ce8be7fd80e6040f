// SPDX-License-Identifier: MIT
//
// From F2 to the integers: Hensel lifting of a scheme, first to signs, then with all coefficients free, verified over Q.
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

/// The scheme must be valid over F2. A run that is stopped returns what was found until then.
Lift lift(const Scheme& scheme, const LiftOptions& options = {}, RunControl* run = nullptr);

}  // namespace wreath::flip
