// SPDX-License-Identifier: MIT
//
// Schemes over Z with smaller coefficients: flips and changes of basis until all are -1, 0 and 1.
#pragma once

#include <cstdint>
#include <string>

#include "wreath/flip/rational_scheme.hpp"
#include "wreath/run.hpp"

namespace wreath::flip {

struct SimplifyOptions {
  std::uint64_t seed = 1;
  std::uint64_t walks = 0;   // each by itself; the result depends on their number, not on that of threads. 0: 16
  std::uint64_t rounds = 0;  // of every walk; 0: until the run is stopped
  unsigned threads = 0;
  std::string name = "the scheme";  // in errors
};
inline constexpr int kMostSimplified = 1000;  // a coefficient's absolute value

/// How far coefficients are beyond -1, 0, 1: the sum of |c| - 1 over those with |c| > 1.
[[nodiscard]] std::uint64_t excess_of(const RationalScheme& scheme);

struct Simplified {
  RationalScheme scheme;  // of the least rank and excess that was found; verified over Z
  Ring ring = Ring::integers;
  std::uint64_t excess_before = 0;
  std::uint64_t excess = 0;
  std::uint64_t rounds = 0;  // that were made, of every walk
};

/// Ends when the coefficients are -1, 0 and 1, after `rounds`, or when the run is stopped. Throws InputError if the scheme has
/// fractions, or coefficients beyond kMostSimplified, or is not valid over Z.
[[nodiscard]] Simplified simplify(const RationalScheme& scheme, const SimplifyOptions& options = {}, RunControl* run = nullptr);

}  // namespace wreath::flip
