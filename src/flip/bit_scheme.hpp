// SPDX-License-Identifier: MIT
//
// A scheme over F2 with factors of any size: which of their entries are 1.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "wreath/flip/rational_scheme.hpp"

namespace wreath::flip {

struct BitScheme {
  using Ones = std::vector<std::uint32_t>;  // rising

  explicit BitScheme(const Shape& of) : shape(of) {}
  BitScheme(const Scheme& scheme);
  /// The entries with odd numerators; the denominators must be odd.
  explicit BitScheme(const RationalScheme& scheme);

  Shape shape;
  std::vector<std::array<Ones, 3>> summands = {};

  std::size_t rank() const { return summands.size(); }
};

/// With coefficients 0 and 1.
RationalScheme to_rational(const BitScheme& scheme);

}  // namespace wreath::flip
