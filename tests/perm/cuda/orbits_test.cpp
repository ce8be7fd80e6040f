// SPDX-License-Identifier: MIT
//
// Orbits on a GPU against those on the CPU.
#include "wreath/perm/orbits.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "core/data/rng.hpp"
#include "perm/schreier_vector.hpp"
#include "wreath/gpu.hpp"

namespace wreath::perm {
namespace {

struct Found {
  std::uint64_t orbits;
  std::vector<std::uint32_t> labels;
  bool operator==(const Found&) const = default;
};

Found orbits_on(BackendChoice backend, const Generators<std::uint32_t>& generators) {
  const std::vector<std::span<const std::uint32_t>> spans(generators.begin(), generators.end());
  Found found{0, std::vector<std::uint32_t>(generators.front().size())};
  found.orbits = orbits<std::uint32_t>(spans, found.labels, {}, {.machine = {.backend = backend}});
  return found;
}

void expect_those_of_the_cpu(const Generators<std::uint32_t>& generators, const std::string& what) {
  const Found expected = orbits_on(BackendChoice::cpu, generators);
  EXPECT_EQ(orbits_on(BackendChoice::cuda, generators), expected) << what;
  const std::vector<std::span<const std::uint32_t>> spans(generators.begin(), generators.end());
  Found found{0, std::vector<std::uint32_t>(expected.labels.size())};
  std::vector<std::int8_t> schreier(expected.labels.size());
  found.orbits = orbits<std::uint32_t>(spans, found.labels, schreier, {.machine = {.backend = BackendChoice::cuda}});
  EXPECT_EQ(found, expected) << what << ", with a Schreier vector";
  SCOPED_TRACE(what);
  expect_schreier_vector(generators, expected.labels, schreier);
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
    for (const Generators<std::uint32_t>& generators :
         {Generators<std::uint32_t>{x}, Generators<std::uint32_t>{x, y}, Generators<std::uint32_t>{identity},
          Generators<std::uint32_t>{reversed}, Generators<std::uint32_t>{shifted(points, 1)},
          Generators<std::uint32_t>{shifted(points, points - 1)}, Generators<std::uint32_t>{few, x},
          Generators<std::uint32_t>{shifted(points, points / 3), reversed}, Generators<std::uint32_t>{reversed, few, identity}})
      expect_those_of_the_cpu(generators, std::to_string(points) + " points");
  }
}

TEST_F(CudaOrbits, OfManyCyclesAndAllGeneratorsTogether) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    RandomStream random(seed, 12);
    const std::uint32_t points = 1000 + random.below(200000);
    Generators<std::uint32_t> generators;
    for (std::uint32_t g = 0; g < 1 + seed % 4; ++g) {  // products of some transpositions
      std::vector<std::uint32_t> x(points);
      std::iota(x.begin(), x.end(), 0U);
      for (std::uint32_t i = 0; i < points / 3; ++i) std::swap(x[random.below(points)], x[random.below(points)]);
      generators.push_back(std::move(x));
    }
    expect_those_of_the_cpu(generators, "seed " + std::to_string(seed));
  }
}

TEST_F(CudaOrbits, MapsThatAreNoPermutationsAreRefused) {
  Generators<std::uint32_t> generators{shifted(5000, 7), shifted(5000, 1)};
  generators[1][17] = 3;
  EXPECT_THROW(orbits_on(BackendChoice::cuda, generators), InputError);
  generators[1][17] = 5000;
  EXPECT_THROW(orbits_on(BackendChoice::cuda, generators), InputError);
}

}  // namespace
}  // namespace wreath::perm
