// SPDX-License-Identifier: MIT
#include "core/algebra/finite_ring.hpp"

#include <gtest/gtest.h>

#include "wreath/run.hpp"

namespace wreath {
namespace {

std::vector<std::uint32_t> orders() {
  std::vector<std::uint32_t> all = FiniteRing::prime_powers();
  for (const std::uint32_t prime : {2U, 3U, 5U, 7U, 13U, 251U}) all.push_back(prime);
  return all;
}

class FiniteFieldTest : public testing::TestWithParam<std::uint32_t> {};

TEST_P(FiniteFieldTest, IsAField) {
  const FiniteRing field = FiniteRing::field(GetParam());
  const std::uint32_t q = field.size();
  EXPECT_TRUE(field.is_field());
  for (std::uint32_t a = 0; a < q; ++a) {
    EXPECT_EQ(field.add(a, field.negative(a)), 0U);
    EXPECT_EQ(field.multiply(a, 1), a);
    if (a != 0) EXPECT_EQ(field.multiply(a, field.inverse(a)), 1U);
    for (std::uint32_t b = 0; b < q; b += 1 + q / 20) {
      EXPECT_EQ(field.add(a, b), field.add(b, a));
      EXPECT_EQ(field.multiply(a, b), field.multiply(b, a));
      for (std::uint32_t c = 0; c < q; c += 1 + q / 9) {
        EXPECT_EQ(field.multiply(a, field.add(b, c)), field.add(field.multiply(a, b), field.multiply(a, c)));
        EXPECT_EQ(field.multiply(a, field.multiply(b, c)), field.multiply(field.multiply(a, b), c));
      }
    }
  }
}

TEST_P(FiniteFieldTest, ItsRootGeneratesAllUnits) {
  const FiniteRing field = FiniteRing::field(GetParam());
  std::uint32_t order = 1;
  for (std::uint32_t x = field.root(); x != 1; x = field.multiply(x, field.root())) ++order;
  EXPECT_EQ(order, field.size() - 1);
}

/// What Conway polynomials are for: the norm of the root is the root of the prime field.
TEST_P(FiniteFieldTest, TheNormOfTheRootIsTheLeastRootOfThePrimeField) {
  const FiniteRing field = FiniteRing::field(GetParam());
  std::uint32_t prime = 2;
  while (field.size() % prime != 0) ++prime;
  EXPECT_EQ(field.power(field.root(), (field.size() - 1) / (prime - 1)), prime == 2 ? 1 : FiniteRing(prime).root());
}

INSTANTIATE_TEST_SUITE_P(Orders, FiniteFieldTest, testing::ValuesIn(orders()));

TEST(FiniteRing, IntegersModuloM) {
  const FiniteRing ring(12);
  EXPECT_FALSE(ring.is_field());
  EXPECT_EQ(ring.add(7, 8), 3U);
  EXPECT_EQ(ring.multiply(7, 8), 8U);
  EXPECT_EQ(ring.negative(5), 7U);
  EXPECT_THROW((void)FiniteRing::field(6), InputError);
  EXPECT_THROW((void)FiniteRing::field(343), InputError);
}

}  // namespace
}  // namespace wreath
