// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "perm/reference.hpp"
#include "temporary_folder.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {
namespace {

template <class Pair>
class MultiplyTest : public testing::Test {};

template <class P, class V>
struct FactorWidths {
  using Point = P;
  using Value = V;
};
using AllFactorWidths = testing::Types<FactorWidths<std::uint8_t, std::uint8_t>, FactorWidths<std::uint16_t, std::uint32_t>,
                                       FactorWidths<std::uint32_t, std::uint32_t>, FactorWidths<std::uint32_t, std::uint64_t>,
                                       FactorWidths<std::uint64_t, std::uint8_t>, FactorWidths<std::uint64_t, std::uint64_t>>;
TYPED_TEST_SUITE(MultiplyTest, AllFactorWidths);

// Sizes around the seams of the loop: a checked tile, and several threads' pieces.
TYPED_TEST(MultiplyTest, AgreesWithTheDefinition) {
  using Point = typename TypeParam::Point;
  using Value = typename TypeParam::Value;
  const std::size_t most = std::min<std::size_t>(50000, std::numeric_limits<Point>::max());
  for (const std::size_t size : {0U, 1U, 31U, 32U, 33U, 4095U, 4096U, 4097U, 20000U}) {
    for (const std::size_t points : {std::size_t{1}, std::size_t{200}, most}) {
      const std::uint64_t seed = size * 1000 + points;
      const auto x = test::random_map<Point>(size, points, seed);
      const auto y = test::random_map<Value>(points, 251, seed + 1);
      for (const unsigned threads : {1U, 2U, 5U}) {
        Options options;
        options.machine.threads = threads;
        std::vector<Value> z(size);
        multiply<Point, Value>(x, y, z, options);
        EXPECT_EQ(z, test::multiply_reference(x, y)) << "seed " << seed << ", " << threads << " threads";
      }
    }
  }
}

TYPED_TEST(MultiplyTest, NamesTheFirstIndexThatIsNoPoint) {
  using Point = typename TypeParam::Point;
  using Value = typename TypeParam::Value;
  const std::size_t points = 100;
  const auto y = test::random_map<Value>(points, 251, 1);
  for (const std::size_t bad : {0U, 40U, 5000U, 9999U}) {
    auto x = test::random_map<Point>(10000, points, 2);
    x[bad] = 100;
    x[9999] = 101;
    Options options;
    options.machine.threads = 3;
    std::vector<Value> z(x.size());
    try {
      multiply<Point, Value>(x, y, z, options);
      FAIL() << "nothing was thrown";
    } catch (const PointError& error) {
      EXPECT_EQ(error.index, bad);
      EXPECT_EQ(error.value, bad == 9999 ? 101U : 100U);
      EXPECT_EQ(error.size, points);
    }
  }
}

TEST(Multiply, WorksInPlace) {
  auto x = test::random_map<std::uint32_t>(10000, 10000, 3);
  const auto y = test::random_map<std::uint32_t>(10000, 10000, 4);
  const auto expected = test::multiply_reference(x, y);
  multiply<std::uint32_t, std::uint32_t>(x, y, x);
  EXPECT_EQ(x, expected);
}

TEST(Multiply, RefusesAProductOfAnotherSize) {
  const std::vector<std::uint32_t> x(3);
  const std::vector<std::uint32_t> y(3);
  std::vector<std::uint32_t> z(2);
  EXPECT_THROW((multiply<std::uint32_t, std::uint32_t>(x, y, z)), InputError);
}

TEST(Multiply, NotesItsBackend) {
  RunControl run;
  std::vector<std::uint32_t> z(1);
  multiply<std::uint32_t, std::uint32_t>(std::vector<std::uint32_t>{0}, std::vector<std::uint32_t>{7}, z, {}, &run);
  EXPECT_EQ(run.choice("backend"), "cpu");
  EXPECT_EQ(run.choice("method"), "loop");
}

}  // namespace
}  // namespace wreath::perm
