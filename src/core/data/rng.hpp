// SPDX-License-Identifier: MIT
//
// Counter-based random numbers: Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3").
//
// A counter-based generator is a keyed bijection of counters, so the numbers of (seed, walker, step) exist without having
// drawn any others: every thread, GPU lane and rank reads its own place in one stream, and the same seed gives the same
// answer on any machine, backend and thread count. The key is the seed; the counter is (step, walker), 64 bits each.
//
// Cost: ten rounds of two 32x32->64 multiplications for four 32-bit words.
#pragma once

#include <cstdint>

#include "core/hd.hpp"

namespace wreath {

struct PhiloxWords {
  std::uint32_t word[4];
};

/// The bijection itself: four counter words and two key words to four random words.
WREATH_HD inline PhiloxWords philox(PhiloxWords counter, std::uint32_t key0, std::uint32_t key1) {
  constexpr std::uint32_t kMultiplier0 = 0xD2511F53U;
  constexpr std::uint32_t kMultiplier1 = 0xCD9E8D57U;
  constexpr std::uint32_t kWeyl0 = 0x9E3779B9U;
  constexpr std::uint32_t kWeyl1 = 0xBB67AE85U;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = std::uint64_t{kMultiplier0} * counter.word[0];
    const std::uint64_t product1 = std::uint64_t{kMultiplier1} * counter.word[2];
    counter = {{static_cast<std::uint32_t>(product1 >> 32) ^ counter.word[1] ^ key0, static_cast<std::uint32_t>(product1),
                static_cast<std::uint32_t>(product0 >> 32) ^ counter.word[3] ^ key1, static_cast<std::uint32_t>(product0)}};
    key0 += kWeyl0;
    key1 += kWeyl1;
  }
  return counter;
}

/// The four words that belong to (seed, walker, step).
WREATH_HD inline PhiloxWords random_words(std::uint64_t seed, std::uint64_t walker, std::uint64_t step) {
  return philox({{static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(step >> 32), static_cast<std::uint32_t>(walker),
                  static_cast<std::uint32_t>(walker >> 32)}},
                static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
}

/// One walker's numbers in order, four to a step.
class RandomStream {
 public:
  WREATH_HD RandomStream(std::uint64_t seed, std::uint64_t walker, std::uint64_t step = 0)
      : seed_(seed), walker_(walker), step_(step) {}

  WREATH_HD std::uint32_t next() {
    if (left_ == 0) {
      words_ = random_words(seed_, walker_, step_++);
      left_ = 4;
    }
    return words_.word[4 - left_--];
  }

  WREATH_HD std::uint64_t next64() {
    const std::uint64_t high = next();
    return high << 32 | next();
  }

  /// Uniform in 0..bound-1, without bias (Lemire: multiply, reject the short first interval). bound > 0.
  WREATH_HD std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = std::uint64_t{next()} * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) product = std::uint64_t{next()} * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// The same for bounds past 2^32: reject above the largest multiple of bound.
  WREATH_HD std::uint64_t below64(std::uint64_t bound) {
    if (bound >> 32 == 0) return below(static_cast<std::uint32_t>(bound));
    const std::uint64_t threshold = (std::uint64_t{0} - bound) % bound;  // 2^64 mod bound
    std::uint64_t drawn = next64();
    while (drawn < threshold) drawn = next64();
    return drawn % bound;
  }

 private:
  std::uint64_t seed_;
  std::uint64_t walker_;
  std::uint64_t step_;
  PhiloxWords words_{};
  unsigned left_ = 0;
};

}  // namespace wreath
