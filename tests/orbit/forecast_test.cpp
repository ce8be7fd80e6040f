// SPDX-License-Identifier: MIT
//
// What a search is expected to take, and how much of its time is left.
#include <gtest/gtest.h>

#include "orbit/remaining_time.hpp"
#include "wreath/orbit.hpp"

namespace wreath::orbit {
namespace {

Forecast forecast_of_family(const char* name, std::uint64_t memory, Method method = Method::automatic) {
  const Generators generators = make_family(name);
  Search search(generators, parse_start("", generators),
                {.machine = {.backend = BackendChoice::cpu, .threads = 2}, .method = method});
  RunControl run;
  run.limit_memory(memory);
  run.measure_memory([] { return std::uint64_t{0}; });
  return search.forecast(&run);
}

constexpr std::uint64_t kGibibyte = std::uint64_t{1} << 30;

TEST(OrbitForecast, GrowsWithTheStates) {
  double before = 0;
  for (const char* name : {"lrx:9", "lrx:10", "lrx:11", "lrx:12", "lrx:13"}) {
    const Forecast forecast = forecast_of_family(name, 4 * kGibibyte);
    ASSERT_TRUE(forecast.seconds) << name;
    EXPECT_GT(*forecast.seconds, before) << name;
    EXPECT_TRUE(forecast.completes) << name;
    EXPECT_LT(forecast.memory, 4 * kGibibyte);
    before = *forecast.seconds;
  }
  EXPECT_FALSE(forecast_of_family("lrx:9", kGibibyte).is_large());
}

TEST(OrbitForecast, SaysWhatFitsOtherwise) {
  const Forecast forecast = forecast_of_family("rubik-edges", kGibibyte);
  EXPECT_FALSE(forecast.completes);
  EXPECT_TRUE(forecast.is_large());
  ASSERT_TRUE(forecast.fitting);
  EXPECT_LT(*forecast.fitting, std::uint64_t{1} << 30);
  EXPECT_NE(forecast.instead.find("What would fit"), std::string::npos);
  EXPECT_LE(forecast.memory, kGibibyte);
}

TEST(OrbitForecast, IsOpenIfTheStatesAreNotCounted) {
  const Forecast forecast = forecast_of_family("sl:3,5", kGibibyte);
  EXPECT_FALSE(forecast.seconds);
  EXPECT_TRUE(forecast.completes);
}

TEST(OrbitForecast, ComesBeforeTheTables) {
  const Generators generators = make_family("k-cycles:12,3");
  Search search(generators, parse_start("", generators), {.machine = {.backend = BackendChoice::cpu}});
  RunControl run;
  EXPECT_TRUE(search.forecast(&run).seconds);
  for (const Phase& phase : run.phases()) EXPECT_TRUE(phase.name != "tables" || phase.seconds < 1) << phase.seconds;
}

TEST(OrbitForecast, TheTimeLeftEndsAtNothing) {
  const RemainingTime by_rate({}, 1, 1'000'000);
  EXPECT_LT(by_rate.left(1, 2), 0);  // too early
  double before = 1e9;
  for (const std::uint64_t states : {100'000ULL, 400'000ULL, 500'000ULL, 900'000ULL, 1'000'000ULL}) {
    const double left = by_rate.left(10, states);
    EXPECT_LT(left, before);
    before = left;
  }
  EXPECT_EQ(before, 0);
  EXPECT_NEAR(by_rate.left(10, 500'000), 10, 3);  // half of the states, half of the time
  const RemainingTime with_forecast(100, 1, 1'000'000);
  EXPECT_NEAR(with_forecast.left(1, 2), 99, 1);
  EXPECT_EQ(with_forecast.left(50, 1'000'000), 0);
  EXPECT_LT(RemainingTime(100, 1, 0).left(1, 5), 0);
}

}  // namespace
}  // namespace wreath::orbit
