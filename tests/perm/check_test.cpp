// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "perm/algebra_reference.hpp"
#include "perm/backend.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {
namespace {

using test::random_permutation;

Options on(unsigned threads) {
  Options options;
  options.machine.threads = threads;
  return options;
}

void expect_same(const Defect& found, const Defect& expected, const std::string& where) {
  EXPECT_EQ(found.kind, expected.kind) << where;
  EXPECT_EQ(found.index, expected.index) << where;
  EXPECT_EQ(found.value, expected.value) << where;
  EXPECT_EQ(found.earlier, expected.earlier) << where;
}

template <class Point>
void agrees(const std::vector<Point>& x, const std::string& where) {
  const Defect expected = test::find_defect_reference(x);
  for (const unsigned threads : {1U, 2U, 5U})
    expect_same(find_defect<Point>(x, on(threads)), expected, where + ", threads " + std::to_string(threads));
}

template <class Point>
class CheckTest : public testing::Test {};
using Points = testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(CheckTest, Points);

TYPED_TEST(CheckTest, SmallOnesAgreeWithTheDefinition) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    RandomStream random(seed, 1);
    const std::uint32_t points = random.below(120);
    auto x = random_permutation<TypeParam>(points, seed);
    for (std::uint32_t changes = points == 0 ? 0 : random.below(4); changes > 0; --changes)
      x[random.below(points)] = static_cast<TypeParam>(random.below(points + 2));
    agrees(x, "seed " + std::to_string(seed));
  }
  agrees(std::vector<TypeParam>(300, 0), "constant");
  agrees(std::vector<TypeParam>(300, std::numeric_limits<TypeParam>::max()), "largest");
}

/// The inverse and the quotient say by the way whether x is a permutation, and are right where it is.
template <class Point>
void are_told_in_passing(const std::vector<Point>& x, const std::string& where) {
  const bool expected = !test::find_defect_reference(x);
  std::vector<std::uint32_t> y(x.size());
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<std::uint32_t>(i * 7);
  for (const Method method : {Method::loop, Method::partition}) {
    for (const unsigned threads : {1U, 3U}) {
      Options options = on(threads);
      options.method = method;
      std::vector<Point> inverse(x.size(), 0);
      std::vector<std::uint32_t> quotient(x.size(), 0);
      EXPECT_EQ(invert_permutation<Point>(x, inverse, options, nullptr), expected) << where;
      EXPECT_EQ((divide_by_permutation<Point, std::uint32_t>(x, y, quotient, options, nullptr)), expected) << where;
      for (std::size_t i = 0; expected && i < x.size(); ++i) {
        ASSERT_EQ(inverse[x[i]], i) << where;
        ASSERT_EQ(quotient[x[i]], y[i]) << where;
      }
    }
  }
}

TYPED_TEST(CheckTest, InversesAndQuotientsTellInPassing) {
  for (const std::size_t points : {0U, 1U, 2U, 100U, 255U, 256U, 65535U, 65536U, 300000U}) {
    if (points != 0 && points - 1 > std::numeric_limits<TypeParam>::max()) continue;
    const auto x = random_permutation<TypeParam>(points, points);
    are_told_in_passing(x, std::to_string(points));
    if (points < 2) continue;
    auto twice = x;
    twice[points - 1] = x[0];
    are_told_in_passing(twice, std::to_string(points) + ", the first value twice");
    auto last = x;
    std::replace(last.begin(), last.end(), x[points - 1], x[points / 3]);
    are_told_in_passing(last, std::to_string(points) + ", the last index nowhere");
    auto out = x;
    out[points / 2] = std::numeric_limits<TypeParam>::max();
    are_told_in_passing(out, std::to_string(points) + ", the largest value");
    are_told_in_passing(std::vector<TypeParam>(points, 0), std::to_string(points) + ", constant");
  }
}

// Past 2^20 points the values go through buckets of 2^16.
template <class Point>
class LargeCheckTest : public testing::Test {};
using LargePoints = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(LargeCheckTest, LargePoints);

TYPED_TEST(LargeCheckTest, PermutationsPass) {
  for (const std::size_t points : {(1U << 20) - 1, 1U << 20, (1U << 20) + 1, 20U << 16, (20U << 16) + 1, 1500000U}) {
    for (const unsigned threads : {1U, 2U, 3U}) {
      EXPECT_TRUE(is_permutation<TypeParam>(random_permutation<TypeParam>(points, points), on(threads))) << points;
      EXPECT_TRUE(is_permutation<TypeParam>(test::identity_reference<TypeParam>(points), on(threads))) << points;
    }
  }
}

TYPED_TEST(LargeCheckTest, OneWrongValueIsFound) {
  constexpr std::size_t kPoints = (18U << 16) + 77;
  const auto good = random_permutation<TypeParam>(kPoints, 3);
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    RandomStream random(seed, 2);
    auto x = good;
    const std::size_t at = seed == 0 ? 0 : seed == 1 ? kPoints - 1 : random.below(kPoints);
    // In turn: a value from the same bucket (which then does not run over), any value, the first that is not a point, the last.
    switch (seed % 4) {
      case 0: x[at] = x[at] ^ 1; break;
      case 1: x[at] = static_cast<TypeParam>(random.below(kPoints)); break;
      case 2: x[at] = kPoints; break;
      default: x[at] = std::numeric_limits<TypeParam>::max();
    }
    agrees(x, "seed " + std::to_string(seed));
  }
  agrees(std::vector<TypeParam>(kPoints, 0), "constant");
}

TEST(Check, Sentences) {
  EXPECT_EQ((Defect{Defect::Kind::repeated, 5, 17, 2}).sentence(40), "value 17 at index 5 already appears at index 2");
  EXPECT_EQ((Defect{Defect::Kind::out_of_range, 3, 40, 0}).sentence(40),
            "value 40 at index 3 is not a point: there are 40 points (0..39)");
}

TEST(Check, KeepsWithinItsMemory) {
  RunControl run;
  run.limit_memory(1000);
  EXPECT_TRUE(is_permutation<std::uint32_t>(test::identity_reference<std::uint32_t>(1000), {}, &run));
  EXPECT_THROW((void)find_defect<std::uint32_t>(test::identity_reference<std::uint32_t>(10000000), {}, &run), ResourceError);
}

TYPED_TEST(CheckTest, EqualSeesEveryDifference) {
  for (const std::size_t points : {0U, 1U, 100U, 16384U, 16385U, 1100000U}) {
    const auto x = test::random_map<TypeParam>(points, 200, points);
    for (const unsigned threads : {1U, 3U}) {
      auto y = x;
      EXPECT_TRUE(equal<TypeParam>(x, y, on(threads))) << points;
      for (const std::size_t at : {std::size_t{0}, points / 2, points - 1}) {
        if (at >= points) continue;
        y = x;
        y[at] ^= 1;
        EXPECT_FALSE(equal<TypeParam>(x, y, on(threads))) << points << " points, at " << at;
      }
      y = x;
      y.push_back(0);
      EXPECT_FALSE(equal<TypeParam>(x, y, on(threads)));
    }
  }
}

}  // namespace
}  // namespace wreath::perm
