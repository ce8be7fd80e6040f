// SPDX-License-Identifier: MIT
#include "wreath/flip/rational_scheme.hpp"

#include <gtest/gtest.h>

#include "flip/known_schemes.hpp"

namespace wreath::flip {
namespace {

std::string refusal(const RationalScheme& scheme) {
  try {
    require_right_somewhere(scheme, "x");
    return "none";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(RationalSchemes, StrassenIsTernary) {
  const RationalScheme scheme = strassen();
  EXPECT_FALSE(first_wrong_entry(scheme));
  EXPECT_EQ(require_right_somewhere(scheme, "x"), Ring::ternary);
  const Cost cost = cost_of(scheme);
  EXPECT_EQ(cost.nonzeros, 36u);
  EXPECT_EQ(cost.additions, 18u);  // as Strassen counted
  EXPECT_NO_THROW(require_valid(reduce_modulo_2(scheme, "x"), "x"));
}

TEST(RationalSchemes, ModuloTwoIsNotEnoughOverTheIntegers) {
  const RationalScheme bits = to_rational(reduce_modulo_2(strassen(), "x"));
  EXPECT_TRUE(first_wrong_entry(bits));
  EXPECT_EQ(require_right_somewhere(bits, "x"), Ring::f2);
}

TEST(RationalSchemes, AnEvenFactorIsZeroModuloTwo) {
  RationalScheme scheme = strassen();
  for (Rational& value : scheme.summands[2][1]) value = value * Rational{2, 1};
  for (Rational& value : scheme.summands[2][0]) value = value * Rational{1, 3};
  EXPECT_EQ(refusal(scheme), "x: not a decomposition of 2x2x2: the coefficient of a11 b12 c21 is 2/3 and must be 1 (over Q)");
  try {
    require_right_over(Ring::f2, scheme, "x");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "x: factor b of summand 3 is zero modulo 2");
  }
  for (Rational& value : scheme.summands[2][1]) value = Rational{};
  EXPECT_EQ(refusal(scheme), "x: summand 3 has a zero factor b");
}

TEST(RationalSchemes, StandardOnesOfLargeShapes) {
  EXPECT_EQ(standard_rational_scheme({2, 3, 4}), to_rational(standard_scheme({2, 3, 4})));
  const RationalScheme large = standard_rational_scheme({9, 10, 11});
  EXPECT_EQ(require_right_somewhere(large, "x", 2), Ring::ternary);
  RunControl stopped;
  stopped.request_stop(StopReason::interrupted);
  EXPECT_THROW(require_right_somewhere(large, "x", 2, &stopped), LimitReached);
  EXPECT_THROW(require_right_over(Ring::f2, large, "x", 1, &stopped), LimitReached);
  EXPECT_THROW((void)standard_rational_scheme({64, 64, 64}), InputError);
}

TEST(RationalSchemes, CoefficientsDecideTheRing) {
  RationalScheme scheme = strassen();
  for (Rational& value : scheme.summands[2][0]) value = value * Rational{3, 1};
  for (Rational& value : scheme.summands[2][1]) value = value * Rational{1, 3};
  EXPECT_EQ(require_right_somewhere(scheme, "x"), Ring::rationals);
  for (Rational& value : scheme.summands[2][1]) value = value * Rational{-3, 1};
  for (Rational& value : scheme.summands[2][2]) value = value * Rational{-1, 3};
  for (Rational& value : scheme.summands[2][0]) value = value * Rational{2, 1};
  EXPECT_NE(refusal(scheme).find("is 2 and must be 1"), std::string::npos) << refusal(scheme);
  EXPECT_EQ(ring_of_coefficients(scheme), Ring::rationals);
}

/// Coefficients near 2^62 whose products cancel: no 64- or 128-bit sum would do.
TEST(RationalSchemes, HugeCoefficientsAreExact) {
  RationalScheme scheme = to_rational(standard_scheme({1, 1, 1}));
  const std::int64_t huge = (std::int64_t{1} << 61) - 1;
  const auto row = [](std::int64_t value) { return Row{{value, 1}}; };
  scheme.summands.push_back({row(huge), row(huge), row(huge)});
  scheme.summands.push_back({row(huge), row(-huge), row(huge)});
  EXPECT_FALSE(first_wrong_entry(scheme));
  scheme.summands.back()[2] = row(huge - 1);
  const auto wrong = first_wrong_entry(scheme);
  ASSERT_TRUE(wrong);
  EXPECT_FALSE(wrong->found);
}

TEST(RationalSchemes, WhatIsWrongIsNamed) {
  RationalScheme scheme = strassen();
  scheme.summands[3][1].assign(4, {});
  EXPECT_EQ(refusal(scheme), "x: summand 4 has a zero factor b");
  scheme = strassen();
  scheme.summands[0][2].pop_back();
  EXPECT_EQ(refusal(scheme), "x: factor c of summand 1 has 3 entries, but a 2 x 2 matrix has 4");
  scheme = strassen();
  scheme.summands[1][0][2] = {-1, 1};
  EXPECT_EQ(require_right_somewhere(scheme, "x"), Ring::f2);
  scheme.summands[1][0][2] = {2, 1};
  EXPECT_NE(refusal(scheme).find("the coefficient of a21 b11 c12 is 2 and must be 1"), std::string::npos) << refusal(scheme);
  scheme.summands[1][0][2] = {1, 2};
  EXPECT_THROW((void)reduce_modulo_2(scheme, "x"), InputError);
}

}  // namespace
}  // namespace wreath::flip
