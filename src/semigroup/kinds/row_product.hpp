// SPDX-License-Identifier: MIT
//
// Products of elements of any kind as rows of numbers: for files and ranks, which keep those that act on few points as
// transformations, and all others like this.
#pragma once

#include <memory>

#include "wreath/semigroup/kinds.hpp"

namespace wreath::semigroup {

class RowProduct {
 public:
  virtual ~RowProduct() = default;
  /// z = x*y, from any thread. Throws InputError if a number of the product is out of range.
  virtual void operator()(const Point* x, const Point* y, Point* z) const = 0;
  /// Whether x*x = x; a square out of range is another element.
  virtual bool is_idempotent(const Point* x) const = 0;
};

/// Null for transformations, whose products are compositions.
std::shared_ptr<const RowProduct> make_row_product(const ElementKind& kind);

}  // namespace wreath::semigroup
