// SPDX-License-Identifier: MIT
//
// The random numbers of a walk: xoroshiro64** (Blackman and Vigna), 64 bits of state and a handful of instructions on 32-bit
// words for a number. A walk makes 10^10 draws at most, far from the period of 2^64 - 1; its state starts where Philox's words
// of (seed, walk) say, so walks of one seed are streams at random places of the one orbit.
#pragma once

#include <cstdint>

#include "core/data/rng.hpp"
#include "core/hd.hpp"

namespace wreath::flip {

class WalkRandom {
 public:
  WREATH_HD WalkRandom(std::uint64_t seed, std::uint64_t walk) {
    const PhiloxWords words = random_words(seed, walk, 0);
    state0_ = words.word[0];
    state1_ = words.word[1] | 1U;  // not all zero
  }
  WREATH_HD WalkRandom(std::uint64_t state)
      : state0_(static_cast<std::uint32_t>(state)), state1_(static_cast<std::uint32_t>(state >> 32)) {}
  WREATH_HD std::uint64_t state() const { return std::uint64_t{state1_} << 32 | state0_; }

  WREATH_HD std::uint32_t next() {
    const std::uint32_t drawn = rotate(state0_ * 0x9E3779BBU, 5) * 5U;
    const std::uint32_t mixed = state1_ ^ state0_;
    state0_ = rotate(state0_, 26) ^ mixed ^ (mixed << 9);
    state1_ = rotate(mixed, 13);
    return drawn;
  }

  /// In 0..bound-1; the bias of at most bound/2^32 does not matter to a walk.
  WREATH_HD std::uint32_t below(std::uint32_t bound) { return scale(next(), bound); }
  /// A drawn word as a number in 0..bound-1, by its high bits.
  WREATH_HD static std::uint32_t scale(std::uint32_t drawn, std::uint32_t bound) {
    return static_cast<std::uint32_t>(std::uint64_t{drawn} * bound >> 32);
  }

 private:
  WREATH_HD static std::uint32_t rotate(std::uint32_t x, unsigned by) { return x << by | x >> (32 - by); }

  std::uint32_t state0_;
  std::uint32_t state1_;
};

}  // namespace wreath::flip
