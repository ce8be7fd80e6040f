// SPDX-License-Identifier: MIT
//
// The growth of a group: how many elements have each length.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "wreath/word/group.hpp"

namespace wreath::word {

/// A rational function in lowest terms, by its integer coefficients from the constant one on; the denominator begins with 1.
struct GrowthSeries {
  std::vector<Integer> numerator = {};
  std::vector<Integer> denominator = {};
  std::string text = {};  // such as "(1+x)/(1-3x)"
};

/// The limit superior of the n-th root of the number of elements of length n: 0 for a finite group, 1 for polynomial growth. The
/// true value lies between the two bounds.
struct GrowthRate {
  double lower = 0;
  double upper = 0;
};

// All of these throw InputError if the structure is not verified, and LimitReached if the run is stopped first.

/// The number of elements of length 0, 1, ..., radius.
[[nodiscard]] std::vector<Natural> sphere_sizes(const Group& group, std::size_t radius, RunControl* run = nullptr);
/// Bounds on the growth rate of the group.
[[nodiscard]] GrowthRate growth_rate(const Group& group, RunControl* run = nullptr);
/// The coefficient of x^n is the number of elements of length n. Proven, not guessed.
[[nodiscard]] GrowthSeries growth_series(const Group& group, RunControl* run = nullptr);
/// The number of pairs of elements of length at most `radius`: a bound on the number of thin triangles with two short sides.
[[nodiscard]] Natural small_triangles(const Group& group, std::size_t radius = 5, RunControl* run = nullptr);

/// What is known of a group's growth.
struct Growth {
  std::vector<Natural> spheres = {};        // elements of length 0, 1, ...
  std::vector<Natural> balls = {};          // elements of length at most 0, 1, ...
  std::optional<GrowthRate> rate = {};      // nothing if the run was stopped first,
  std::optional<GrowthSeries> series = {};  // and likewise

  /// Whether everything was found.
  bool complete() const noexcept { return series.has_value(); }
};

/// All of it, with spheres up to the length `terms`: the cheap ones first, until the run is to stop.
[[nodiscard]] Growth find_growth(const Group& group, std::size_t terms = 20, RunControl* run = nullptr);

}  // namespace wreath::word
