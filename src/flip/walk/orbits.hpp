// SPDX-License-Identifier: MIT
//
// The mirror among the words of a walk (reflection.hpp): the image of w is w ^ (w >> shift).
//
// An orbit is half where all its factors are their own images, else whole, with at most one such factor: a whole orbit with two
// is made a half one. Orbits flip as summands do, x y z + x y2 z2 = x y (z + z2) + x (y + y2) z2, the second perhaps as its
// image. Between a whole orbit (x, y, z), with the image (x, y', z'), and a half one (x, b, c) the sum is
//
//     x y z + x y' z' + x b c = x y (z + c) + x y' (z' + c) + x (b + y + y') c:
//
// what the half one gets is folded.
//
// Where half orbits are not wanted, an orbit with two own factors stays whole, and one with three is zero.
#pragma once

#include <cstdint>

#include "core/hd.hpp"

namespace wreath::flip {

template <class Value, bool Mirrored>
struct Mirror {
  using Key = std::uint32_t;
  unsigned shift;

  WREATH_HD Value image(Value value) const { return static_cast<Value>(value ^ (value >> shift)); }
  WREATH_HD bool is_own(Value value) const { return (value >> shift) == 0; }
  /// The same for a word and its image.
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
  WREATH_HD Key key(Value value) const { return value; }
};

/// Orbits by their factors.
template <class Value, bool Mirrored>
class Orbits : public Mirror<Value, Mirrored> {
 public:
  using typename Mirror<Value, Mirrored>::Key;
  using Mirror<Value, Mirrored>::image;
  using Mirror<Value, Mirrored>::is_own;

  WREATH_HD Orbits(unsigned by, bool with_halves) : Mirror<Value, Mirrored>{by}, with_halves_(with_halves) {}

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

  WREATH_HD Value folded(Value value) const { return value ^ image(value); }
  WREATH_HD Value seen(Value value, bool as_image) const { return as_image ? image(value) : value; }
  /// What an orbit gets of another one's factor.
  WREATH_HD Value given(Value factor, bool fold_it, bool as_image) const {
    return fold_it ? folded(factor) : seen(factor, as_image);
  }
  /// The flip of x y z and x y2 z2, the second perhaps as its image: z and y2 become what they are then.
  WREATH_HD void flip(Value x, Value y, Value& z, Value& y2, Value z2, bool as_image) const {
    const bool half = are_half(x, y, z);
    const bool half2 = are_half(x, y2, z2);
    z ^= given(z2, half && !half2, as_image);
    y2 ^= given(y, half2 && !half, as_image);
  }

 private:
  bool with_halves_;
};

}  // namespace wreath::flip
