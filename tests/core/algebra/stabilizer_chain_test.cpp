// SPDX-License-Identifier: MIT
#include "core/algebra/stabilizer_chain.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "core/data/rng.hpp"

namespace wreath {
namespace {

/// a first, then b, by the definition.
Permutation times(const Permutation& a, const Permutation& b) {
  Permutation product(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) product[i] = b[a[i]];
  return product;
}

std::set<Permutation> group_reference(std::size_t degree, const std::vector<Permutation>& generators) {
  Permutation identity(degree);
  std::iota(identity.begin(), identity.end(), 0U);
  std::set<Permutation> group{identity};
  std::vector<Permutation> queue{identity};
  while (!queue.empty()) {
    const Permutation here = queue.back();
    queue.pop_back();
    for (const Permutation& generator : generators) {
      Permutation product = times(here, generator);
      if (group.insert(product).second) queue.push_back(std::move(product));
    }
  }
  return group;
}

TEST(StabilizerChain, AgreesWithAllProducts) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    RandomStream random(seed, 4);
    const std::size_t degree = 1 + random.below(6);
    const auto random_permutation = [&] {
      Permutation result(degree);
      std::iota(result.begin(), result.end(), 0U);
      for (std::size_t i = degree; i > 1; --i) std::swap(result[i - 1], result[random.below(static_cast<std::uint32_t>(i))]);
      return result;
    };
    std::vector<Permutation> generators;
    for (std::uint32_t i = random.below(3); i-- > 0;) generators.push_back(random_permutation());
    const std::set<Permutation> group = group_reference(degree, generators);
    const StabilizerChain chain(degree, generators);
    EXPECT_EQ(chain.order(), Natural(group.size())) << "seed " << seed;

    Permutation any = random_permutation();
    EXPECT_EQ(chain.contains(any), group.count(any) != 0);
    for (const std::uint64_t most : {1U, 6U, 24U, 1000U}) {
      const StabilizerChain other = chain.with_small_orbits(most);
      EXPECT_EQ(other.order(), chain.order()) << "seed " << seed;
      EXPECT_EQ(other.contains(any), group.count(any) != 0);
      for (const Permutation& generator : generators) EXPECT_TRUE(other.contains(generator));
    }
    Permutation least = any;
    chain.canonicalise(least);
    for (const Permutation& p : group) {
      Permutation other = times(p, any);
      chain.canonicalise(other);
      EXPECT_EQ(other, least) << "seed " << seed;
    }
    // It is one of them.
    std::set<Permutation> all;
    for (const Permutation& p : group) all.insert(times(p, any));
    EXPECT_EQ(all.count(least), 1U);
  }
}

// x+1, 3x and -1/x on the projective line over 11.
TEST(StabilizerChain, ProjectiveLine) {
  constexpr std::uint32_t kInfinity = 11;
  Permutation shift(12, kInfinity);
  Permutation scale(12, kInfinity);
  Permutation turn(12, kInfinity);
  for (std::uint32_t x = 0; x < 11; ++x) {
    shift[x] = (x + 1) % 11;
    scale[x] = 3 * x % 11;
    for (std::uint32_t y = 1; y < 11; ++y) turn[x] = x * y % 11 == 10 ? y : turn[x];
  }
  turn[kInfinity] = 0;
  EXPECT_EQ(StabilizerChain(12, {shift, scale, turn}).order(), Natural(660));
}

}  // namespace
}  // namespace wreath
