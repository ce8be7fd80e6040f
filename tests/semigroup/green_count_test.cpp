// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "core/run/rng.hpp"
#include "semigroup/green_reference.hpp"

namespace wreath::semigroup {
namespace {

GreenCount count(const Generators& generators, unsigned threads = 2, KernelForm kernels = KernelForm::automatic) {
  RunControl run;
  return count_green(generators, {.threads = threads, .want_classes = true, .kernels = kernels}, run);
}

void expect_equal(const GreenCount& found, const GreenCount& expected, const std::string& what) {
  EXPECT_TRUE(found.complete) << what;
  EXPECT_EQ(found.size.to_string(), expected.size.to_string()) << what;
  EXPECT_EQ(found.r_classes.to_string(), expected.r_classes.to_string()) << what;
  EXPECT_EQ(found.l_classes.to_string(), expected.l_classes.to_string()) << what;
  EXPECT_EQ(found.h_classes.to_string(), expected.h_classes.to_string()) << what;
  EXPECT_EQ(found.d_classes, expected.d_classes) << what;
  EXPECT_EQ(found.regular_d_classes, expected.regular_d_classes) << what;
  EXPECT_EQ(found.idempotents, expected.idempotents) << what;
  EXPECT_EQ(found.kernels, expected.kernels) << what;
  EXPECT_EQ(found.images, expected.images) << what;
  EXPECT_EQ(found.classes, expected.classes) << what;
}

// Maps of all ranks, permutations among them: random maps alone would hardly ever give groups.
Generators random_generators(std::uint64_t degree, std::size_t generators, std::uint64_t seed) {
  RandomStream random(seed, degree);
  Generators result{.degree = degree, .images = {}, .monoid = random.below(2) == 1};
  for (std::size_t g = 0; g < generators; ++g) {
    std::vector<Point> map(degree);
    std::iota(map.begin(), map.end(), Point{0});
    for (std::size_t i = degree; i > 1; --i) std::swap(map[i - 1], map[random.below(static_cast<std::uint32_t>(i))]);
    const std::uint32_t merges = random.below(4);
    for (std::uint32_t i = 0; i < merges; ++i)
      map[random.below(static_cast<std::uint32_t>(degree))] = map[random.below(static_cast<std::uint32_t>(degree))];
    result.images.insert(result.images.end(), map.begin(), map.end());
  }
  return result;
}

TEST(GreenCount, AgreesWithTheDefinitionOnRandomSemigroups) {
  std::size_t compared = 0;
  std::size_t uneven = 0;  // not regular, and with a group
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const std::uint64_t degree = 1 + seed % 7;
    const Generators generators = random_generators(degree, 1 + seed / 7 % 4, seed);
    const auto elements = test::elements_reference(generators, 400);
    if (!elements) continue;
    const GreenCount expected = test::green_reference(generators, *elements);
    expect_equal(count(generators, 1 + seed % 3), expected, "seed " + std::to_string(seed));
    ++compared;
    for (const DClass& c : expected.classes) uneven += !c.regular && c.group_order != 1 ? 1 : 0;
  }
  EXPECT_GT(compared, 300U);
  EXPECT_GT(uneven, 10U);
}

TEST(GreenCount, AgreesWithTheDefinitionOnFamilies) {
  for (const char* name : {"full:1", "full:2", "full:3", "full:4", "symmetric:4", "bihecke:3", "bihecke:4", "renner:3", "renner:4"}) {
    const Generators generators = make_family(name);
    const auto elements = test::elements_reference(generators, 1000);
    ASSERT_TRUE(elements.has_value()) << name;
    const GreenCount expected = test::green_reference(generators, *elements);
    expect_equal(count(generators), expected, name);
    expect_equal(count(generators, 1, KernelForm::blocks), expected, name);
  }
}

}  // namespace
}  // namespace wreath::semigroup
