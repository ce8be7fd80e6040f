// SPDX-License-Identifier: MIT
//
// Inverse and quotient that find out in passing whether x is a permutation.
#pragma once

#include <span>

#include "wreath/perm.hpp"

namespace wreath::perm {

/// z = x^-1, z = x^-1*y; arrays of as many points, none of which overlap. False: x is not a permutation, and z holds anything.
/// Throw LimitReached if the run is asked to stop before it is known.
template <PointType Point>
[[nodiscard]] bool invert_permutation(std::span<const Point> x, std::span<Point> z, const Options& options, RunControl* run);
template <PointType Point, PointType Value>
[[nodiscard]] bool divide_by_permutation(std::span<const Point> x, std::span<const Value> y, std::span<Value> z,
                                         const Options& options, RunControl* run);

}  // namespace wreath::perm
