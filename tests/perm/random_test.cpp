// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

#include "core/data/hash.hpp"
#include "perm/reference.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {
namespace {

template <class Point>
std::vector<Point> draw(std::size_t points, std::uint64_t seed, unsigned threads) {
  std::vector<Point> x(points);
  Options options;
  options.machine.threads = threads;
  random(std::span<Point>(x), seed, options);
  return x;
}

TEST(Random, IsAPermutationAndTheSameForAnyThreads) {
  // Around one bucket (2^16 points), several buckets, and the smallest sizes.
  for (const std::size_t points : {0U, 1U, 2U, 31U, 1000U, 65535U, 65536U, 65537U, 300000U}) {
    const auto x = draw<std::uint32_t>(points, 5, 1);
    EXPECT_TRUE(test::is_permutation_reference(x)) << points;
    for (const unsigned threads : {2U, 3U, 8U})
      EXPECT_EQ(draw<std::uint32_t>(points, 5, threads), x) << points << " points, " << threads << " threads";
  }
}

TEST(Random, IsTheSameForEveryWidth) {
  const auto wide = draw<std::uint64_t>(200, 9, 1);
  const auto narrow = draw<std::uint8_t>(200, 9, 2);
  EXPECT_TRUE(std::equal(wide.begin(), wide.end(), narrow.begin()));
  EXPECT_TRUE(test::is_permutation_reference(draw<std::uint8_t>(256, 1, 1)));
}

// Files made with a seed are quoted in papers and in bug reports: these must never change.
TEST(Random, StaysWhatItWas) {
  EXPECT_EQ(draw<std::uint32_t>(10, 1, 1), (std::vector<std::uint32_t>{2, 0, 3, 1, 5, 6, 7, 4, 9, 8}));
  const auto large = draw<std::uint32_t>(200000, 1, 2);
  EXPECT_EQ(hash_bytes(std::as_bytes(std::span(large))), 4473998751373620272U);
}

TEST(Random, RefusesPointsThatDoNotFit) {
  std::vector<std::uint8_t> x(257);
  EXPECT_THROW(random(std::span<std::uint8_t>(x), 1), InputError);
}

TEST(Random, EveryOrderIsEquallyLikely) {
  constexpr unsigned kDraws = 24000;
  std::map<std::vector<std::uint8_t>, unsigned> counts;
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) ++counts[draw<std::uint8_t>(4, seed, 1)];
  ASSERT_EQ(counts.size(), 24U);
  double chi_square = 0;
  for (const auto& [order, count] : counts) chi_square += std::pow(count - kDraws / 24.0, 2) / (kDraws / 24.0);
  EXPECT_LT(chi_square, 49.7);  // 23 degrees of freedom, one in a thousand
}

// Across buckets: point 0 must land anywhere with equal chance, and fixed points must be as rare as they should.
TEST(Random, SpreadsAcrossBuckets) {
  constexpr std::size_t kPoints = 140000;
  constexpr unsigned kDraws = 300;
  double position = 0;
  double fixed = 0;
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    const auto x = draw<std::uint32_t>(kPoints, seed, 2);
    for (std::size_t i = 0; i < kPoints; ++i) {
      if (x[i] == 0) position += static_cast<double>(i) / kPoints;
      fixed += x[i] == i;
    }
  }
  EXPECT_NEAR(position / kDraws, 0.5, 4 * 0.2887 / std::sqrt(kDraws));
  EXPECT_NEAR(fixed / kDraws, 1.0, 4 / std::sqrt(kDraws));
}

}  // namespace
}  // namespace wreath::perm
