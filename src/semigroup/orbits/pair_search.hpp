// SPDX-License-Identifier: MIT
//
// A word for a map, found by a search that looks where every pair of points has to go.
//
// If w is a word for the map y, then w carries every pair (i, j) to (y(i), y(j)). How far a pair is from there is known from the
// graph of all pairs, and so is whether it can get there at all: if some pair cannot, y is not a product. The search extends
// products p of generators, first those whose pairs are nearest to their ends, and drops those with a pair that cannot get there.
// In monoids of maps that keep an order, where every R-class is small and there are too many to count, it goes almost straight.
//
// Cost: n^2 pairs * generators for each pair of images that y has, n^2 / 2 look-ups for each product.
#pragma once

#include <cstdint>

#include "core/run/stop_check.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

struct PairSearch {
  enum class Answer { word, not_a_product, unknown } answer = Answer::unknown;
  Word word = {};
};

/// For transformations. Gives up after `most` products.
PairSearch search_by_pairs(const Generators& generators, std::span<const Point> map, std::uint64_t most, StopCheck check);

/// Degrees for which the graph of pairs is small.
inline constexpr std::uint64_t kMostPairDegree = 64;

}  // namespace wreath::semigroup
