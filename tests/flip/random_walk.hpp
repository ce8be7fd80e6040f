// SPDX-License-Identifier: MIT
#pragma once

#include "core/data/rng.hpp"
#include "flip/walk/moves.hpp"

namespace wreath::flip {

/// Flips where two drawn summands share a factor, and now and then a plus where they do not, up to three times the standard rank.
inline void walk_at_random(Scheme& scheme, RandomStream& random, int steps, int plus_every) {
  const Shape& shape = scheme.shape;
  auto& summands = scheme.summands;
  for (int step = 0; step < steps; ++step) {
    const unsigned position = random.below(3);
    const std::size_t first = random.below(static_cast<std::uint32_t>(summands.size()));
    const std::size_t second = random.below(static_cast<std::uint32_t>(summands.size()));
    if (first == second) continue;
    if (summands[first].factor[position] == summands[second].factor[position]) {
      apply_flip(summands, position, first, second);
    } else if (step % plus_every == 0 && summands.size() < 3 * shape.n * shape.m * shape.p) {
      apply_plus(summands, position, first, second);
    }
  }
}

}  // namespace wreath::flip
