// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <limits>

#include "perm/algebra_reference.hpp"
#include "temporary_folder.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {
namespace {

using test::random_permutation;
using wreath::test::message_of;

/// Every way that a product is made.
std::vector<Options> all_options() {
  std::vector<Options> all;
  for (const Method method : {Method::automatic, Method::loop, Method::partition}) {
    for (const unsigned threads : {1U, 3U}) {
      Options options;
      options.method = method;
      options.machine.threads = threads;
      all.push_back(options);
    }
  }
  return all;
}

template <class Point>
std::vector<Point> power_of(const std::vector<Point>& x, std::int64_t exponent, const Options& options = {}) {
  std::vector<Point> z(x.size());
  power<Point>(x, exponent, z, options);
  return z;
}

template <class Point>
class ExpressionTest : public testing::Test {
 protected:
  /// Around the seams of the loops (32, 2^15), as far as the points fit.
  std::vector<std::size_t> sizes() const {
    std::vector<std::size_t> all;
    for (const std::size_t points : {0U, 1U, 2U, 31U, 32U, 33U, 256U, 32767U, 32768U, 32769U, 70000U}) {
      if (points == 0 || points - 1 <= std::numeric_limits<Point>::max()) all.push_back(points);
    }
    return all;
  }
};
using Points = testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(ExpressionTest, Points);

TYPED_TEST(ExpressionTest, PowersAgreeWithMultiplying) {
  for (const std::size_t points : this->sizes()) {
    const auto x = random_permutation<TypeParam>(points, points + 1);
    for (const int exponent : {0, 1, 2, 3, 4, 5, 7, 8, 15, 23, -1, -2, -3, -6, -8}) {
      const auto expected = test::power_reference(x, exponent);
      for (const Options& options : all_options())
        EXPECT_EQ(power_of(x, exponent, options), expected) << points << " points, exponent " << exponent;
    }
  }
}

TYPED_TEST(ExpressionTest, ExponentsAdd) {
  const auto x = random_permutation<TypeParam>(200, 9);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    RandomStream random(seed, 0);
    const auto a = static_cast<std::int64_t>(random.next64()) >> 2;
    const auto b = static_cast<std::int64_t>(random.next64()) >> 2;
    EXPECT_EQ(test::multiply_reference(power_of(x, a), power_of(x, b)), power_of(x, a + b)) << "seed " << seed;
  }
}

TYPED_TEST(ExpressionTest, ToItsOrderItIsTheIdentity) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto x = random_permutation<TypeParam>(100, seed);
    const auto order_of_x = static_cast<std::int64_t>(order(cycle_type<TypeParam>(x)).small().value());
    EXPECT_EQ(power_of(x, order_of_x), test::identity_reference<TypeParam>(100)) << "seed " << seed;
    EXPECT_EQ(power_of(x, -order_of_x), test::identity_reference<TypeParam>(100)) << "seed " << seed;
  }
}

TEST(Power, OfTheSmallestAndTheLargestExponent) {
  const auto x = test::with_cycles<std::uint32_t>({3, 5, 7, 1}, 1);  // order 105
  EXPECT_EQ(power_of(x, std::numeric_limits<std::int64_t>::max()),
            test::power_reference(x, static_cast<int>(std::numeric_limits<std::int64_t>::max() % 105)));
  EXPECT_EQ(power_of(x, std::numeric_limits<std::int64_t>::min()),
            test::power_reference(x, static_cast<int>(std::numeric_limits<std::int64_t>::min() % 105)));
}

TEST(Power, OfAMapThatIsNoPermutation) {
  const auto x = test::random_map<std::uint32_t>(5000, 5000, 4);
  for (const int exponent : {1, 2, 3, 10}) EXPECT_EQ(power_of(x, exponent), test::power_reference(x, exponent)) << exponent;
}

TEST(Power, LeavesTheRestWhenAskedToStop) {
  const auto x = random_permutation<std::uint32_t>(100, 1);
  RunControl run;
  run.request_stop(StopReason::interrupted);
  std::vector<std::uint32_t> z(100, 7);
  power<std::uint32_t>(x, 5, z, {}, &run);
  conjugate<std::uint32_t>(x, x, z, {}, &run);
  EXPECT_EQ(z, std::vector<std::uint32_t>(100, 7));
}

TEST(Power, RefusesWhatItCannotDo) {
  const std::vector<std::uint32_t> x{1, 2, 7, 3};
  std::vector<std::uint32_t> z(4);
  for (const int exponent : {2, 3, 8, -1, -5}) {
    try {
      power<std::uint32_t>(x, exponent, z);
      FAIL() << "nothing was thrown";
    } catch (const PointError& error) {
      EXPECT_EQ(error.index, 2U);
      EXPECT_EQ(error.value, 7U);
    }
  }
  z.resize(3);
  EXPECT_THROW(power<std::uint32_t>(x, 2, z), InputError);
  std::vector<std::uint8_t> wide(300);
  const std::vector<std::uint8_t> zeros(300);
  EXPECT_THROW(power<std::uint8_t>(zeros, 0, wide), InputError);
}

TYPED_TEST(ExpressionTest, RandomWordsAgreeWithTheDefinition) {
  for (const std::size_t points : this->sizes()) {
    std::vector<std::vector<TypeParam>> letters;
    for (std::uint64_t seed = 0; seed < 3; ++seed) letters.push_back(random_permutation<TypeParam>(points, seed));
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      RandomStream random(seed, 1);
      std::vector<Letter<TypeParam>> word(seed % 8);
      for (auto& letter : word) letter = {letters[random.below(3)], random.below(3) == 0};
      const auto expected = test::evaluate_reference(word, points);
      for (const Options& options : all_options()) {
        std::vector<TypeParam> z(points);
        evaluate<TypeParam>(word, z, options);
        EXPECT_EQ(z, expected) << points << " points, seed " << seed;
      }
    }
  }
}

