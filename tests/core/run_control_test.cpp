// SPDX-License-Identifier: MIT
#include "wreath/run.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "core/run/machine.hpp"
#include "core/run/record.hpp"
#include "core/run/signals.hpp"
#include "temporary_folder.hpp"

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
  EXPECT_GT(run.memory_limit(), 0U);  // without a limit: what the machine has
  run.limit_memory(std::uint64_t{1} << 50);
  EXPECT_FALSE(run.should_stop());
  RunControl tight;
  tight.limit_memory(1);
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

TEST(SignalGuard, FirstSignalAsksAndTheSecondWouldKill) {
  RunControl run;
  {
    const SignalGuard guard(run);
    EXPECT_FALSE(run.should_stop());
    std::raise(SIGINT);
    EXPECT_EQ(run.stop_reason(), StopReason::interrupted);
    struct sigaction action {};
    sigaction(SIGINT, nullptr, &action);
    EXPECT_EQ(action.sa_handler, SIG_DFL);
  }
  struct sigaction action {};
  sigaction(SIGTERM, nullptr, &action);
  EXPECT_EQ(action.sa_handler, SIG_DFL);
}

TEST(Record, HoldsWhatIsNeededToRepeatTheRun) {
  RunControl run;
  run.note_backend("cpu", "asked for");
  { const auto timer = run.phase("work"); }
  const Json record = make_record({"wreath perm random 8 -o x.npy", 42, 2, "some GPU"}, run, {{"answer", 6}}, {});
  EXPECT_EQ(record["command"], "wreath perm random 8 -o x.npy");
  EXPECT_EQ(record["seed"], 42);
  EXPECT_EQ(record["version"], version());
  EXPECT_EQ(record["machine"]["gpu"], "some GPU");
  EXPECT_GE(record["machine"]["cores"], 1);
  EXPECT_EQ(record["backend"]["why"], "asked for");
  EXPECT_EQ(record["phases"][0]["name"], "work");
  EXPECT_EQ(record["results"]["answer"], 6);
  EXPECT_EQ(record["ended"], "done");
  EXPECT_EQ(record["date"].get<std::string>().size(), 20U);
  run.request_stop(StopReason::time);
  EXPECT_EQ(make_record({}, run, {}, {})["ended"], "time");
  const test::TemporaryFolder folder;
  write_json(folder.file("r.json"), record);
  EXPECT_EQ(Json::parse(test::read_text(folder.file("r.json"))), record);
}

TEST(Machine, KnowsItself) {
  const Machine& machine = this_machine();
  EXPECT_GE(machine.cores, 1U);
  EXPECT_GT(machine.memory, std::uint64_t{1} << 26);
  EXPECT_FALSE(machine.cpu.empty());
  EXPECT_LE(available_memory(), machine.memory);
  EXPECT_GT(resident_memory(), 0U);
  EXPECT_GE(peak_resident_memory(), std::uint64_t{1} << 20);
  Machine small;
  small.caches = {{1, 100, 64, 1}, {2, 200, 64, 1}};
  EXPECT_EQ(small.cache_bytes(1), 100U);
  EXPECT_EQ(small.cache_bytes(3), 200U);
}

}  // namespace
}  // namespace wreath
