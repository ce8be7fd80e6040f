// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/run/stop_check.hpp"
#include "flip/scheme/tensor.hpp"
#include "wreath/flip/rational_scheme.hpp"
#include "wreath/flip/scheme.hpp"
#include "wreath/run.hpp"

namespace wreath::flip {

/// 0, 1 or 2 for n, m or p. Throws InputError for any other letter.
inline unsigned side_number(char letter) {
  const std::size_t at = std::string_view("nmp").find(letter);
  if (at == std::string_view::npos) throw InputError(std::string("'") + letter + "' is not a side of a shape: choose n, m or p");
  return static_cast<unsigned>(at);
}

/// By that number. The factor at position t is side t x side t+1.
inline unsigned& side_of(Shape& shape, unsigned side) {
  return side == 0 ? shape.n : side == 1 ? shape.m : shape.p;
}
inline Shape with_side(Shape shape, unsigned side, unsigned size) {
  side_of(shape, side) = size;
  return shape;
}

/// The rank of the standard scheme.
inline std::size_t volume(const Shape& shape) {
  if (!shape.is_matrices()) return standard_summands(shape.tensor->entries(), 0).summands.size();
  return std::size_t{shape.n} * shape.m * shape.p;
}
/// Whether no side is longer.
inline bool fits(const Shape& part, const Shape& whole) {
  return part.is_matrices() && whole.is_matrices() && part.n <= whole.n && part.m <= whole.m && part.p <= whole.p;
}

/// Without an index of a side, and without the summands that vanish then (derive.cpp). Throws Stopped.
RationalScheme without_index(const RationalScheme& scheme, unsigned side, unsigned index, StopCheck& stop);

}  // namespace wreath::flip
