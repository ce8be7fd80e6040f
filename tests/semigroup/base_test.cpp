// SPDX-License-Identifier: MIT
#include "semigroup/enumerate/plan.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "semigroup/enumeration_reference.hpp"

namespace wreath::semigroup {
namespace {

TEST(BaseTest, TheRennerMonoidNeedsOnePoint) {
  RunControl run;
  const auto base = certified_base(make_family("renner:4"), 10, run);
  ASSERT_TRUE(base);
  EXPECT_EQ(base->points.size(), 1U);
}

// Every orbit must be covered: (0 1)(2 3 4) is certified at 0, whose images tell only two of its six powers apart.
TEST(BaseTest, CoversAllPoints) {
  RunControl run;
  const Generators generators{.degree = 5, .images = {1, 0, 3, 4, 2}, .monoid = true};
  const auto base = certified_base(generators, 5, run);
  ASSERT_TRUE(base);
  EXPECT_EQ(base->points.size(), 2U);
  EXPECT_FALSE(certified_base(generators, 1, run));
}

TEST(BaseTest, RefusesWhereFewPointsDoNotSuffice) {
  RunControl run;
  EXPECT_FALSE(certified_base(make_family("full:4"), 4, run));
  EXPECT_FALSE(certified_base(make_family("symmetric:4"), 4, run));
  EXPECT_FALSE(certified_base(make_family("bihecke:4"), 24, run));
}

// Whatever is certified determines the elements: checked on all elements of random semigroups.
TEST(BaseTest, DeterminesEveryElement) {
  std::size_t certified = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    const std::uint64_t degree = 2 + random() % 5;
    Generators generators{.degree = degree, .images = {}, .monoid = true};
    for (std::uint64_t k = (1 + random() % 2) * degree; k > 0; --k)
      generators.images.push_back(static_cast<Point>(random() % degree));
    RunControl run;
    const auto base = certified_base(generators, degree, run);
    if (!base) continue;
    ++certified;
    std::set<std::vector<Point>> rows;
    const Reference reference = enumerate_reference(generators);
    for (const std::vector<Point>& row : reference.rows) {
      std::vector<Point> images;
      for (const Point b : base->points) images.push_back(row[b]);
      EXPECT_TRUE(rows.insert(images).second);
    }
  }
  EXPECT_GT(certified, 50U);
}

}  // namespace
}  // namespace wreath::semigroup