TYPED_TEST(ExpressionTest, ConjugatesAndCommutators) {
  for (const std::size_t points : this->sizes()) {
    const auto x = random_permutation<TypeParam>(points, 1);
    const auto y = random_permutation<TypeParam>(points, 2);
    const std::vector<Letter<TypeParam>> conjugating{{y, true}, {x, false}, {y, false}};
    const std::vector<Letter<TypeParam>> commuting{{x, true}, {y, true}, {x, false}, {y, false}};
    for (const Options& options : all_options()) {
      std::vector<TypeParam> z(points);
      conjugate<TypeParam>(x, y, z, options);
      EXPECT_EQ(z, test::evaluate_reference(conjugating, points)) << points;
      EXPECT_EQ(cycle_type<TypeParam>(z), cycle_type<TypeParam>(x)) << points;
      commutator<TypeParam>(x, y, z, options);
      EXPECT_EQ(z, test::evaluate_reference(commuting, points)) << points;
      EXPECT_EQ(sign(cycle_type<TypeParam>(z)), 1) << points;
      commutator<TypeParam>(x, x, z, options);
      EXPECT_EQ(z, test::identity_reference<TypeParam>(points));
    }
  }
}

// (x*y)^-1 = y^-1*x^-1, and a word times its inverse is nothing.
TYPED_TEST(ExpressionTest, InversesTurnWordsRound) {
  const std::size_t points = this->sizes().back();
  const auto x = random_permutation<TypeParam>(points, 5);
  const auto y = random_permutation<TypeParam>(points, 6);
  for (const Options& options : all_options()) {
    std::vector<TypeParam> product(points);
    std::vector<TypeParam> turned(points);
    evaluate<TypeParam>(std::vector<Letter<TypeParam>>{{x}, {y}}, product, options);
    evaluate<TypeParam>(std::vector<Letter<TypeParam>>{{y, true}, {x, true}}, turned, options);
    EXPECT_EQ(turned, test::inverse_reference(product));
    evaluate<TypeParam>(std::vector<Letter<TypeParam>>{{x}, {y}, {x}, {x, true}, {y, true}, {x, true}}, product, options);
    EXPECT_EQ(product, test::identity_reference<TypeParam>(points));
  }
}

// The relations of the symmetric group, in the word that states them: (s t)^3 = 1, s^2 = 1.
TEST(Evaluate, CoxeterRelations) {
  const std::vector<std::uint8_t> s{1, 0, 2, 3};
  const std::vector<std::uint8_t> t{0, 2, 1, 3};
  std::vector<std::uint8_t> z(4);
  evaluate<std::uint8_t>(std::vector<Letter<std::uint8_t>>{{s}, {t}, {s}, {t}, {s}, {t}}, z);
  EXPECT_EQ(z, (std::vector<std::uint8_t>{0, 1, 2, 3}));
  evaluate<std::uint8_t>(std::vector<Letter<std::uint8_t>>{{s}, {t}}, z);  // s first: 0 -> 1 -> 2
  EXPECT_EQ(z, (std::vector<std::uint8_t>{2, 0, 1, 3}));
}

TEST(Evaluate, NamesTheFirstStrayPointOfALetter) {
  const auto good = random_permutation<std::uint32_t>(100000, 1);
  for (const std::size_t letter : {0U, 1U, 2U}) {
    std::vector<std::vector<std::uint32_t>> letters(4, good);
    letters[letter][77] = 100000;
    letters[letter][99999] = 4000000000U;
    std::vector<Letter<std::uint32_t>> word(letters.begin(), letters.end());
    for (const Options& options : all_options()) {
      std::vector<std::uint32_t> z(good.size());
      try {
        evaluate<std::uint32_t>(word, z, options);
        FAIL() << "nothing was thrown";
      } catch (const PointError& error) {
        EXPECT_EQ(error.index, 77U) << "letter " << letter;
        EXPECT_EQ(error.value, 100000U);
      }
    }
  }
}

TEST(Evaluate, NamesBothSizes) {
  const std::vector<std::uint32_t> x{0, 1, 2};
  const std::vector<std::uint32_t> y{0, 1};
  std::vector<std::uint32_t> z(3);
  const auto names_both = [](const std::string& message) {
    return message.find('3') != std::string::npos && message.find('2') != std::string::npos;
  };
  EXPECT_TRUE(names_both(message_of<InputError>([&] { conjugate<std::uint32_t>(x, y, z); })));
  EXPECT_TRUE(names_both(message_of<InputError>([&] { commutator<std::uint32_t>(y, x, z); })));
  const std::vector<Letter<std::uint32_t>> word{{x}, {y}};
  EXPECT_TRUE(names_both(message_of<InputError>([&] { evaluate<std::uint32_t>(word, z); })));
}

TEST(Evaluate, KeepsWithinItsMemory) {
  RunControl run;
  run.limit_memory(1000);
  const auto x = random_permutation<std::uint32_t>(1000000, 1);
  std::vector<std::uint32_t> z(x.size());
  EXPECT_THROW(conjugate<std::uint32_t>(x, x, z, {}, &run), ResourceError);
}

}  // namespace
}  // namespace wreath::perm
