// SPDX-License-Identifier: MIT
//
// Factors with coefficients -1, 0, 1 in two planes: the lower half of a word has the entries that are 1, the upper half those
// that are -1. Negation is a rotation by half a word, and x + y takes a handful of instructions, modulo 3. Where no entry is 1 in
// both or -1 in both, that is also the sum over Z: the entries of x & y are those where it is not.
#pragma once

#include <cstdint>

#include "core/hd.hpp"

namespace wreath::flip::ternary {

template <class Word>
WREATH_HD constexpr Word negative(Word x) {
  constexpr unsigned kHalf = 4 * sizeof(Word);
  return static_cast<Word>(x << kHalf | x >> kHalf);
}

/// x or -x.
template <class Word>
WREATH_HD constexpr Word with_sign(Word x, bool minus) {
#ifdef __CUDA_ARCH__
  return minus ? negative(x) : x;
#else  // without a branch: the signs of a walk cannot be predicted
  constexpr unsigned kBits = 8 * sizeof(Word);
  const unsigned by = kBits / 2 * unsigned{minus};
  return static_cast<Word>(x << by | x >> (-by & (kBits - 1)));
#endif
}

/// Modulo 3.
template <class Word>
WREATH_HD constexpr Word sum(Word x, Word y) {
  return (x & ~(y | negative(y))) | (y & ~(x | negative(x))) | negative(static_cast<Word>(x & y));
}

/// The same for x and -x.
template <class Word>
WREATH_HD constexpr Word without_sign(Word x) {
  const Word other = negative(x);
  return x < other ? x : other;
}

template <class Word>
WREATH_HD constexpr bool agree(Word x, Word y) {
  return x == y || x == negative(y);
}

/// The flip x y z + (s x) y2 z2 = x y (z + t z2) + (s x) (y2 - s t y) z2: z and y2 become what they are then. s is -1 if the two
/// have opposite signs, t if `minus`. Sums may not carry in the bits of `refused`: if those with this t would, it is the other
/// one; false if those would, too.
template <class Word>
WREATH_HD constexpr bool flip(Word y, Word& z, Word& y2, Word z2, bool opposite, bool& minus, Word refused) {
  Word to_z = with_sign(z2, minus);
  Word to_y2 = with_sign(y, minus == opposite);
  const bool other_sign = (((z & to_z) | (y2 & to_y2)) & refused) != 0;
  to_z = with_sign(to_z, other_sign);
  to_y2 = with_sign(to_y2, other_sign);
  if ((((z & to_z) | (y2 & to_y2)) & refused) != 0) return false;
  minus = minus != other_sign;
  z = sum(z, to_z);
  y2 = sum(y2, to_y2);
  return true;
}

/// The plus x y z + x2 y2 z2 = x (y + u y2) z + x y2 (w z2 - u z) + (x2 - w x) y2 z2: y, x2, and z, which becomes that of the new
/// summand. Bit 0 of `signs` is set if w is -1, bit 1 if u is. False if a sum would carry in the bits of `refused`.
template <class Word>
WREATH_HD constexpr bool plus(Word x, Word& y, Word& z, Word& x2, Word y2, Word z2, std::uint32_t signs, Word refused) {
  const Word to_x2 = with_sign(x, (signs & 1) == 0);
  const Word to_y = with_sign(y2, (signs & 2) != 0);
  const Word from_z2 = with_sign(z2, (signs & 1) != 0);
  const Word to_z = with_sign(z, (signs & 2) == 0);
  if ((((x2 & to_x2) | (y & to_y) | (from_z2 & to_z)) & refused) != 0) return false;
  x2 = sum(x2, to_x2);
  y = sum(y, to_y);
  z = sum(from_z2, to_z);
  return true;
}

}  // namespace wreath::flip::ternary
