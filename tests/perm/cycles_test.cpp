// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "perm/algebra_reference.hpp"
#include "temporary_folder.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {
namespace {

using test::random_permutation;
using wreath::test::message_of;

Options with_threads(unsigned threads) {
  Options options;
  options.machine.threads = threads;
  return options;
}

template <class Point>
std::vector<CycleCount> type_of(const std::vector<Point>& x, unsigned threads = 1) {
  return cycle_type<Point>(x, with_threads(threads));
}

template <class Point>
class CyclesTest : public testing::Test {};
using Points = testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(CyclesTest, Points);

// Around the number of walkers (32), and around where several threads begin (2^16).
TYPED_TEST(CyclesTest, AgreesWithOneWalk) {
  for (const std::size_t points : {0U, 1U, 2U, 31U, 32U, 33U, 64U, 256U, 1000U, 65535U, 65536U, 200000U}) {
    if (points != 0 && points - 1 > std::numeric_limits<TypeParam>::max()) continue;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const auto x = random_permutation<TypeParam>(points, seed);
      const auto expected = test::cycle_type_reference(x);
      for (const unsigned threads : {1U, 2U, 5U})
        EXPECT_EQ(type_of(x, threads), expected) << points << " points, seed " << seed << ", " << threads << " threads";
    }
  }
}

// Maps whose order could bring the walkers together, or make a fragment of every point.
TEST(Cycles, RegularMaps) {
  constexpr std::uint32_t kPoints = 1U << 17;
  std::vector<std::uint32_t> x(kPoints);
  for (const std::uint32_t step : {0U, 1U, 2U, kPoints / 64, kPoints / 32, kPoints / 2, kPoints / 2 + 1, kPoints - 1}) {
    for (std::uint32_t i = 0; i < kPoints; ++i) x[i] = (i + step) % kPoints;
    const std::uint64_t length = kPoints / std::gcd(kPoints, step);
    for (const unsigned threads : {1U, 2U, 3U})
      EXPECT_EQ(type_of(x, threads), (std::vector<CycleCount>{{length, kPoints / length}})) << "step " << step;
  }
  for (std::uint32_t i = 0; i < kPoints; ++i) x[i] = kPoints - 1 - i;
  EXPECT_EQ(type_of(x, 2), (std::vector<CycleCount>{{2, kPoints / 2}}));
  for (std::uint32_t i = 0; i < kPoints; ++i) x[i] = (i * 5 + 3) % kPoints;  // a full-period generator: one cycle
  EXPECT_EQ(type_of(x, 2), (std::vector<CycleCount>{{kPoints, 1}}));
}

// The worst case: every point leads to where another of a thread's 32 walkers has just started (cycles.cpp: first_start), so
// that the fragments are too many and one walker must do the rest. A wrong map must be found there, too.
TEST(Cycles, WalkersThatAlwaysMeet) {
  constexpr std::size_t kPoints = 60000;
  constexpr std::size_t kWalkers = 32;
  std::vector<std::size_t> starts{0};
  for (std::size_t walker = 1; walker < kWalkers; ++walker)
    starts.push_back(kPoints * walker / kWalkers + RandomStream(0, walker).below64(kPoints / kWalkers / 2 + 1));
  std::size_t shortest = kPoints - starts.back();
  for (std::size_t walker = 1; walker < kWalkers; ++walker) shortest = std::min(shortest, starts[walker] - starts[walker - 1]);
  auto x = test::identity_reference<std::uint16_t>(kPoints);
  for (std::size_t walker = 0; walker < kWalkers; ++walker) {
    for (std::size_t i = 0; i < shortest; ++i)
      x[starts[walker] + i] = static_cast<std::uint16_t>(starts[(walker + 1) % kWalkers] + i);
  }
  EXPECT_EQ(type_of(x), (std::vector<CycleCount>{{1, kPoints - shortest * kWalkers}, {kWalkers, shortest}}));
  auto wrong = x;
  wrong[starts[5] + shortest - 1] = wrong[starts[6] + shortest - 1];
  EXPECT_THROW(type_of(wrong), InputError);
  wrong[starts[5] + shortest - 1] = kPoints;
  EXPECT_THROW(type_of(wrong), InputError);
}

TEST(Cycles, LengthsAroundTheTallysSeam) {
  const std::vector<std::size_t> lengths{1, 1, 254, 255, 255, 256, 256, 257, 100000, 3, 1};
  const auto x = test::with_cycles<std::uint32_t>(lengths, 1);
  const std::vector<CycleCount> expected{{1, 3}, {3, 1}, {254, 1}, {255, 2}, {256, 2}, {257, 1}, {100000, 1}};
  EXPECT_EQ(type_of(x), expected);
  EXPECT_EQ(type_of(x, 2), expected);
}

