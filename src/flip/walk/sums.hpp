// SPDX-License-Identifier: MIT
//
// What flips and pluses do to factors: the arithmetic of all walks, on host and device, whatever memory and index they have.
//
// Both moves take two summands x y z and x2 y2 z2 (`SummandPair`), their factors from the positions on that the move begins at.
// A flip needs factors x and x2 that agree. A plus, and the flip of the new summand with the first at once, gives three:
//
//     x y z + x  y2 z2 = x y (z + z2) + x (y + y2) z2
//     x y z + x2 y2 z2 = x (y + y2) z + x y2 (z + z2) + (x + x2) y2 z2.
//
// **Over F2** with a mirror (reflection.hpp) a walk's summands are orbits, and the image of a word w is w ^ (w >> shift). Words
// agree where they are equal or images. An orbit is half where all its factors are their own images, else whole, with at most
// one such factor: a whole orbit with two is made a half one. Orbits flip as summands do, the second perhaps as its image.
// Between a whole orbit (x, y, z), with the image (x, y', z'), and a half one (x, b, c) the sum is
//
//     x y z + x y' z' + x b c = x y (z + c) + x y' (z' + c) + x (b + y + y') c:
//
// what the half one gets is folded. Where half orbits are not wanted, an orbit with two own factors stays whole, and one with
// three is zero.
//
// **With coefficients -1, 0, 1** (ternary_word.hpp), over Z or modulo 3, words agree where they differ at most in their signs.
// For s, t, u, w = 1 or -1
//
//     x y z + (s x) y2 z2 = x y (z + t z2) + (s x) (y2 - s t y) z2
//     x y z + x2 y2 z2    = x (y + u y2) z + x y2 (w z2 - u z) + (x2 - w x) y2 z2.
//
// Over Z a sum that leaves -1, 0, 1 is refused. A flip then tries the other t.
#pragma once

#include <cstdint>

#include "core/hd.hpp"
#include "flip/walk/ternary_word.hpp"

namespace wreath::flip {

/// Factors of two summands, from the positions on that a move begins at.
template <class Value>
struct SummandPair {
  Value x, y, z;
  Value x2, y2, z2;
};

template <class Value, bool Mirrored>
struct Mirror {
  using Key = std::uint32_t;
  unsigned shift;

  WREATH_HD Value image(Value value) const { return static_cast<Value>(value ^ (value >> shift)); }
  WREATH_HD bool is_own(Value value) const { return (value >> shift) == 0; }
  /// The same for a word and its image: one of the two.
  WREATH_HD Value representative(Value value) const { return value < image(value) ? value : image(value); }
  /// The same, in well-mixed bits.
  WREATH_HD Key key(Value value) const {
    const Key a = short_of(value);
    const Key b = short_of(image(value));
    return (a ^ b) * 0x9E3779B1U + a * b * 0x85EBCA6BU;
  }

 private:
  WREATH_HD static Key short_of(Value value) {
    if constexpr (sizeof(Value) == 8) return static_cast<Key>(value) ^ static_cast<Key>(value >> 32);
    return static_cast<Key>(value);
  }
};

/// Without a mirror, nothing has an image but itself, and nothing is folded.
template <class Value>
struct Mirror<Value, false> {
  using Key = Value;
  unsigned shift;

  WREATH_HD Value image(Value value) const { return value; }
  WREATH_HD bool is_own(Value) const { return false; }
  WREATH_HD Value representative(Value value) const { return value; }
  WREATH_HD Key key(Value value) const { return value; }
};

/// Sums over F2, perhaps of orbits of a mirror.
template <class Word, bool Mirrored>
class BinarySums : public Mirror<Word, Mirrored> {
 public:
  using Value = Word;
  using typename Mirror<Value, Mirrored>::Key;
  using Mirror<Value, Mirrored>::image;
  using Mirror<Value, Mirrored>::is_own;
  static constexpr bool kMirrored = Mirrored;
  static constexpr std::uint32_t kPlusWays = Mirrored ? 2 : 1;  // the second orbit of a plus, or its image
  static constexpr bool kHasSigns = false;

