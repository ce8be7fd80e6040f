// SPDX-License-Identifier: MIT
//
// The mirror of a shape: of every side the first few indices change places with the last ones, in reverse order.
//
// It takes entry (i, j) of a factor to (i', j'), and the tensor to itself. Over F2, take as a basis, of two entries that change
// places, the first, e, and the sum of both, f, and the entries that stay: the mirror takes e to e + f and keeps all others. So
// in words whose bits from shift() on are those of the e's, and whose lowest bits are those of the f's in the same order, the
// image of w is w ^ (w >> shift()); and w is its own image where it is below 2^shift.
#pragma once

#include <array>
#include <cstdint>

#include "wreath/flip/symmetry.hpp"

namespace wreath::flip {

class Reflection {
 public:
  /// Throws ResourceError if words of 64 bits are too short.
  explicit Reflection(const Shape& shape, const Swaps& swaps = kAllSwaps);

  Factor image(Factor factor, unsigned position) const;
  Summand image(const Summand& summand) const;
  /// Whether it is its own image.
  bool keeps(const Summand& summand) const { return image(summand) == summand; }

  /// Of the entries that change places the first ones, and the entries that stay.
  Factor first(unsigned position) const { return first_[position]; }
  Factor staying(unsigned position) const { return staying_[position]; }

  unsigned shift() const { return shift_; }
  /// Bits of a word.
  unsigned width() const { return shift_ + pairs_; }
  /// Bits from shift() on.
  unsigned pairs() const { return pairs_; }
  std::uint64_t to_word(Factor factor, unsigned position) const;
  Factor to_factor(std::uint64_t word, unsigned position) const;

 private:
  std::array<std::array<std::uint8_t, 64>, 3> image_of_{};  // an entry's, at each position
  std::array<Factor, 3> first_{};
  std::array<Factor, 3> staying_{};
  unsigned pairs_ = 0;
  unsigned shift_ = 0;
};

}  // namespace wreath::flip
