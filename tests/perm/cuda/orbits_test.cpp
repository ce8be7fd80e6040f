// SPDX-License-Identifier: MIT
//
// Orbits on a GPU against those on the CPU.
#include "wreath/perm/orbits.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "core/run/rng.hpp"
#include "wreath/gpu.hpp"

namespace wreath::perm {
namespace {

using Generators = std::vector<std::vector<std::uint32_t>>;

struct Found {
  std::uint64_t orbits;
  std::vector<std::uint32_t> labels;
  bool operator==(const Found&) const = default;
};

Found orbits_on(BackendChoice backend, const Generators& generators) {
  const std::vector<std::span<const std::uint32_t>> spans(generators.begin(), generators.end());
  Found found{0, std::vector<std::uint32_t>(generators.front().size())};
  found.orbits = orbits<std::uint32_t>(spans, found.labels, {}, {.backend = backend});
  return found;
}

class CudaOrbits : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  }
};

std::vector<std::uint32_t> shifted(std::uint32_t points, std::uint32_t by) {
  std::vector<std::uint32_t> x(points);
  for (std::uint32_t i = 0; i < points; ++i) x[i] = (i + by) % points;
  return x;
}

std::vector<std::uint32_t> shuffled(std::uint32_t points, std::uint64_t seed) {
  std::vector<std::uint32_t> x(points);
  random<std::uint32_t>(x, seed);
  return x;
}

TEST_F(CudaOrbits, AreThoseOfTheCpu) {
  for (const std::uint32_t points : {1U, 2U, 31U, 33U, 257U, 4097U, 1000003U}) {
    const auto x = shuffled(points, 3);
    const auto y = shuffled(points, 4);
    std::vector<std::uint32_t> identity(points);
    std::iota(identity.begin(), identity.end(), 0U);
    std::vector<std::uint32_t> reversed(identity.rbegin(), identity.rend());
    std::vector<std::uint32_t> few = identity;  // a few points move
    std::swap(few[0], few[points / 2]);
    for (const Generators& generators :
         {Generators{x}, Generators{x, y}, Generators{identity}, Generators{reversed}, Generators{shifted(points, 1)},
          Generators{shifted(points, points - 1)}, Generators{few, x}, Generators{shifted(points, points / 3), reversed},
          Generators{reversed, few, identity}})
      EXPECT_EQ(orbits_on(BackendChoice::cuda, generators), orbits_on(BackendChoice::cpu, generators)) << points << " points";
  }
}

TEST_F(CudaOrbits, OfManyCyclesAndAllGeneratorsTogether) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    RandomStream random(seed, 12);
    const std::uint32_t points = 1000 + random.below(200000);
    Generators generators;
    for (std::uint32_t g = 0; g < 1 + seed % 4; ++g) {  // products of some transpositions
      std::vector<std::uint32_t> x(points);
      std::iota(x.begin(), x.end(), 0U);
      for (std::uint32_t i = 0; i < points / 3; ++i) std::swap(x[random.below(points)], x[random.below(points)]);
      generators.push_back(std::move(x));
    }
    EXPECT_EQ(orbits_on(BackendChoice::cuda, generators), orbits_on(BackendChoice::cpu, generators)) << "seed " << seed;
  }
}

TEST_F(CudaOrbits, MapsThatAreNoPermutationsAreRefused) {
  Generators generators{shifted(5000, 7), shifted(5000, 1)};
  generators[1][17] = 3;
  EXPECT_THROW(orbits_on(BackendChoice::cuda, generators), InputError);
  generators[1][17] = 5000;
  EXPECT_THROW(orbits_on(BackendChoice::cuda, generators), InputError);
}

}  // namespace
}  // namespace wreath::perm
