// SPDX-License-Identifier: MIT
#include "wreath/natural.hpp"

#include <gtest/gtest.h>

#include "core/data/rng.hpp"

namespace wreath {
namespace {

TEST(Natural, AgreesWithMachineArithmetic) {
  RandomStream random(1, 0);
  for (int round = 0; round < 2000; ++round) {
    const std::uint64_t a = random.next64() >> random.below(64);
    const std::uint64_t b = random.next64() >> random.below(64);
    using Wide = unsigned __int128;
    const Wide product = Wide{a} * b;
    const Natural both = Natural(a) * Natural(b);
    EXPECT_EQ(both.modulo(std::uint64_t{1} << 63), static_cast<std::uint64_t>(product) << 1 >> 1);
    EXPECT_EQ((both / Natural(std::uint64_t{1} << 32) / Natural(std::uint64_t{1} << 32)).small(),
              static_cast<std::uint64_t>(product >> 64));
    EXPECT_EQ((Natural(a) + Natural(b) - Natural(b)).small(), a);
    EXPECT_EQ((Natural(a) <=> Natural(b)), a <=> b);
    if (b != 0) {
      EXPECT_EQ((Natural(a) / Natural(b)).small(), a / b);
      EXPECT_EQ(both / Natural(b), Natural(a));
    }
    EXPECT_EQ(Natural(a).text(), std::to_string(a));
    EXPECT_EQ(both.small().has_value(), product >> 64 == 0);
  }
}

TEST(Natural, PrintsFactorials) {
  Natural factorial = 1;
  for (std::uint64_t i = 1; i <= 30; ++i) factorial *= i;
  EXPECT_EQ(factorial.text(), "265252859812191058636308480000000");
  EXPECT_EQ((Natural(1000000000) * Natural(1000000000) * Natural(1000000000)).text(), "1000000000000000000000000000");
  EXPECT_EQ(Natural().text(), "0");
}

TEST(Natural, CalculatesLikeThePencil) {
  Natural factorial = 1;
  for (std::uint64_t i = 2; i <= 30; ++i) factorial *= i;
  EXPECT_EQ(factorial.text(), "265252859812191058636308480000000");
  Natural sum = factorial;
  sum += factorial;
  sum -= factorial;
  EXPECT_EQ(sum, factorial);
  EXPECT_FALSE(sum.small());
  EXPECT_EQ(sum.modulo(31), 30U);  // Wilson
  for (std::uint64_t i = 2; i <= 30; ++i) EXPECT_EQ(sum.divide(i), 0U);
  EXPECT_EQ(sum.small(), 1U);
  EXPECT_EQ(Natural().text(), "0");
  Natural power = 1;
  for (int i = 0; i < 64; ++i) power += Natural(power);
  EXPECT_EQ(power.text(), "18446744073709551616");
  EXPECT_EQ(power.bits(), 65U);
  power -= 1;
  EXPECT_EQ(power.small(), 18446744073709551615U);
}

TEST(Natural, DividesWhatItMultiplied) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RandomStream random(seed, 0);
    const auto draw = [&] {
      Natural number = 1 + random.below(1000);
      for (std::uint32_t limbs = random.below(5); limbs > 0; --limbs) number = number * random.next64() + random.next64();
      return number + 1;
    };
    const Natural a = draw();
    const Natural b = draw();
    const Natural rest = draw();
    EXPECT_EQ(a * b / b, a);
    EXPECT_EQ(a * b, b * a);
    if (rest < b) {
      EXPECT_EQ((a * b + rest) / b, a);
    }
    EXPECT_EQ((a * b).modulo(1'000'003), Natural(a.modulo(1'000'003) * b.modulo(1'000'003)).modulo(1'000'003));
  }
}

}  // namespace
}  // namespace wreath
