// SPDX-License-Identifier: MIT
//
// Which summands share a factor: the factors bit-sliced in registers.
//
// What takes time in a walk is to find the summands that share a factor. Here every position has an index: plane k holds, for all
// summands, bit k of their factors there, one bit per summand. The summands that agree with a factor v in all planes are the
// complement of the OR of (plane k XOR bit k of v): two instructions per plane and 32 summands, without a memory access or a
// branch. So it is cheap to keep, at every flip, the set of summands that agree with another one, and to draw from it: hardly
// a step fails. The planes are kPlanes well-mixed bits of the factors; the two that are drawn are compared in full, so a chance
// agreement only wastes a step. The factors themselves stand in memory (shared memory on a GPU) in any basis one likes, since a
// walk only adds and compares them: `Encoding` chooses one whose bits are well mixed.
#pragma once

#include <cstdint>

#include "core/hd.hpp"

namespace wreath::flip {

namespace bits {

/// All ones where bit 7 - plane/4 of byte 3 - plane%4 is set; words of 16 bits have two bytes.
template <class Value>
WREATH_HD inline std::uint32_t spread(Value value, unsigned plane) {
  const auto word = static_cast<std::uint32_t>(value);
  constexpr unsigned kBytes = sizeof(Value) == 2 ? 2 : 4;
  const std::uint32_t shifted = word << (plane / kBytes);
  const unsigned byte = kBytes - 1 - plane % kBytes;
#ifdef __CUDA_ARCH__
  std::uint32_t mask;
  asm("prmt.b32 %0, %1, 0, %2;" : "=r"(mask) : "r"(shifted), "r"(0x8888U + 0x1111U * byte));  // the byte's sign, four times
  return mask;
#else
  return (shifted >> (8 * byte + 7) & 1) != 0 ? ~0U : 0U;
#endif
}

WREATH_HD inline unsigned lowest(std::uint32_t mask) {
#ifdef __CUDA_ARCH__
  return static_cast<unsigned>(__ffs(static_cast<int>(mask))) - 1U;
#else
  return static_cast<unsigned>(__builtin_ctz(mask));
#endif
}

/// A set bit of a non-zero mask, looked for from a random place on.
WREATH_HD inline unsigned pick(std::uint32_t mask, std::uint32_t random) {
  const unsigned by = random & 31U;
#ifdef __CUDA_ARCH__
  const std::uint32_t turned = __funnelshift_r(mask, mask, by);
#else
  const std::uint32_t turned = by == 0 ? mask : mask >> by | mask << (32 - by);
#endif
  return (lowest(turned) + by) & 31U;
}

/// The same for several words: of two that are not zero the random bits choose.
template <unsigned Words>
WREATH_HD inline unsigned pick(const std::uint32_t (&masks)[Words], std::uint32_t random) {
  std::uint32_t mask = masks[0];
  unsigned word = 0;
  WREATH_UNROLL
  for (unsigned w = 1; w < Words; ++w) {
    const bool take = masks[w] != 0 && (mask == 0 || (random >> (4 + w) & 1) != 0);
    mask = take ? masks[w] : mask;
    word = take ? w : word;
  }
  return 32 * word + pick(mask, random);
}

/// One of the words.
template <unsigned Words>
WREATH_HD inline std::uint32_t word_of(const std::uint32_t (&masks)[Words], unsigned word) {
  std::uint32_t mask = masks[0];
  WREATH_UNROLL
  for (unsigned w = 1; w < Words; ++w) mask = word == w ? masks[w] : mask;
  return mask;
}

/// The set of one summand.
template <unsigned Words>
WREATH_HD inline void single(unsigned summand, std::uint32_t (&set)[Words]) {
  const std::uint32_t bit = 1U << (summand & 31U);
  WREATH_UNROLL
  for (unsigned w = 0; w < Words; ++w) set[w] = summand / 32 == w ? bit : 0U;
}

/// The first `size`.
template <unsigned Words>
WREATH_HD inline void first(unsigned size, std::uint32_t (&set)[Words]) {
  WREATH_UNROLL
  for (unsigned w = 0; w < Words; ++w) set[w] = size >= 32 * w + 32 ? ~0U : size <= 32 * w ? 0U : (1U << (size & 31U)) - 1U;
}

template <unsigned Words>
WREATH_HD inline void insert(unsigned summand, std::uint32_t (&set)[Words]) {
  WREATH_UNROLL
  for (unsigned w = 0; w < Words; ++w) set[w] |= summand / 32 == w ? 1U << (summand & 31U) : 0U;
}

/// Takes the first out of a set that is not empty.
template <unsigned Words>
WREATH_HD inline unsigned take_first(std::uint32_t (&set)[Words]) {
  unsigned first = 0;
  bool found = false;
  WREATH_UNROLL
  for (unsigned w = 0; w < Words; ++w) {
    if (found || set[w] == 0) continue;
    first = 32 * w + lowest(set[w]);
    set[w] &= set[w] - 1;
    found = true;
  }
  return first;
}

template <unsigned Words>
WREATH_HD inline bool is_empty(const std::uint32_t (&set)[Words]) {
  std::uint32_t any = 0;
  WREATH_UNROLL
  for (unsigned w = 0; w < Words; ++w) any |= set[w];
  return any == 0;
}

/// The plane with the bit `at` (or none, if it is 0) of `after` in place of that of `before`, masks of all ones or zero. A GPU
/// does this by multiplication: its units for logic are what the walks wait for, and those for multiply-adds are idle.
WREATH_HD inline std::uint32_t with(std::uint32_t plane, std::uint32_t at, std::uint32_t before, std::uint32_t after) {
#ifdef __CUDA_ARCH__
  return after * (0 - at) + (before * at + plane);
#else
  static_cast<void>(before);
  return (plane & ~at) | (after & at);
#endif
}

WREATH_HD inline unsigned count(std::uint32_t mask) {
#ifdef __CUDA_ARCH__
  return static_cast<unsigned>(__popc(mask));
#else
  return static_cast<unsigned>(__builtin_popcount(mask));
#endif
}

}  // namespace bits

/// For each position, planes of its factors (bit i % 32 of bit[position][plane][i / 32] belongs to summand i), and which
/// summands agree with another one there in all planes. `Words` words hold the bits of all summands. Where factors of different
/// positions may agree there is one position only, and every factor is a summand of its own (orbit_walk.hpp).
template <class Value, unsigned Words, unsigned Planes, unsigned Positions = 3>
struct FactorIndex {
  using Set = std::uint32_t[Words];

