// SPDX-License-Identifier: MIT
#include "core/run/memory.hpp"
#include "wreath/machine.hpp"
#include "wreath/run.hpp"

#include <gtest/gtest.h>

#include <chrono>

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

TEST(RunControl, ReasonsAndBackendsHaveNames) {
  EXPECT_EQ(to_string(StopReason::none), "none");
  EXPECT_EQ(to_string(StopReason::target), "target");
  EXPECT_EQ(to_string(StopReason::steps), "steps");
  EXPECT_EQ(parse_backend("auto"), BackendChoice::automatic);
  EXPECT_EQ(parse_backend("cuda"), BackendChoice::cuda);
  EXPECT_THROW((void)parse_backend("gpu"), InputError);
}

TEST(RunControl, AResumedRunKeepsItsCheckpointUnlessAnotherIsNamed) {
  EXPECT_TRUE(RunFiles().empty());
  EXPECT_EQ(RunFiles({.checkpoint = "a.ck"}).kept_in(), "a.ck");
  EXPECT_EQ(RunFiles({.resume = "b.ck"}).kept_in(), "b.ck");
  EXPECT_EQ(RunFiles({.checkpoint = "a.ck", .resume = "b.ck"}).kept_in(), "a.ck");
}

TEST(RunControl, StopsWhenTheTimeIsUp) {
  RunControl run;
  run.limit_time(1e6);
  EXPECT_FALSE(run.should_stop());
  run.limit_time(0);
  EXPECT_TRUE(run.should_stop());
  EXPECT_EQ(run.stop_reason(), StopReason::time);
}

TEST(RunControl, TimeDoesNotEndWhatIsUntimed) {
  RunControl run;
  run.limit_time(0);
  {
    const auto untimed = run.untimed();
    EXPECT_FALSE(run.should_stop());
  }
  EXPECT_TRUE(run.should_stop());
  RunControl free;
  { const auto untimed = free.untimed(); }
  EXPECT_FALSE(free.should_stop());  // there is no limit, and none comes of it
  RunControl interrupted;
  interrupted.limit_time(1e6);
  const auto untimed = interrupted.untimed();
  interrupted.request_stop(StopReason::interrupted);
  EXPECT_TRUE(interrupted.should_stop());
}

TEST(RunControl, UntimedScopesNest) {
  RunControl run;
  run.limit_time(0);
  {
    const auto outer = run.untimed();
    {
      const auto inner = run.untimed();
      EXPECT_FALSE(run.should_stop());
    }
    EXPECT_FALSE(run.should_stop());  // the outer one still holds
  }
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

TEST(RunControl, DoesNotStopAnEngineThatMindsTheMemory) {
  RunControl run;
  RunControl other;
  run.limit_memory(1);
  other.limit_memory(1);
  {
    const OwnMemory outer(run);
    {
      const OwnMemory inner(run);
      EXPECT_FALSE(run.should_stop());
    }
    EXPECT_FALSE(run.should_stop());  // the outer one still holds
    EXPECT_EQ(run.memory_left(), 0U);
    EXPECT_TRUE(other.should_stop());
  }
  RunControl measured;
  measured.limit_memory(1);
  measured.measure_memory([] { return std::uint64_t{2}; });
  {
    const OwnMemory own(measured);
    EXPECT_FALSE(measured.should_stop());
  }
  EXPECT_TRUE(measured.should_stop());
  EXPECT_EQ(measured.stop_reason(), StopReason::memory);
}

TEST(RunControl, AddsUpPhases) {
  RunControl run;
  run.add_phase("a", 0.5);
  run.add_phase("b", 2);
  run.add_phase("a", 1);
  ASSERT_EQ(run.phases().size(), 2U);
  EXPECT_EQ(run.phases()[0].name, "a");
  EXPECT_EQ(run.phases()[0].seconds, 1.5);
  EXPECT_EQ(run.phases()[1].name, "b");
  EXPECT_EQ(run.phases()[1].seconds, 2);
}

TEST(RunControl, TimesAPhaseFromItsBeginningToItsEnd) {
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  RunControl run;
  Clock::duration inside{};
  const Clock::time_point before = Clock::now();
  {
    const auto timer = run.phase("work");
    const Clock::time_point begin = Clock::now();
    while (inside == Clock::duration::zero()) inside = Clock::now() - begin;
    EXPECT_TRUE(run.phases().empty());
  }
  const Clock::duration around = Clock::now() - before;
  ASSERT_EQ(run.phases().size(), 1U);
  EXPECT_GE(run.phases()[0].seconds, Seconds(inside).count());
  EXPECT_LE(run.phases()[0].seconds, Seconds(around).count());
}

TEST(RunControl, PassesProgressOn) {
  RunControl run;
  run.report({"nobody listens", 1, 2, "points"});
  std::uint64_t heard = 0;
  run.listen([&](const Progress& progress) { heard = progress.done; });
  run.report({"multiply", 5, 10, "points"});
  EXPECT_EQ(heard, 5U);
}

TEST(RunControl, ProcessesOfAMachineShareItsMemory) {
  const RunControl run;
  const std::uint64_t alone = run.memory_left();
  share_machine(8);
  const std::uint64_t shared = run.memory_left();
  share_machine(0);              // none is one
  EXPECT_LT(shared, alone / 4);  // what is free changes meanwhile, but not that much
  EXPECT_GT(run.memory_left(), shared);
}

}  // namespace
}  // namespace wreath
