// SPDX-License-Identifier: MIT
//
// A scheme as the walks of thread_walk.hpp and orbit_walk.hpp hold it: an array of slots.
//
// Slot position * capacity + i is the factor of summand (or orbit) i; symmetric walks have their cubes after those. Factors are
// written in another basis of F2^width, in which any few bits are well mixed: a fixed random matrix. With the symmetry c6 it is
// one in which the mirror swaps the halves of a word.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "wreath/flip.hpp"

namespace wreath::flip {

/// An invertible linear map of words of `width` bits, by tables of bytes.
class Encoding {
 public:
  /// One that commutes with swapping the halves of a word, if so wished.
  explicit Encoding(unsigned width, bool keeps_halves = false);

  std::uint64_t encode(Factor factor) const { return apply(forward_, factor); }
  Factor decode(std::uint64_t word) const { return apply(backward_, word); }

 private:
  using Tables = std::array<std::array<std::uint64_t, 256>, 8>;
  static std::uint64_t apply(const Tables& tables, std::uint64_t word);
  static void fill(Tables& tables, std::span<const std::uint64_t> columns);

  Tables forward_{};
  Tables backward_{};
};

struct WalkImage {
  std::vector<std::uint64_t> slots;
  std::uint32_t size = 0;  // summands or orbits
  std::uint32_t cubes = 0;
};

/// How schemes of one search become images and come back.
class WalkCodec {
 public:
  WalkCodec(const Shape& shape, Symmetry symmetry, std::uint32_t capacity, unsigned threads = 0);

  /// Bits of a slot: 16, 32 or 64.
  unsigned width() const { return width_; }
  std::uint32_t capacity() const { return capacity_; }
  std::uint32_t slots() const;
  /// Throws InputError where the scheme does not have the symmetry, ResourceError where it has too many cubes, InternalError
  /// where it is larger than the capacity.
  WalkImage encode(const Scheme& scheme) const;
  Scheme decode(const WalkImage& image) const;
  /// Many at once, on all cores.
  std::vector<WalkImage> encode(std::span<const Scheme* const> schemes) const;
  std::vector<Scheme> decode(std::span<const WalkImage> images) const;

 private:
  Shape shape_;
  Symmetry symmetry_;
  std::uint32_t capacity_;
  unsigned threads_;
  unsigned width_;
  Encoding encoding_;

  std::uint64_t word_of(Factor factor) const;
  Factor factor_of(std::uint64_t word) const;
};

/// Bits that hold the factors of a shape: 16, 32 or 64.
unsigned factor_width(const Shape& shape);

}  // namespace wreath::flip
