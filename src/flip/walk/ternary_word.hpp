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

}  // namespace wreath::flip::ternary
