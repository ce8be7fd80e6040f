// SPDX-License-Identifier: MIT
#include "core/algebra/stabilizer_chain.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "core/data/rng.hpp"

namespace wreath {
namespace {

Permutation cycle_of(std::size_t degree, std::size_t first, std::size_t length) {
  Permutation images(degree);
  std::iota(images.begin(), images.end(), 0U);
  for (std::size_t i = 0; i < length; ++i) images[first + i] = static_cast<std::uint32_t>(first + (i + 1) % length);
  return images;
}

TEST(Giants, AreRecognisedAtEveryDegree) {
  for (std::size_t n = 8; n <= 40; ++n) {
    const Permutation all = cycle_of(n, 0, n);
    EXPECT_EQ(recognise_giant(n, {all, cycle_of(n, 0, 2)}), Giant::symmetric) << n;
    const std::size_t odd = n % 2 == 1 ? n : n - 1;  // an even cycle and one that moves the last point
    EXPECT_EQ(recognise_giant(n, {cycle_of(n, 0, odd), cycle_of(n, n - 3, 3)}), Giant::alternating) << n;
    std::vector<Permutation> many;
    for (std::size_t i = 0; i + 1 < n; ++i) many.push_back(cycle_of(n, i, 2));
    EXPECT_EQ(recognise_giant(n, many), Giant::symmetric) << n;
  }
  for (const std::size_t n : {400U, 2000U, 20000U})
    EXPECT_EQ(recognise_giant(n, {cycle_of(n, 0, n), cycle_of(n, 0, 2)}), Giant::symmetric) << n;
}

TEST(Giants, NoOtherGroupIsTakenForOne) {
  std::size_t giants = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomStream random(seed, 42);
    const std::uint32_t n = 6 + random.below(11);
    const std::uint32_t block = 1 + random.below(4);  // blocks of this many points make the group imprimitive if it divides n
    std::vector<Permutation> generators;
    for (std::uint32_t g = 0; g < 1 + random.below(3); ++g) {
      Permutation images(n);
      std::iota(images.begin(), images.end(), 0U);
      const std::uint32_t blocks = n / block;
      std::vector<std::uint32_t> to(blocks);
      std::iota(to.begin(), to.end(), 0U);
      for (std::uint32_t i = blocks; i > 1; --i) std::swap(to[i - 1], to[random.below(i)]);
      for (std::uint32_t p = 0; p < blocks * block; ++p)
        images[p] = to[p / block] * block + (p + (p / block == 0 ? 1 : 0)) % block;
      generators.push_back(images);
    }
    const Giant found = recognise_giant(n, generators);
    if (found == Giant::none) continue;
    ++giants;
    Natural order = StabilizerChain(n, generators).order();
    if (found == Giant::alternating) order *= 2;
    for (std::uint32_t i = 2; i <= n; ++i) EXPECT_EQ(order.divide(i), 0U) << "seed " << seed;
    EXPECT_EQ(order, Natural(1)) << "seed " << seed;
  }
  EXPECT_GT(giants, 0U);
}

/// Groups with a cycle of prime length p on n points where Jordan's theorem just does not apply: p = n-1 and p = n-2.
TEST(Giants, LongerCyclesProveNothing) {
  const auto of_line = [](std::uint32_t points, const auto& map) {
    Permutation images(points);
    for (std::uint32_t x = 0; x < points; ++x) images[x] = map(x);
    return images;
  };
  constexpr std::uint32_t kInverse7[] = {7, 1, 4, 5, 2, 3, 6, 0};  // of 0..6 modulo 7, and of infinity
  EXPECT_EQ(recognise_giant(8, {of_line(8, [](std::uint32_t x) { return x == 7 ? 7 : (x + 1) % 7; }),
                                of_line(8, [](std::uint32_t x) { return x == 7 ? 7 : 3 * x % 7; }),
                                of_line(8, [&](std::uint32_t x) { return kInverse7[x]; })}),
            Giant::none);                                                            // PGL(2,7)
  const auto twice = [](std::uint32_t x) { return x < 4 ? 2 * x : (2 * x) ^ 11U; };  // in GF(8), a^3 = a + 1
  constexpr std::uint32_t kInverse8[] = {8, 1, 5, 6, 7, 2, 3, 4, 0};
  EXPECT_EQ(recognise_giant(9, {of_line(9, [](std::uint32_t x) { return x == 8 ? 8 : x ^ 1U; }),
                                of_line(9, [&](std::uint32_t x) { return x == 8 ? 8 : twice(x); }),
                                of_line(9, [&](std::uint32_t x) { return kInverse8[x]; })}),
            Giant::none);  // PSL(2,8)
}

}  // namespace
}  // namespace wreath
