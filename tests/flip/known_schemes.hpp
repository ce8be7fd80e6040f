// SPDX-License-Identifier: MIT
//
// Schemes that tests begin with.
#pragma once

#include "core/data/rng.hpp"
#include "flip/walk/moves.hpp"
#include "wreath/flip.hpp"
#include "wreath/flip/rational_scheme.hpp"

namespace wreath::flip {

/// Strassen's seven products over the integers, the third factors transposed.
inline RationalScheme strassen() {
  const std::vector<std::array<std::array<int, 4>, 3>> products{
      {{{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}}},  {{{0, 0, 1, 1}, {1, 0, 0, 0}, {0, 1, 0, -1}}},
      {{{1, 0, 0, 0}, {0, 1, 0, -1}, {0, 0, 1, 1}}}, {{{0, 0, 0, 1}, {-1, 0, 1, 0}, {1, 1, 0, 0}}},
      {{{1, 1, 0, 0}, {0, 0, 0, 1}, {-1, 0, 1, 0}}}, {{{-1, 0, 1, 0}, {1, 1, 0, 0}, {0, 0, 0, 1}}},
      {{{0, 1, 0, -1}, {0, 0, 1, 1}, {1, 0, 0, 0}}}};
  RationalScheme scheme{{2, 2, 2}, {}};
  for (const auto& product : products) {
    auto& summand = scheme.summands.emplace_back();
    for (unsigned position = 0; position < 3; ++position) {
      for (const int value : product[position]) summand[position].push_back({value, 1});
    }
  }
  return scheme;
}

/// A scheme of rank at most `rank`, by a plain random walk of flips with a plus now and then. Good enough for small shapes.
inline Scheme walk_down(const Shape& shape, std::size_t rank, std::uint64_t seed) {
  RandomStream random(seed, 0);
  Scheme scheme = standard_scheme(shape);
  auto& summands = scheme.summands;
  std::size_t best = scheme.rank();
  std::uint64_t idle = 0;
  for (std::uint64_t step = 0; step < 20'000'000 && scheme.rank() > rank; ++step) {
    const unsigned position = random.below(3);
    const std::size_t first = random.below(static_cast<std::uint32_t>(summands.size()));
    const std::size_t start = random.below(static_cast<std::uint32_t>(summands.size()));
    std::size_t second = start;  // the next one from here that shares the factor
    do {
      second = second + 1 == summands.size() ? 0 : second + 1;
    } while (second != start && (second == first || summands[first].factor[position] != summands[second].factor[position]));
    if (second != first && summands[first].factor[position] == summands[second].factor[position]) {
      apply_flip(summands, position, first, second);
      if (summands.size() < best) {
        best = summands.size();
        idle = 0;
      }
    } else if (second != first && idle > 20'000 && summands.size() <= best + 1) {
      apply_plus(summands, position, first, second);
      idle = 0;
    }
    ++idle;
  }
  return scheme;
}

}  // namespace wreath::flip
