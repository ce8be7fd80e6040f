// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace wreath::perm {

/// y, held where it is multiplied: any number of pieces of x can be sent through it. Implemented for a GPU, and for ranks that
/// hold y together.
template <class Point, class Value>
class Multiplier {
 public:
  virtual ~Multiplier() = default;
  /// z[i] = y[x[i]]. Throws PointError.
  virtual void multiply(std::span<const Point> x, std::span<Value> z) = 0;
};

}  // namespace wreath::perm
