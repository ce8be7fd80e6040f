// SPDX-License-Identifier: MIT
#include "core/algebra/giant.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "core/run/rng.hpp"

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

}  // namespace
}  // namespace wreath
