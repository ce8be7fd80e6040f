// SPDX-License-Identifier: MIT
//
// Products that are decided by a sample of their points.
#include <gtest/gtest.h>

#include "perm/plan/plan.hpp"
#include "core/arrays/ram/move.hpp"
#include "perm/reference.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {
namespace {

using Index32 = std::uint32_t;

Plan sampled_plan(std::size_t points, std::size_t sample, unsigned threads) {
  Plan plan{.task = {.source = points, .target = points}};
  plan.ram = arrays::default_plan(arrays::Move::gather, points, points, sizeof(Index32), threads);
  plan.ram.sample = sample;
  plan.memory = arrays::scratch_bytes(arrays::Move::gather, points, points, sizeof(Index32), plan.ram);
  return plan;
}

TEST(Forecast, ASampledProductIsTheProduct) {
  for (const std::size_t points : {100U, 5000U, 100'003U}) {
    for (const std::size_t sample : {1U, 64U, 1000U}) {
      for (const bool combine : {false, true}) {
        const std::uint64_t seed = points + sample;
        const auto x = test::random_map<Index32>(points, points, seed);
        const auto y = test::random_map<Index32>(points, points, seed + 1);
        std::vector<Index32> z(points);
        Plan plan = sampled_plan(points, sample, 3);
        plan.ram.write_combine = combine;
        plan.memory = arrays::scratch_bytes(arrays::Move::gather, points, points, sizeof(Index32), plan.ram);
        RunControl run;
        multiply_by_plan<Index32, Index32>(x, y, z, plan, {}, &run);
        EXPECT_EQ(z, test::multiply_reference(x, y)) << "seed " << seed;
        ASSERT_EQ(run.choices().size(), 2U);
        EXPECT_NE(run.choices()[1].why.find("points: "), std::string::npos) << run.choices()[1].why;
      }
    }
  }
}

TEST(Forecast, AProductInPlaceIsNotOverwrittenByItsSample) {
  auto x = test::random_map<Index32>(10'000, 10'000, 1);
  const auto y = test::random_map<Index32>(10'000, 10'000, 2);
  const auto expected = test::multiply_reference(x, y);
  multiply_by_plan<Index32, Index32>(x, y, x, sampled_plan(x.size(), 500, 2), {}, nullptr);
  EXPECT_EQ(x, expected);
}

TEST(Forecast, NamesTheFirstIndexThatIsNotAPoint) {
  for (const std::size_t bad : {3U, 9000U}) {  // in the sample, and past it
    auto x = test::random_map<Index32>(10'000, 10'000, 1);
    const auto y = test::random_map<Index32>(10'000, 10'000, 2);
    x[bad] = 10'000;
    std::vector<Index32> z(x.size());
    try {
      multiply_by_plan<Index32, Index32>(x, y, z, sampled_plan(x.size(), 500, 2), {}, nullptr);
      FAIL() << "nothing was thrown";
    } catch (const PointError& error) {
      EXPECT_EQ(error.index, bad);
    }
  }
}

TEST(Forecast, OnlyLargeProductsAreSampled) {
  const arrays::Caches caches{.l3 = std::size_t{32} << 20};
  const auto sample = [&](Operation operation, std::size_t points) {
    return arrays::default_plan(move_of(operation), points, points, 4, 2, caches).sample;
  };
  EXPECT_EQ(sample(Operation::multiply, std::size_t{1} << 24), 0U);  // twice the cache
  EXPECT_EQ(sample(Operation::multiply, std::size_t{1} << 28), std::size_t{1} << 20);
  EXPECT_EQ(sample(Operation::multiply, std::size_t{1} << 30), std::size_t{1} << 21);
  EXPECT_EQ(sample(Operation::inverse, std::size_t{1} << 28), 0U);
  EXPECT_EQ(arrays::default_plan(arrays::Move::gather, std::size_t{1} << 26, std::size_t{1} << 34, 4, 2, caches).sample, 0U);
}

}  // namespace
}  // namespace wreath::perm
