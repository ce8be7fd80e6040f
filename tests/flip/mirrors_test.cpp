// SPDX-License-Identifier: MIT
#include "flip/derive/mirrors.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "flip/scheme/basis.hpp"
#include "known_schemes.hpp"

namespace wreath::flip {
namespace {

const Swaps kOnes{1, 1, 1};

/// A random scheme of the shape that has the mirror.
MirroredScheme mirrored(const Shape& shape, const Swaps& swaps, RandomStream& random) {
  MirroredScheme scheme{standard_scheme(shape), swaps};
  for (int k = 0; k < 5; ++k) raise(scheme, random);
  return {change_basis(scheme.scheme, random_bases(shape, random, swaps)), swaps};
}

class BasisTest : public ::testing::TestWithParam<Shape> {};

TEST_P(BasisTest, AChangeOfBasisKeepsTheTensorAndHasAnInverse) {
  RandomStream random(1, 0);
  Scheme scheme = standard_scheme(GetParam());
  shuffle(scheme, 50, random);
  const Bases bases = random_bases(GetParam(), random);
  const Scheme changed = change_basis(scheme, bases);
  EXPECT_FALSE(first_wrong_entry(changed));
  Bases back = bases;
  for (Basis& basis : back) std::swap(basis.rows, basis.inverse);
  EXPECT_EQ(change_basis(changed, back), scheme);
}

TEST_P(BasisTest, AMirroredBasisKeepsTheMirror) {
  RandomStream random(2, 0);
  for (const Swaps& swaps : mirrors_of(in_order(GetParam()))) {
    const MirroredScheme scheme = mirrored(in_order(GetParam()), swaps, random);
    EXPECT_FALSE(first_wrong_entry(scheme.scheme));
    EXPECT_TRUE(has_mirror(scheme.scheme, swaps));
  }
}

TEST_P(BasisTest, AProjectionIsASchemeOfTheSmallerShape) {
  RandomStream random(3, 0);
  const Shape& shape = GetParam();
  for (unsigned side = 0; side < 3; ++side) {
    if (shape.rows(side) < 3) continue;
    for (const NewIndices where : {NewIndices::middle, NewIndices::ends}) {
      const MirroredScheme start = projected({standard_scheme(shape), {}}, side, where, random);
      EXPECT_EQ(start.scheme.shape.rows(side), shape.rows(side) - (where == NewIndices::ends ? 2 : 1));
      EXPECT_FALSE(first_wrong_entry(start.scheme));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, BasisTest,
                         ::testing::Values(Shape{2, 2, 2}, Shape{3, 2, 5}, Shape{4, 4, 4}, Shape{1, 3, 4}, Shape{8, 8, 8}),
                         [](const auto& shape) { return to_string(shape.param); });

TEST(Mirrors, OfAShapeUpToTheOrderOfEqualSides) {
  EXPECT_EQ(mirrors_of(Shape{2, 2, 2}), (std::vector<Swaps>{{1, 1, 1}, {0, 0, 1}, {0, 1, 1}}));
  EXPECT_EQ(mirrors_of(Shape{2, 2, 3}).size(), 5U);  // of n and m 00, 01, 11, each with and without p, but not none at all
}

TEST(Mirrors, OfASchemeInNormalOrder) {
  RandomStream random(4, 0);
  const Scheme scheme = mirrored({2, 4, 4}, {1, 1, 2}, random).scheme;
  const Scheme turned = permuted(scheme, "pmn");  // sides 4, 4, 2
  const Scheme normal = in_normal_order(turned);
  EXPECT_EQ(normal.shape, (Shape{2, 4, 4}));
  const std::vector<Swaps> mirrors = mirrors_of(normal);
  EXPECT_TRUE(std::ranges::count(mirrors, Swaps{1, 1, 2}) == 1);
  EXPECT_EQ(in_normal_order(normal), normal);
}

TEST(Mirrors, StayWhenASideGrowsOrShrinks) {
  RandomStream random(5, 0);
  const MirroredScheme scheme = mirrored({3, 4, 4}, kOnes, random);
  for (unsigned side = 0; side < 3; ++side) {
    for (const NewIndices where : {NewIndices::middle, NewIndices::ends}) {
      const MirroredScheme larger = extended(scheme, side, where);
      EXPECT_FALSE(first_wrong_entry(larger.scheme));
      EXPECT_TRUE(has_mirror(larger.scheme, larger.swaps));
      EXPECT_EQ(larger.swaps[side], where == NewIndices::ends ? 2U : 1U);
      const MirroredScheme smaller = projected(larger, side, where, random);
      EXPECT_EQ(smaller.scheme.shape, scheme.scheme.shape);
      EXPECT_FALSE(first_wrong_entry(smaller.scheme));
      EXPECT_TRUE(has_mirror(smaller.scheme, smaller.swaps));
      EXPECT_EQ(smaller.swaps, kOnes);
    }
  }
}

TEST(Mirrors, APlusRaisesTheRankAndKeepsThem) {
  RandomStream random(6, 0);
  MirroredScheme plain{standard_scheme({3, 3, 3}), {}};
  raise(plain, random);
  EXPECT_EQ(plain.scheme.rank(), 28U);
  EXPECT_FALSE(first_wrong_entry(plain.scheme));
  MirroredScheme pair{standard_scheme({3, 3, 3}), kOnes};
  raise(pair, random);
  EXPECT_EQ(pair.scheme.rank(), 29U);
  EXPECT_FALSE(first_wrong_entry(pair.scheme));
  EXPECT_TRUE(has_mirror(pair.scheme, kOnes));
}

}  // namespace
}  // namespace wreath::flip
