// SPDX-License-Identifier: MIT
//
// A scheme as the walks of thread_walk.hpp and orbit_walk.hpp hold it: an array of slots.
//
// Slot position * capacity + i is the factor of summand (or orbit) i; symmetric walks have their cubes after those. Factors are
// written in another basis of F2^width, in which any few bits are well mixed: a fixed random matrix. With the symmetries c2 and
// c6 they are the words of reflection.hpp first, and the matrix keeps their mirror. Ternary factors (ternary_word.hpp) stay as
// they are, in words of 32 bits where they have at most 16 entries.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "flip/scheme/symmetry.hpp"

namespace wreath::flip {

/// An invertible linear map of words of `width` bits, by tables of bytes.
class Encoding {
 public:
  explicit Encoding(unsigned width);
  /// One that commutes with the mirror of words.
  Encoding(unsigned width, const Reflection& mirror);

  std::uint64_t encode(Factor factor) const { return apply(forward_, factor); }
  Factor decode(std::uint64_t word) const { return apply(backward_, word); }

 private:
  using Tables = std::array<std::array<std::uint64_t, 256>, 8>;
  /// From the first invertible matrix that `draw` fills the columns of.
  template <class Draw>
  void choose(unsigned width, const Draw& draw);
  static std::uint64_t apply(const Tables& tables, std::uint64_t word);
  static void fill(Tables& tables, std::span<const std::uint64_t> columns);

  Tables forward_{};
  Tables backward_{};
};

struct WalkImage {
  std::vector<std::uint64_t> slots;
  std::uint32_t size = 0;  // summands or orbits
  std::uint32_t cubes = 0;
  std::uint32_t halves = 0;  // of the orbits
};

/// Of a walk with room for `capacity` summands or orbits.
std::uint32_t slot_count(std::uint32_t capacity, Symmetry symmetry);

/// How schemes of one search become images and come back.
class WalkCodec {
 public:
  WalkCodec(const Shape& shape, const SymmetryGroup& group, std::uint32_t capacity, unsigned threads = 0, Ring ring = Ring::f2);

  /// Bits of a slot: 16, 32 or 64.
  unsigned width() const { return width_; }
  unsigned mirror_shift() const { return mirror_.shift(); }
  std::uint32_t slots() const { return slot_count(capacity_, group_.kind); }
  /// Throws InputError if the scheme does not have the symmetry, ResourceError where it has too many cubes, InternalError
  /// where it is larger than the capacity.
  WalkImage encode(const Scheme& scheme) const;
  Scheme decode(const WalkImage& image) const;
  /// Many at once, on all cores.
  std::vector<WalkImage> encode(std::span<const Scheme* const> schemes) const;
  std::vector<Scheme> decode(std::span<const WalkImage> images) const;

 private:
  Shape shape_;
  SymmetryGroup group_;
  Reflection mirror_;
  std::uint32_t capacity_;
  unsigned threads_;
  bool ternary_;
  unsigned width_;
  Encoding encoding_;

  std::uint64_t word_of(Factor factor, unsigned position) const;
  Factor factor_of(std::uint64_t word, unsigned position) const;
};

/// Bits of a slot that hold the factors of a shape: 16, 32 or 64.
unsigned slot_width(const Shape& shape, const SymmetryGroup& group, Ring ring = Ring::f2);
/// Summands that a GPU walk with coefficients -1, 0, 1 has room for; `width` is that of a slot in bits.
constexpr std::uint32_t ternary_room(unsigned width) {
  return width == 32 ? 64 : 128;
}

}  // namespace wreath::flip
