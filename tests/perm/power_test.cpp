// SPDX-License-Identifier: MIT
//
// Powers by cycles, exponents of any length, and what names the cycles, against the definitions.
#include <gtest/gtest.h>

#include "perm/algebra_reference.hpp"
#include "perm/cycles/exponent.hpp"
#include "temporary_folder.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {
namespace {

template <class Point>
std::vector<Point> power_in(const std::vector<Point>& x, std::string_view exponent, unsigned threads = 1) {
  std::vector<Point> z(x.size());
  power(x, exponent, z, {.machine = {.threads = threads}});
  return z;
}

template <class Point>
std::vector<Point> representatives_reference(const std::vector<Point>& x) {
  std::vector<Point> least(x.size());
  std::vector<bool> seen(x.size(), false);
  for (std::size_t start = 0; start < x.size(); ++start) {
    for (std::size_t point = start; !seen[point]; point = x[point]) {
      seen[point] = true;
      least[point] = static_cast<Point>(start);
    }
  }
  return least;
}

template <class Point>
class PowerTest : public testing::Test {};
using Points = testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(PowerTest, Points);

// 255 = 11111111 in binary takes 14 products: the way by cycles. Around the walkers, short cycles (256) and several threads.
TYPED_TEST(PowerTest, ManyProductsAgreeWithOneAfterTheOther) {
  for (const std::size_t points : {0U, 1U, 2U, 33U, 256U, 257U, 1000U, 65536U, 100000U}) {
    if (points != 0 && points - 1 > std::numeric_limits<TypeParam>::max()) continue;
    const auto x = test::random_permutation<TypeParam>(points, points);
    for (const int exponent : {255, -255}) {
      const auto expected = test::power_reference(x, exponent);
      for (const unsigned threads : {1U, 2U, 3U})
        EXPECT_EQ(power_in(x, std::to_string(exponent), threads), expected) << points << " points, " << threads << " threads";
    }
  }
}

TYPED_TEST(PowerTest, RepresentativesAreTheLeastPoints) {
  for (const std::size_t points : {0U, 1U, 2U, 33U, 256U, 1000U, 65536U, 100000U}) {
    if (points != 0 && points - 1 > std::numeric_limits<TypeParam>::max()) continue;
    const auto x = test::random_permutation<TypeParam>(points, points);
    std::vector<TypeParam> z(points);
    for (const unsigned threads : {1U, 2U, 3U}) {
      cycle_representatives(x, z, {.machine = {.threads = threads}});
      EXPECT_EQ(z, representatives_reference(x)) << points << " points, " << threads << " threads";
    }
  }
}

// Short cycles, long ones, and one of each length around 256, where they are no longer dealt with at once.
TEST(Power, CyclesOfAllLengths) {
  std::vector<std::size_t> lengths{1, 1, 2, 255, 256, 257, 258, 1000, 70000};
  for (std::size_t length = 1; length < 300; ++length) lengths.push_back(length);
  const auto x = test::with_cycles<std::uint32_t>(lengths, 1);
  const auto expected = test::power_reference(x, 1023);
  for (const unsigned threads : {1U, 2U, 5U}) EXPECT_EQ(power_in(x, "1023", threads), expected);
  std::vector<std::uint32_t> z(x.size());
  cycle_representatives(x, z, {.machine = {.threads = 2}});
  EXPECT_EQ(z, representatives_reference(x));
}

TEST(Power, ExponentsOfAnyLength) {
  const auto x = test::with_cycles<std::uint32_t>({7, 9, 10, 300, 1000}, 2);  // the order is 63000
  EXPECT_EQ(power_in(x, "1" + std::string(100, '0')), test::power_reference(x, 10000));
  EXPECT_EQ(power_in(x, "-1" + std::string(100, '0') + "7"), test::power_reference(x, -37007));
}

TEST(Power, ExponentsOfMapsThatAreNotPermutations) {
  std::vector<std::uint32_t> x{1, 2, 0, 0, 3, 4};  // into a cycle of three
  EXPECT_EQ(power_in(x, "3000000000000000000000000000001"), test::power_reference(x, 4));
  std::vector<std::uint32_t> z(x.size());
  EXPECT_THROW(cycle_representatives(x, z), InputError);
  x[5] = 6;
  EXPECT_THROW(power(x, 1000000, z), PointError);
}

// Narrow points are walked as wider ones: a map of more points than they can name is never a permutation, and still has powers.
TEST(Power, MorePointsThanAByteCanName) {
  std::vector<std::uint8_t> x(300);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<std::uint8_t>(i + 1);  // 255 goes to 0, and so does 299 to 44
  EXPECT_EQ(power_in(x, "1000003"), test::power_reference(x, 1000003 % 256));
  std::vector<std::uint8_t> z(x.size());
  const std::string repeated = "value 1 at index 256 already appears at index 0";
  EXPECT_EQ(wreath::test::message_of<InputError>([&] { cycle_representatives(x, z); }), repeated);
  EXPECT_EQ(wreath::test::message_of<InputError>([&] { (void)cycle_type<std::uint8_t>(x); }), repeated);
  x.resize(256);
  EXPECT_EQ(power_in(x, "1000003"), test::power_reference(x, 1000003 % 256));
  EXPECT_EQ(cycle_type<std::uint8_t>(x).front().length, 256U);
}

TEST(Power, WhatIsNotAnExponent) {
  const std::vector<std::uint32_t> x{1, 0};
  std::vector<std::uint32_t> z(2);
  for (const char* text : {"", "-", "1.5", "x", "1e3", " 2", "0x10", "--1"})
    EXPECT_THROW(power(x, std::string_view(text), z), InputError) << text;
  EXPECT_EQ(Exponent::parse("-0").text(), "0");
  EXPECT_EQ(Exponent::parse("+007").text(), "7");
  EXPECT_EQ(Exponent::parse("-123456789012345678901234567890").text(), "-123456789012345678901234567890");
}

TEST(Power, ExponentsAsNumbers) {
  const Exponent exponent = Exponent::parse("-340282366920938463463374607431768211457");  // -(2^128 + 1)
  const std::vector<bool> digits = exponent.digits();
  EXPECT_EQ(digits.size(), 129U);
  EXPECT_EQ(std::count(digits.begin(), digits.end(), true), 2);
  EXPECT_EQ(exponent.products(), 130U);
  EXPECT_EQ(exponent.modulo(10), 3U);
  EXPECT_EQ(exponent.reduced(Natural(1ULL << 63) * Natural(1ULL << 63) * Natural(4)).text(), "-1");
}

}  // namespace
}  // namespace wreath::perm
