// SPDX-License-Identifier: MIT
//
// How many elements an enumeration has still to find, guessed from its levels: the logarithm of their sizes is taken to bend down
// as it did over the last few. Where there are too few levels, nothing is guessed.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "semigroup/tuning.hpp"
#include "semigroup/enumerate/word_tree.hpp"

namespace wreath::semigroup {

/// Elements beyond those of length `complete`, the last level that is known entirely.
inline std::optional<double> elements_to_come(const WordTree& tree, std::size_t complete) {
  constexpr double kMost = 1e12;  // past it all is the same
  if (complete <= tuning::kGrowthLevels) return std::nullopt;
  const auto size = [&](std::size_t length) {
    return static_cast<double>(tree.level_begin(length + 1)) - static_cast<double>(tree.level_begin(length));
  };
  const auto growth = [&](std::size_t length) { return std::log(size(length) / size(length - 1)); };
  double step = growth(complete);
  const double slowdown =
      std::max(tuning::kLeastSlowdown, (growth(complete - tuning::kGrowthLevels) - step) / tuning::kGrowthLevels);
  double level = size(complete);
  double sum = 0;
  while (level >= 1 && sum < kMost) {
    step -= slowdown;
    level *= std::exp(step);
    sum += level;
  }
  return sum;
}

}  // namespace wreath::semigroup
