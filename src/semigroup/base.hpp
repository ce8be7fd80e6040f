// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

struct Base {
  std::vector<Point> points;
  /// Whether a point that is moved never comes back.
  bool acyclic = false;
};

/// A few points whose images are proven to determine every element of the semigroup, or none if no proof is found. Gives
/// up where more than `most` points would be needed.
std::optional<Base> certified_base(const Generators& generators, std::size_t most, RunControl& run);

}  // namespace wreath::semigroup
