// SPDX-License-Identifier: MIT
#include "bench/paper/experiment.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "bench/paper/measure.hpp"
#include "bench/paper/semigroup_runs.hpp"

namespace wreath::paper {
namespace {

TEST(Row, RatioIsAboveOneWhereOursIsBetter) {
  EXPECT_DOUBLE_EQ(*time_row("a", "b", 30, 3).ratio(), 10);
  EXPECT_DOUBLE_EQ(*(Row{"a", "b", "B/s", 2, 6, "", Better::more}).ratio(), 3);
  EXPECT_DOUBLE_EQ(*count_row("a", "b", "", 31103, 31103).ratio(), 1);
}

TEST(Row, HasNoRatioWhereASideIsMissingOrZero) {
  EXPECT_FALSE(time_row("a", "b", 30, std::nullopt).ratio());
  EXPECT_FALSE(time_row("a", "b", std::nullopt, 3).ratio());
  EXPECT_FALSE(count_row("a", "b", "", 0, 0).ratio());
}

TEST(Row, SizesThatDifferAreComparedPerPoint) {
  const Row same = timing_row("a", "b", {10, 1000}, Timing{2, 1000});
  EXPECT_EQ(same.unit, "s");
  EXPECT_DOUBLE_EQ(*same.ratio(), 5);
  const Row other = timing_row("a", "b", {10, 1000}, Timing{2, 100}, "note");
  EXPECT_EQ(other.unit, "ns/point");
  EXPECT_DOUBLE_EQ(*other.paper, 1e7);
  EXPECT_DOUBLE_EQ(*other.ratio(), 0.5);
  EXPECT_EQ(other.note, "the paper: 10 s for 1,000 points; ours: 2.00 s for 100; note");
  EXPECT_EQ(timing_row("a", "b", {10, 1000}, std::nullopt).unit, "s");
}

TEST(Row, ValuesReadAsPeopleWriteThem) {
  EXPECT_EQ(format_value(std::nullopt, "s"), "-");
  EXPECT_EQ(format_value(123000, "s"), "123000 s");
  EXPECT_EQ(format_value(7505009, ""), "7,505,009");
  EXPECT_EQ(format_value(302, "ns"), "302 ns");
  EXPECT_EQ(format_value(1287.2, "ns/point"), "1,287 ns/point");
  EXPECT_EQ(format_value(3.14159, ""), "3.14");
  EXPECT_EQ(format_value(5859e6, "B/s"), "5859 MB/s");
  EXPECT_EQ(format_value(99.93, "%"), "99.93%");
  EXPECT_EQ(format_ratio(std::nullopt), "-");
  EXPECT_EQ(format_ratio(5041.2), "5041");
}

TEST(GrowthExponent, IsThatOfAPower) {
  EXPECT_FALSE(growth_exponent({10}, {1}));
  EXPECT_NEAR(*growth_exponent({10, 20, 40}, {3, 12, 48}), 2, 1e-12);
}

TEST(Experiments, HaveTheNamesOfTheTablesAndFigures) {
  std::set<std::string> names;
  for (const Experiment& experiment : experiments()) {
    EXPECT_TRUE(names.insert(experiment.name).second) << experiment.name;
    EXPECT_FALSE(experiment.paper.empty() || experiment.what.empty() || experiment.machine.empty()) << experiment.name;
    EXPECT_EQ(find_experiment(experiment.name), &experiment);
  }
  for (int number = 1; number <= 8; ++number) {
    EXPECT_TRUE(names.contains(fmt::format("semigroups-table-{}", number)));
    EXPECT_TRUE(names.contains(fmt::format("permutations-table-{}", number)));
    EXPECT_TRUE(names.contains(fmt::format("words-figure-{}", number + 1)));
  }
  EXPECT_TRUE(names.contains("words-constants") && names.contains("flips-time-to-47") && names.contains("flips-figure-2"));
  EXPECT_EQ(names.size(), 27U);
  EXPECT_EQ(find_experiment("zebra"), nullptr);
}

/// Tables 5 to 8: the columns of each line sum to its total, as far as the paper rounds.
TEST(SemigroupCases, HoldThePapersNumbers) {
  for (const SemigroupCase& which : semigroup_cases()) {
    for (const Profile& profile : {which.cpu, which.gpu, which.gpu_plus}) {
      double sum = 0;
      for (std::size_t column = 1; column < profile.size(); ++column) sum += profile[column];
      EXPECT_NEAR(sum / profile[0], 1, 0.1) << which.name;
    }
  }
}

TEST(PartRun, StopsWithTheWholeAndAtItsOwnLimit) {
  RunControl whole;
  PartRun part(whole, 1000, 5);
  part.run().report({"work", 4, 0, "elements"});
  EXPECT_FALSE(part.run().should_stop());
  part.run().report({"work", 5, 0, "elements"});
  EXPECT_TRUE(part.run().should_stop());
  EXPECT_FALSE(whole.should_stop());
  PartRun other(whole, 1000);
  whole.request_stop(StopReason::interrupted);
  other.run().report({"work", 1, 0, "elements"});
  EXPECT_EQ(other.run().stop_reason(), StopReason::interrupted);
}

TEST(Json, MissingNumbersAreNull) {
  Report report;
  report.add(time_row("a", "b", 30, std::nullopt, "no GPU here"));
  report.add(Series{});  // without points: left out
  report.add(Series{"line", "n", "", "time", "s", true, true, {1, 2}, {3, 4}, "paper"});
  const Json json = to_json(experiments()[0], report, "this machine", true);
  EXPECT_EQ(json["rows"][0]["paper"], 30);
  EXPECT_TRUE(json["rows"][0]["ours"].is_null() && json["rows"][0]["ratio"].is_null());
  ASSERT_EQ(json["series"].size(), 1U);
  EXPECT_EQ(json["series"][0]["source"], "paper");
  EXPECT_EQ(json["series"][0]["y"][1], 4);
}

}  // namespace
}  // namespace wreath::paper
