// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "wreath/perm.hpp"

namespace wreath::perm {

/// What multiplying asks of the machine: to hold y, and to multiply any number of pieces of x by it. Implemented for RAM
/// and, in cuda/, for a GPU's memory.
template <class Point, class Value>
class Backend {
 public:
  virtual ~Backend() = default;
  /// z[i] = y[x[i]]. Throws PointError.
  virtual void multiply(std::span<const Point> x, std::span<Value> z) = 0;
};

/// y must live as long as the backend. Notes the choice in options.run.
template <class Point, class Value>
std::unique_ptr<Backend<Point, Value>> choose_backend(std::span<const Value> y, const Options& options);

}  // namespace wreath::perm
