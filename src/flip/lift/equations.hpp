// SPDX-License-Identifier: MIT
//
// The linear equations of a lift (lift.cpp): which coefficients may change, which entries of the tensor must come right, and what
// a change of the ones does to the others.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "flip/lift/row_space.hpp"
#include "flip/lift/split_product.hpp"

namespace wreath::flip {

/// A coefficient that may change.
struct Unknown {
  std::uint32_t summand = 0;
  std::uint32_t entry = 0;
  std::uint8_t position = 0;
  bool is_one = false;
};

std::vector<Unknown> all_unknowns(const BitScheme& scheme);
/// The coefficients that are 1.
std::vector<Unknown> signs_of(const BitScheme& scheme);

/// The entries of the tensor that equations are about, numbered.
class Columns {
 public:
  /// All of them.
  explicit Columns(const Shape& shape) : shape_(shape), count_(std::size_t{shape.bits(0)} * shape.bits(1) * shape.bits(2)) {}
  /// Those that the summands or the tensor have; the others stay zero while the zeros of the scheme do. Throws ResourceError if
  /// they do not fit in memory, LimitReached if the run is to stop.
  static Columns of_summands(const BitScheme& scheme, RunControl& run);

  const Shape& shape() const { return shape_; }
  std::size_t count() const { return count_; }
  bool has_all() const { return places_.empty(); }
  std::size_t number(std::size_t a, std::size_t b, std::size_t c) const {
    if (has_all()) return place(a, b, c);
    return static_cast<std::size_t>(std::ranges::lower_bound(places_, place(a, b, c)) - places_.begin());
  }

 private:
  std::size_t place(std::size_t a, std::size_t b, std::size_t c) const { return (a * shape_.bits(1) + b) * shape_.bits(2) + c; }

  Shape shape_;
  std::size_t count_;
  std::vector<std::size_t> places_ = {};  // rising; empty: all
};

/// Of the equations.
std::uint64_t bytes_of(const std::vector<Unknown>& unknowns, const Columns& columns);
/// Row u of the transpose of J: the tensor that a change of unknown u adds. Throws ResourceError if it does not fit in memory,
/// LimitReached if the run is to stop.
BitMatrix derivative(const BitScheme& scheme, const std::vector<Unknown>& unknowns, const Columns& columns, RunControl& run);

/// Coefficients modulo 2^64, of which the lower bits count.
using Residues = std::vector<std::array<std::vector<std::uint64_t>, 3>>;
Residues residues_of(const BitScheme& scheme);
/// Bit `power` of every entry of T - sum, as a vector of bits; the lower bits must be 0. Throws LimitReached if the run is to
/// stop.
std::vector<std::uint64_t> error_bits(const Columns& columns, const Residues& residues, unsigned power, RunControl& run);

}  // namespace wreath::flip
