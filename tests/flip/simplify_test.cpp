// SPDX-License-Identifier: MIT
#include "wreath/flip/simplify.hpp"

#include <gtest/gtest.h>

#include "flip/known_schemes.hpp"

namespace wreath::flip {
namespace {

/// Adds t times row y to row x of the factors at a position, and takes t times column x from column y in those before it.
void add_index(RationalScheme& scheme, unsigned position, unsigned x, unsigned y, std::int64_t t) {
  const unsigned other = (position + 2) % 3;
  const unsigned width = scheme.shape.columns(position);
  const unsigned side = scheme.shape.rows(position);
  for (auto& summand : scheme.summands) {
    for (unsigned k = 0; k < width; ++k)
      summand[position][x * width + k].numerator += t * summand[position][y * width + k].numerator;
    for (unsigned k = 0; k < scheme.shape.rows(other); ++k)
      summand[other][k * side + y].numerator -= t * summand[other][k * side + x].numerator;
  }
}

RationalScheme in_a_bad_basis(RationalScheme scheme, std::uint64_t seed) {
  RandomStream random(seed, 0);
  for (int k = 0; k < 6; ++k) {
    const unsigned position = random.below(3);
    const unsigned side = scheme.shape.rows(position);
    const unsigned x = random.below(side);
    add_index(scheme, position, x, (x + 1 + random.below(side - 1)) % side, random.below(2) != 0 ? 1 : -1);
  }
  return scheme;
}

TEST(Simplify, UndoesChangesOfBasis) {
  const RationalScheme large = product(strassen(), standard_rational_scheme({3, 2, 5}));  // factors of up to 60 entries
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    for (const RationalScheme& scheme : {strassen(), large}) {
      const RationalScheme bad = in_a_bad_basis(scheme, seed);
      require_valid(bad, "bad");
      const Simplified found = simplify(bad, {.seed = seed, .walks = 2, .rounds = 200, .threads = 2});
      EXPECT_EQ(found.excess_before, excess_of(bad));
      EXPECT_EQ(found.excess, 0U) << to_string(scheme.shape) << " seed " << seed;
      EXPECT_EQ(found.ring, Ring::ternary);
      EXPECT_LE(found.scheme.rank(), scheme.rank());
      require_valid(found.scheme, "simplified");
    }
  }
}

TEST(Simplify, DependsOnWalksAndRoundsNotOnThreads) {
  RationalScheme bad = product(strassen(), strassen());
  add_index(bad, 0, 0, 1, 300);  // far more steps than two rounds have
  RunControl run;
  const Simplified one = simplify(bad, {.seed = 3, .walks = 3, .rounds = 2, .threads = 1}, &run);
  EXPECT_EQ(one.scheme, simplify(bad, {.seed = 3, .walks = 3, .rounds = 2, .threads = 3}).scheme);
  EXPECT_LE(one.excess, one.excess_before);
  EXPECT_GT(one.excess, 0U);
  EXPECT_EQ(one.rounds, 2U);
  EXPECT_EQ(run.stop_reason(), StopReason::steps);
}

TEST(Simplify, RefusesWhatIsNotAnIntegerScheme) {
  RationalScheme halves = strassen();
  for (Rational& value : halves.summands[0][0]) value = value * Rational{1, 2};
  for (Rational& value : halves.summands[0][1]) value = value * Rational{2, 1};
  EXPECT_THROW((void)simplify(halves), InputError);
  RationalScheme wrong = strassen();
  wrong.summands.pop_back();
  EXPECT_THROW((void)simplify(wrong), InputError);
  RationalScheme huge = strassen();
  add_index(huge, 1, 0, 1, 5000);
  EXPECT_THROW((void)simplify(huge), InputError);
  EXPECT_EQ(simplify(strassen()).rounds, 0U);
}

}  // namespace
}  // namespace wreath::flip