  WREATH_HD BinarySums(unsigned mirror_shift, bool with_halves, bool = false)
      : Mirror<Value, Mirrored>{mirror_shift}, with_halves_(with_halves) {}

  WREATH_HD bool agree(Value value, Value other) const { return value == other || (Mirrored && value == image(other)); }

  // orbits by their factors
  WREATH_HD bool are_own(Value a, Value b, Value c) const { return is_own(a) && is_own(b) && is_own(c); }
  WREATH_HD bool are_half(Value a, Value b, Value c) const { return with_halves_ && are_own(a, b, c); }
  template <class Memory>
  WREATH_HD bool is_own(const Memory& memory, unsigned orbit) const {
    return are_own(memory.get(0, orbit), memory.get(1, orbit), memory.get(2, orbit));
  }
  template <class Memory>
  WREATH_HD bool is_half(const Memory& memory, unsigned orbit) const {
    return with_halves_ && is_own(memory, orbit);
  }
  /// Zero by a factor, or by its images.
  WREATH_HD bool are_zero(Value a, Value b, Value c) const {
    return a == 0 || b == 0 || c == 0 || (!with_halves_ && are_own(a, b, c));
  }
  /// Whether a whole orbit has become a half one.
  WREATH_HD bool must_fold(Value a, Value b, Value c) const {
    return with_halves_ && unsigned{is_own(a)} + unsigned{is_own(b)} + unsigned{is_own(c)} == 2;
  }
  template <class Memory>
  WREATH_HD bool must_fold(const Memory& memory, unsigned orbit) const {
    return must_fold(memory.get(0, orbit), memory.get(1, orbit), memory.get(2, orbit));
  }
  template <class Memory>
  WREATH_HD void fold(Memory& memory, unsigned orbit) const {
    const unsigned position = !is_own(memory.get(0, orbit)) ? 0 : !is_own(memory.get(1, orbit)) ? 1 : 2;
    memory.set(position, orbit, folded(memory.get(position, orbit)));
  }

  /// Whether summands with these factors flip in two ways: a coin decides.
  WREATH_HD bool has_two_ways(Value x, Value x2) const { return x == x2 && is_own(x); }
  /// z and y2 become what they are then; `way`, a coin if there are two, whether the second was taken as its image.
  WREATH_HD bool flip(SummandPair<Value>& pair, bool& way) const {
    way = pair.x != pair.x2 || (way && is_own(pair.x));
    const bool half = are_half(pair.x, pair.y, pair.z);
    const bool half2 = are_half(pair.x, pair.y2, pair.z2);
    pair.z ^= given(pair.z2, half && !half2, way);
    pair.y2 ^= given(pair.y, half2 && !half, way);
    return true;
  }

  /// The second of a pair as its image if `way` is 1; then x2 becomes what a plus makes of it, y that of the first, and z that of
  /// the new summand, whose other factors are x and y2. `folded`: the first is half, the second is not. False if they share a
  /// factor.
  WREATH_HD bool plus(SummandPair<Value>& pair, std::uint32_t way, bool folded) const {
    pair.x2 = seen(pair.x2, way);
    pair.y2 = seen(pair.y2, way);
    pair.z2 = seen(pair.z2, way);
    if (pair.x == pair.x2 || pair.y == pair.y2 || pair.z == pair.z2) return false;
    pair.x2 ^= pair.x;
    pair.y ^= given(pair.y2, folded, false);
    pair.z ^= pair.z2;
    return true;
  }

  WREATH_HD Value folded(Value value) const { return value ^ image(value); }
  WREATH_HD Value seen(Value value, bool as_image) const { return as_image ? image(value) : value; }

 private:
  /// What an orbit gets of another one's factor.
  WREATH_HD Value given(Value factor, bool fold_it, bool as_image) const {
    return fold_it ? folded(factor) : seen(factor, as_image);
  }

