// SPDX-License-Identifier: MIT
//
// Schemes that are Kronecker products, such as 8x8x8 of rank 343 = 7 * 49.
//
// Over F2 a factor is a product in one way at most: cut into blocks, those that are not zero must all be the same block, and
// which they are is the first part. If that holds for all factors, the parts are two sets of summands; if every pair of them
// occurs once and both add up to tensors of matrix multiplication, the scheme is their product.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "wreath/flip/rational_scheme.hpp"

namespace wreath::flip {

// A scheme over F2 with factors of any size: which of their entries are 1.

struct BitScheme {
  using Ones = std::vector<std::uint32_t>;  // rising

  explicit BitScheme(const Shape& of) : shape(of) {}
  BitScheme(const Scheme& scheme) : BitScheme(flip::to_rational(scheme)) {}
  /// The entries with odd numerators; the denominators must be odd.
  explicit BitScheme(const RationalScheme& scheme);

  Shape shape;
  std::vector<std::array<Ones, 3>> summands = {};

  std::size_t rank() const { return summands.size(); }
};

/// With coefficients 0 and 1.
RationalScheme to_rational(const BitScheme& scheme);

struct SplitProduct {
  BitScheme first;
  BitScheme second;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // of which summands each summand is the product
};
/// Nothing if the scheme is not the product of two smaller ones. Throws LimitReached if the run is stopped first.
std::optional<SplitProduct> split_product(const BitScheme& scheme, unsigned threads = 1, RunControl* run = nullptr);

}  // namespace wreath::flip
