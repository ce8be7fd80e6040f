// SPDX-License-Identifier: MIT
//
// What every way of making a random permutation shares, so that all make the same one: which bucket a point falls into, and how a
// bucket is shuffled. perm/random.cpp tells why the result is uniform.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "core/run/rng.hpp"

namespace wreath::perm {

namespace random_detail {
constexpr std::size_t kBucketPoints = std::size_t{1} << 16;
constexpr std::size_t kMostBuckets = std::size_t{1} << 12;  // more streams than that collapse in the caches
constexpr unsigned kDigitBits = 16;                         // what one random word is cut into
constexpr std::uint64_t kDigitWalker = ~std::uint64_t{0};   // buckets are walkers 0, 1, ...; the digits are another
}  // namespace random_detail

/// A power of two.
inline std::size_t random_buckets(std::size_t points) {
  return std::min(random_detail::kMostBuckets, std::bit_ceil(points / random_detail::kBucketPoints + 1));
}

/// The bucket of each point, for points in ascending order: eight 16-bit digits come from one set of random words.
class BucketDigit {
 public:
  BucketDigit(std::uint64_t seed, std::size_t buckets)
      : seed_(seed), shift_(random_detail::kDigitBits - static_cast<unsigned>(std::countr_zero(buckets))) {}

  std::size_t operator()(std::size_t point) {
    if (point / 8 != step_) {
      step_ = point / 8;
      words_ = random_words(seed_, random_detail::kDigitWalker, step_);
    }
    const std::uint32_t word = words_.word[point % 8 / 2];
    return (point % 2 == 0 ? word & 0xFFFF : word >> random_detail::kDigitBits) >> shift_;
  }

 private:
  std::uint64_t seed_;
  unsigned shift_;
  std::size_t step_ = ~std::size_t{0};
  PhiloxWords words_{};
};

/// Fisher and Yates.
template <class Point>
void shuffle_bucket(std::span<Point> points, RandomStream random) {
  for (std::size_t left = points.size(); left > 1; --left) std::swap(points[left - 1], points[random.below64(left)]);
}

}  // namespace wreath::perm