  std::uint32_t bit[Positions][Planes][Words];
  Set shared[Positions];
  Set alive;  // the summands that there are

  /// The summands of `among` that agree with `value`.
  template <unsigned Position>
  WREATH_HD void matches(Value value, const Set& among, Set& found) const {
    Set differs = {};
    WREATH_UNROLL
    for (unsigned k = 0; k < Planes; ++k) {
      const std::uint32_t mask = bits::spread(value, k);
      WREATH_UNROLL
      for (unsigned w = 0; w < Words; ++w) differs[w] |= bit[Position][k][w] ^ mask;
    }
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) found[w] = ~differs[w] & among[w];
  }

  /// Whether no two agree.
  WREATH_HD bool is_empty() const {
    std::uint32_t any = 0;
    WREATH_UNROLL
    for (unsigned k = 0; k < Positions * Words; ++k) any |= shared[k / Words][k % Words];
    return any == 0;
  }

  /// The factor `old` of a summand becomes `fresh`: its bits change, and perhaps who agrees with whom.
  template <unsigned Position>
  WREATH_HD void change(unsigned summand, Value old, Value fresh) {
    Set at;
    bits::single(summand, at);
    Set differs_before = {};
    Set differs_after = {};
    WREATH_UNROLL
    for (unsigned k = 0; k < Planes; ++k) {
      const std::uint32_t before = bits::spread(old, k);
      const std::uint32_t after = bits::spread(fresh, k);
      WREATH_UNROLL
      for (unsigned w = 0; w < Words; ++w) {
        std::uint32_t& plane = bit[Position][k][w];
        differs_before[w] |= plane ^ before;
        differs_after[w] |= plane ^ after;
        plane = bits::with(plane, at[w], before, after);
      }
    }
    std::uint32_t count = 0;
    std::uint32_t any = 0;
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) {
      const std::uint32_t others = alive[w] & ~at[w];
      differs_before[w] = ~differs_before[w] & others;
      differs_after[w] = ~differs_after[w] & others;
      count += bits::count(differs_before[w]);
      any |= differs_after[w];
    }
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) {
      if (count == 1) shared[Position][w] &= ~differs_before[w];  // it is left alone
      shared[Position][w] = (shared[Position][w] & ~at[w]) | differs_after[w] | (any != 0 ? at[w] : 0U);
    }
  }

  WREATH_HD void clear() {
    WREATH_UNROLL
    for (unsigned k = 0; k < Positions * Planes * Words; ++k) bit[k / (Planes * Words)][k / Words % Planes][k % Words] = 0;
    WREATH_UNROLL
    for (unsigned k = 0; k < Positions * Words; ++k) shared[k / Words][k % Words] = 0;
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) alive[w] = 0;
  }

  /// A summand comes, with its factors in the order of positions.
  template <class... Values>
  WREATH_HD void add(unsigned summand, Values... values) {
    static_assert(sizeof...(Values) == Positions);
    Set at;
    bits::single(summand, at);
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) alive[w] |= at[w];
    enter<0>(at, static_cast<Value>(values)...);
  }

  /// And goes; the planes know its factors.
  WREATH_HD void remove(unsigned summand) {
    Set at;
    bits::single(summand, at);
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) alive[w] &= ~at[w];
    leave<0>(at);
    if constexpr (Positions == 3) {
      leave<1>(at);
      leave<2>(at);
    }
  }

 private:
  template <unsigned Position, class... Rest>
  WREATH_HD void enter(const Set& at, Value value, Rest... rest) {
    WREATH_UNROLL
    for (unsigned k = 0; k < Planes; ++k) {
      WREATH_UNROLL
      for (unsigned w = 0; w < Words; ++w) bit[Position][k][w] |= bits::spread(value, k) & at[w];
    }
    note_shared<Position>(value);
    if constexpr (sizeof...(Rest) != 0) enter<Position + 1>(at, rest...);
  }

  /// All ones where the summand has bit k set there.
  template <unsigned Position>
  WREATH_HD std::uint32_t bit_of(unsigned k, const Set& at) const {
    std::uint32_t any = 0;
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) any |= bit[Position][k][w] & at[w];
    return any != 0 ? ~0U : 0U;
  }

  template <unsigned Position>
  WREATH_HD void note_shared(Value value) {
    Set found;
    matches<Position>(value, alive, found);
    std::uint32_t count = 0;
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) count += bits::count(found[w]);
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) shared[Position][w] |= count > 1 ? found[w] : 0U;
  }

  /// Where one other has the factor, it is left alone.
  template <unsigned Position>
  WREATH_HD void leave(const Set& at) {
    Set differs = {};
    WREATH_UNROLL
    for (unsigned k = 0; k < Planes; ++k) {
      const std::uint32_t mask = bit_of<Position>(k, at);
      WREATH_UNROLL
      for (unsigned w = 0; w < Words; ++w) differs[w] |= bit[Position][k][w] ^ mask;
    }
    std::uint32_t count = 0;
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) count += bits::count(~differs[w] & alive[w]);
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) {
      shared[Position][w] &= ~at[w] & (count == 1 ? differs[w] | ~alive[w] : ~0U);
      WREATH_UNROLL
      for (unsigned k = 0; k < Planes; ++k) bit[Position][k][w] &= ~at[w];
    }
  }
};

}  // namespace wreath::flip
