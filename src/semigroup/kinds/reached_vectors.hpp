// SPDX-License-Identifier: MIT
//
// Matrices over a finite semiring as transformations of the row vectors that products of some of them lead the unit vectors to.
// The images of the unit vectors are a matrix's rows, so this set determines every element; where matrices act on more vectors
// than can be listed (action.hpp), it may be small all the same: 256 of the 2^24 vectors for a diagonal matrix over GF(256).
#pragma once

#include "core/data/key_table.hpp"
#include "core/run/stop_check.hpp"
#include "semigroup/kinds/semiring.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

/// There are more than 2^20 of them.
struct TooManyVectors : InputError {
  using InputError::InputError;
};

class ReachedVectors {
 public:
  /// Throws TooManyVectors, and Stopped if the run stops.
  ReachedVectors(const Generators& generators, StopCheck check);

  /// The generators as transformations.
  const Generators& transformations() const { return acting_; }
  /// The images of all vectors under a matrix; nothing if it leads one elsewhere: then it is not a product of generators.
  std::vector<Point> images(std::span<const Point> matrix) const;
  /// The matrix with these images.
  std::vector<Point> matrix(std::span<const Point> images) const;

 private:
  std::vector<std::uint8_t> codes(std::span<const Point> matrix) const;
  void multiply(std::span<const std::uint8_t> vector, std::span<const std::uint8_t> matrix,
                std::vector<std::uint8_t>& image) const;

  ElementKind kind_;
  Semiring ring_;
  KeyTable<std::uint8_t> vectors_;  // first the unit vectors
  Generators acting_;
};

}  // namespace wreath::semigroup