  bool with_halves_;
};

/// Sums over Z that stay within -1, 0, 1, or modulo 3. There is no mirror.
template <class Word>
class TernarySums : public BinarySums<Word, false> {
 public:
  using Value = Word;
  using Key = std::uint32_t;
  static constexpr std::uint32_t kPlusWays = 4;  // bit 0 is set if w is -1, bit 1 if u is
  static constexpr bool kHasSigns = true;

  WREATH_HD TernarySums(unsigned, bool, bool modulo_3)
      : BinarySums<Word, false>(0, false), refused_(modulo_3 ? Value{0} : static_cast<Value>(~Value{0})) {}

  WREATH_HD bool agree(Value value, Value other) const { return value == other || value == ternary::negative(other); }
  WREATH_HD Value representative(Value value) const { return ternary::without_sign(value); }
  /// Well-mixed bits of the value up to its sign.
  WREATH_HD Key key(Value value) const {
    const Value plain = ternary::without_sign(value);
    Key word = static_cast<Key>(plain);
    if constexpr (sizeof(Value) == 8) word += static_cast<Key>(plain >> 32) * 0x85EBCA6BU;
    word *= 0x9E3779B1U;
    return word ^ word >> 15;
  }

  WREATH_HD bool has_two_ways(Value, Value) const { return true; }
  /// `minus` is a coin, and becomes whether t is -1; false if the sums with either t are refused.
  WREATH_HD bool flip(SummandPair<Value>& pair, bool& minus) const {
    const bool opposite = pair.x != pair.x2;
    Value to_z = ternary::with_sign(pair.z2, minus);
    Value to_y2 = ternary::with_sign(pair.y, minus == opposite);
    const bool other_sign = are_refused((pair.z & to_z) | (pair.y2 & to_y2));
    to_z = ternary::with_sign(to_z, other_sign);
    to_y2 = ternary::with_sign(to_y2, other_sign);
    if (are_refused((pair.z & to_z) | (pair.y2 & to_y2))) return false;
    minus = minus != other_sign;
    pair.z = ternary::sum(pair.z, to_z);
    pair.y2 = ternary::sum(pair.y2, to_y2);
    return true;
  }

  WREATH_HD bool share_a_factor(const SummandPair<Value>& pair) const {
    return agree(pair.x, pair.x2) || agree(pair.y, pair.y2) || agree(pair.z, pair.z2);
  }
  /// As over F2, with signs; false if the two share a factor or a sum is refused.
  WREATH_HD bool plus(SummandPair<Value>& pair, std::uint32_t signs, bool) const {
    const Value to_x2 = ternary::with_sign(pair.x, (signs & 1) == 0);
    const Value to_y = ternary::with_sign(pair.y2, (signs & 2) != 0);
    const Value from_z2 = ternary::with_sign(pair.z2, (signs & 1) != 0);
    const Value to_z = ternary::with_sign(pair.z, (signs & 2) == 0);
    if (share_a_factor(pair) || are_refused((pair.x2 & to_x2) | (pair.y & to_y) | (from_z2 & to_z))) return false;
    pair.x2 = ternary::sum(pair.x2, to_x2);
    pair.y = ternary::sum(pair.y, to_y);
    pair.z = ternary::sum(from_z2, to_z);
    return true;
  }

 private:
  WREATH_HD bool are_refused(Value carries) const { return (carries & refused_) != 0; }

  Value refused_;  // bits that sums may not carry in
};

/// Two summands for a plus, drawn at random, perhaps the same. Of a whole orbit and a half one the half one comes first.
struct PlusDraw {
  unsigned i, j;
  bool folded;  // one is whole, the other half
  bool half;    // both are half

  template <class Sums, class Memory, class Random>
  WREATH_HD PlusDraw(const Sums& sums, const Memory& memory, unsigned size, Random& random) {
    i = random.below(size);
    j = random.below(size);
    const bool half_i = sums.is_half(memory, i);
    const bool half_j = sums.is_half(memory, j);
    folded = half_i != half_j;
    half = half_i && half_j;
    if (!folded || !half_j) return;
    const unsigned other = i;
    i = j;
    j = other;
  }
};

}  // namespace wreath::flip