TEST(Cycles, SaysWhereXIsNoPermutation) {
  for (const std::size_t points : {5U, 100U, 100000U}) {
    for (const unsigned threads : {1U, 2U}) {
      const auto good = random_permutation<std::uint32_t>(points, 7);
      auto x = good;
      x[points - 2] = x[1];
      const std::string repeated =
          "value " + std::to_string(x[1]) + " at index " + std::to_string(points - 2) + " already appears at index 1";
      EXPECT_EQ(message_of<InputError>([&] { type_of(x, threads); }), repeated);
      x = good;
      x[3] = static_cast<std::uint32_t>(points);
      const std::string outside = "value " + std::to_string(points) + " at index 3 is not a point: there are " +
                                  std::to_string(points) + " points (0.." + std::to_string(points - 1) + ")";
      EXPECT_EQ(message_of<InputError>([&] { type_of(x, threads); }), outside);
      const std::vector<std::uint32_t> constant(points, 0);
      EXPECT_THROW(type_of(constant, threads), InputError);
      std::vector<std::uint32_t> shift(points);  // i -> i+1 with a fixed point at the end: a tail into a loop
      for (std::size_t i = 0; i < points; ++i) shift[i] = static_cast<std::uint32_t>(std::min(i + 1, points - 1));
      EXPECT_THROW(type_of(shift, threads), InputError);
    }
  }
}

TEST(Cycles, AnyWrongMapIsFound) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    RandomStream random(seed, 1);
    const std::size_t points = 1 + random.below(70);
    auto x = random_permutation<std::uint8_t>(points, seed);
    for (std::uint32_t changes = random.below(3); changes > 0; --changes)
      x[random.below(static_cast<std::uint32_t>(points))] =
          static_cast<std::uint8_t>(random.below(static_cast<std::uint32_t>(points)));
    if (test::is_permutation_reference(x)) {
      EXPECT_EQ(type_of(x), test::cycle_type_reference(x)) << "seed " << seed;
    } else {
      EXPECT_THROW(type_of(x), InputError) << "seed " << seed;
    }
  }
}

TEST(Cycles, KeepsWithinItsMemory) {
  RunControl run;
  run.limit_memory(100);
  const auto x = random_permutation<std::uint32_t>(10000000, 1);
  EXPECT_THROW((void)cycle_type<std::uint32_t>(x, {}, &run), ResourceError);
}

TEST(Sign, AgreesWithInversionsAndMultiplies) {
  EXPECT_EQ(sign({}), 1);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::size_t points = seed * 3;
    const auto x = random_permutation<std::uint16_t>(points, seed);
    const auto y = random_permutation<std::uint16_t>(points, seed + 100);
    EXPECT_EQ(sign(type_of(x)), test::sign_reference(x)) << "seed " << seed;
    EXPECT_EQ(sign(type_of(test::multiply_reference(x, y))), sign(type_of(x)) * sign(type_of(y))) << "seed " << seed;
  }
}

TEST(Order, KnownAnswers) {
  const auto order_of = [](const std::vector<CycleCount>& cycles) { return order(cycles).text(); };
  EXPECT_EQ(order_of({}), "1");
  EXPECT_EQ(order_of({{1, 7}}), "1");
  EXPECT_EQ(order_of({{2, 1}, {3, 5}, {4, 1}}), "12");
  EXPECT_EQ(order_of({{6, 1}, {10, 1}, {15, 1}}), "30");
  EXPECT_EQ(order_of({{4294967296, 1}}), "4294967296");
  EXPECT_EQ(order_of({{999999999, 1}}), "999999999");
  EXPECT_EQ(order_of({{1000000000, 1}}), "1000000000");
  EXPECT_EQ(order_of({{4294967311, 1}, {4294967357, 1}}), "18446744400127067027");  // primes past 2^32
  // The greatest orders of permutations of 30 and of 100 points (Landau's function).
  EXPECT_EQ(order_of({{3, 1}, {4, 1}, {5, 1}, {7, 1}, {11, 1}}), "4620");
  EXPECT_EQ(order_of({{1, 3}, {5, 1}, {7, 1}, {9, 1}, {11, 1}, {13, 1}, {16, 1}, {17, 1}, {19, 1}}), "232792560");
}

// The lcm of 1..n has these values: the order of a permutation with a cycle of each length.
TEST(Order, LcmOfTheFirstNumbers) {
  std::vector<CycleCount> cycles;
  for (std::uint64_t length = 1; length <= 100; ++length) cycles.push_back({length, 1});
  EXPECT_EQ(order(std::span(cycles).first(20)).text(), "232792560");
  EXPECT_EQ(order(cycles).text(), "69720375229712477164533808935312303556800");
}

TEST(Order, AgreesWithMultiplyingUntilTheIdentity) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto x = random_permutation<std::uint8_t>(1 + seed, seed);
    EXPECT_EQ(order(type_of(x)), Natural(test::order_reference(x))) << "seed " << seed;
  }
}

}  // namespace
}  // namespace wreath::perm
