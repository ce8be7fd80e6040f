// SPDX-License-Identifier: MIT
#include "wreath/run.hpp"

#include <gtest/gtest.h>

namespace wreath {
namespace {

TEST(RunControl, GoesOnUntilAsked) {
  RunControl run;
  EXPECT_FALSE(run.should_stop());
  run.request_stop(StopReason::target);
  run.request_stop(StopReason::time);
  EXPECT_TRUE(run.should_stop());
  EXPECT_EQ(run.stop_reason(), StopReason::target);  // the first reason stays
}

TEST(RunControl, StopsWhenTheTimeIsUp) {
  RunControl run;
  run.limit_time(1e6);
  EXPECT_FALSE(run.should_stop());
  run.limit_time(0);
  EXPECT_TRUE(run.should_stop());
  EXPECT_EQ(run.stop_reason(), StopReason::time);
}

TEST(RunControl, StopsWhenTheMemoryIsUp) {
  RunControl run;
  EXPECT_GT(run.memory_left(), 0U);  // without a limit: what the machine has
  run.limit_memory(std::uint64_t{1} << 50);
  EXPECT_LT(run.memory_left(), std::uint64_t{1} << 50);  // what the process holds already is not left
  EXPECT_FALSE(run.should_stop());
  RunControl tight;
  tight.limit_memory(1);
  EXPECT_EQ(tight.memory_left(), 0U);
  EXPECT_TRUE(tight.should_stop());
  EXPECT_EQ(tight.stop_reason(), StopReason::memory);
}

TEST(RunControl, AddsUpPhases) {
  RunControl run;
  { const auto timer = run.phase("a"); }
  { const auto timer = run.phase("b"); }
  { const auto timer = run.phase("a"); }
  ASSERT_EQ(run.phases().size(), 2U);
  EXPECT_EQ(run.phases()[0].name, "a");
  EXPECT_GE(run.phases()[0].seconds, 0);
}

TEST(RunControl, PassesProgressOn) {
  RunControl run;
  run.report({"nobody listens", 1, 2, "points"});
  std::uint64_t heard = 0;
  run.listen([&](const Progress& progress) { heard = progress.done; });
  run.report({"multiply", 5, 10, "points"});
  EXPECT_EQ(heard, 5U);
}

}  // namespace
}  // namespace wreath
