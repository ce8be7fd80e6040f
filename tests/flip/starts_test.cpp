// SPDX-License-Identifier: MIT
#include "flip/search/starts.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "wreath/flip.hpp"

namespace wreath::flip {
namespace {

TEST(PolynomialStarts, AreValidAndOfKnownRanks) {
  const std::vector<std::size_t> ranks[] = {{3, 6, 10, 14, 18, 22}, {3, 6, 9, 12, 15, 19}};
  for (const Ring ring : {Ring::f2, Ring::f3}) {
    for (unsigned n = 2; n <= 7; ++n) {
      for (unsigned m = 1; m <= n; ++m) {
        const Shape shape = open_tensor("poly:" + std::to_string(n) + "," + std::to_string(m));
        const auto scheme = polynomial_start(shape, ring);
        ASSERT_TRUE(scheme) << n << " " << m;
        EXPECT_TRUE(is_valid_over(to_walk_scheme(*scheme, ring, "start"), ring)) << n << " " << m;
        if (m == n) EXPECT_EQ(scheme->rank(), ranks[ring == Ring::f3][n - 2]) << n;
      }
    }
  }
  EXPECT_FALSE(polynomial_start(open_tensor("poly:2,2"), Ring::ternary));
  EXPECT_FALSE(polynomial_start(open_tensor("poly:4,4 mod x^4"), Ring::f3));
  EXPECT_FALSE(polynomial_start(open_tensor("poly:30,30"), Ring::f2));  // 59 coefficients
  EXPECT_FALSE(polynomial_start({2, 2, 2}, Ring::f2));
}

TEST(PolynomialStarts, AreTakenOverF3UnlessAStartIsGiven) {
  SearchOptions options;
  options.machine = {.backend = BackendChoice::cpu, .threads = 1};
  options.ring = Ring::f3;
  options.target = 19;
  const Shape shape = open_tensor("poly:7,7");
  Search search(shape, options);
  EXPECT_TRUE(search.run());
  EXPECT_EQ(search.result().bests.back().scheme.rank(), 19u);
  ASSERT_EQ(search.result().derived_starts.size(), 1u);
  EXPECT_EQ(search.result().derived_starts[0].parts, "Chinese remainders");
  options.starts = {to_walk_scheme(standard_rational_scheme(shape), Ring::f3, "standard")};
  EXPECT_TRUE(Search(shape, options).result().derived_starts.empty());
}

TEST(BuiltInSchemes, AreThoseOfTheFolder) {
  const std::vector<Scheme>& schemes = built_in_schemes();
  EXPECT_GE(schemes.size(), 26U);
  for (const Scheme& scheme : schemes) EXPECT_FALSE(first_wrong_entry(scheme)) << to_string(scheme.shape);
}

TEST(Parts, AreTheBestSchemesOrMergesOfThem) {
  const std::vector<Scheme> known{standard_scheme({3, 2, 2}), reduce_modulo_2(to_rational(built_in_schemes().front()), "")};
  ASSERT_EQ(known[1].rank(), 7U);  // Strassen's
  PartSchemes parts(known);
  EXPECT_EQ(parts.rank({2, 2, 2}), 7U);
  EXPECT_EQ(parts.rank({2, 1, 4}), 8U);
  EXPECT_EQ(parts.rank({4, 2, 2}), 14U);
  EXPECT_EQ(parts.rank({4, 4, 4}), 8 * 7U);
  for (const Shape& shape : {Shape{2, 1, 4}, Shape{4, 2, 2}, Shape{2, 5, 4}, Shape{4, 4, 4}}) {
    const Scheme scheme = parts.scheme(shape);
    EXPECT_EQ(scheme.shape, shape);
    EXPECT_EQ(scheme.rank(), parts.rank(shape));
    EXPECT_FALSE(first_wrong_entry(scheme));
  }
}

TEST(AutomaticStarts, AreSchemesOfTheShapeFromSmallerOnes) {
  for (const Shape& shape : {Shape{2, 4, 5}, Shape{5, 3, 4}}) {
    auto automatic = AutomaticStarts::of(shape, {.machine = {.threads = 1}}, false);
    ASSERT_TRUE(automatic);
    RandomStream random(1, 0);
    EXPECT_FALSE(automatic->starts().schemes.empty());  // at once
    while (automatic->advance()) {
    }
    EXPECT_GT(automatic->flips(), 0U);
    const DerivedStarts starts = automatic->starts();
    ASSERT_FALSE(starts.schemes.empty());
    EXPECT_EQ(starts.schemes.size(), starts.names.size());
    for (const Scheme& start : starts.schemes) {
      EXPECT_EQ(start.shape, shape);
      EXPECT_NO_THROW(require_valid(start, "a start"));
    }
    std::size_t count = 0;
    for (const DerivedStart& start : starts.summary()) count += start.count;
    EXPECT_EQ(count, starts.schemes.size());
    const std::size_t merged = shape == Shape{2, 4, 5} ? 34 : 49;  // 26 + 8, 29 + 20
    EXPECT_LE(std::ranges::min(starts.schemes, {}, &Scheme::rank).rank(), merged);
    const Scheme one = automatic->draw(random);
    const Scheme two = automatic->draw(random);
    EXPECT_NO_THROW(require_valid(one, "another start"));
    EXPECT_EQ(one.shape, shape);
    EXPECT_NE(fingerprint(one), fingerprint(two));
  }
}

TEST(AutomaticStarts, AreForLongSidesOnTheCpuIfNoneIsGiven) {
  EXPECT_FALSE(AutomaticStarts::of({4, 4, 4}, {}, false));
  EXPECT_FALSE(AutomaticStarts::of({1, 5, 5}, {}, false));
  EXPECT_FALSE(AutomaticStarts::of({2, 4, 5}, {}, true));
  EXPECT_FALSE(AutomaticStarts::of({5, 5, 5}, {.symmetry = Symmetry::c3}, false));
  EXPECT_FALSE(AutomaticStarts::of({2, 4, 5}, {.starts = {standard_scheme({2, 4, 5})}}, false));
}

TEST(AutomaticStarts, ASearchTakesAndReportsThem) {
  const Search search({2, 2, 5}, {.machine = {.backend = BackendChoice::cpu, .threads = 1}});
  ASSERT_FALSE(search.result().derived_starts.empty());
  EXPECT_EQ(search.result().derived_starts.front().rank, 18U);
  EXPECT_EQ(search.result().bests.back().scheme.rank(), 18U);  // 14 + 4 = 7 + 11
  const Search other({2, 2, 5},
                     {.machine = {.backend = BackendChoice::cpu, .threads = 1}, .starts = {standard_scheme({2, 2, 5})}});
  EXPECT_TRUE(other.result().derived_starts.empty());
  EXPECT_EQ(other.result().bests.back().scheme.rank(), 20U);
}

TEST(AutomaticStarts, AreMadeInBatchesThatCountAndCanBeSaved) {
  const auto options = [](unsigned threads) {
    SearchOptions chosen;
    chosen.machine.backend = BackendChoice::cpu;
    chosen.machine.threads = threads;
    chosen.walks = 4;
    chosen.steps = 20'000;
    return chosen;
  };
  const Shape shape{2, 3, 5};
  Search whole(shape, options(1));
  EXPECT_EQ(whole.result().flips, 0U);  // the constructor does not walk
  std::size_t batches = 0;
  while (whole.advance()) ++batches;
  EXPECT_EQ(whole.result().steps, 20'000U);
  for (const std::size_t cut : {std::size_t{0}, std::size_t{3}, batches / 2, batches - 1}) {
    Search begun(shape, options(2));
    for (std::size_t batch = 0; batch < cut; ++batch) ASSERT_TRUE(begun.advance());
    EXPECT_EQ(begun.result().flips > 0, cut > 0);
    Search resumed(shape, options(1));
    resumed.restore(begun.save());
    EXPECT_EQ(resumed.result().flips, begun.result().flips);
    while (resumed.advance()) {
    }
    EXPECT_EQ(resumed.result().flips, whole.result().flips) << cut;
    EXPECT_EQ(resumed.result().steps, whole.result().steps);
    EXPECT_EQ(resumed.kept(2), whole.kept(2));
    EXPECT_EQ(resumed.result().derived_starts.size(), whole.result().derived_starts.size());
  }
}

}  // namespace
}  // namespace wreath::flip
