// SPDX-License-Identifier: MIT
//
// What the planner decides, without doing any of it.
#include "perm/plan/plan.hpp"

#include <gtest/gtest.h>

#include "core/run/memory.hpp"
#include "temporary_folder.hpp"

namespace wreath::perm {
namespace {

using wreath::test::message_of;

constexpr std::uint64_t kMega = std::uint64_t{1} << 20;

/// A file of points of four bytes, and a run with a limit on memory.
class PlanFiles : public testing::Test {
 protected:
  Plan plan(Work work, std::uint64_t memory, const RankResources* ranks = nullptr) {
    RunControl run;
    run.measure_memory([] { return std::uint64_t{0}; });
    run.limit_memory(memory);
    return plan_files(task(work), options_, run, ranks);
  }
  Task task(Work work) const {
    return {.work = work,
            .source = points_,
            .target = points_,
            .point_bytes = width_,
            .value_bytes = width_,
            .in_file = in_file_,
            .keeps = keeps_,
            .x = "x.npy",
            .doing = "the work"};
  }

  std::uint64_t points_ = 16 * kMega;
  unsigned width_ = 4;
  bool in_file_ = true;
  bool keeps_ = false;
  FileOptions options_{.machine = {.backend = BackendChoice::cpu, .threads = 2}};
};

TEST_F(PlanFiles, StayInMemoryWhereTheyFit) {
  for (const Work work : {Work::multiply, Work::inverse, Work::divide, Work::random, Work::check, Work::convert}) {
    const Plan planned = plan(work, 1024 * kMega);
    EXPECT_EQ(planned.where, Where::ram);
    EXPECT_LE(planned.memory, 1024 * kMega);
    EXPECT_EQ(planned.passes, 0);
  }
}

TEST_F(PlanFiles, GoToDiskWhereTheyDoNotFit) {
  struct Sizes {
    Work work;
    std::uint64_t memory;
    const char* method;
    int passes;
  };
  for (const Sizes& c : {Sizes{Work::multiply, 72, "partition", 8},
                         {Work::inverse, 100, "resident", 2},
                         {Work::inverse, 50, "partition", 4},
                         {Work::divide, 150, "resident", 3},
                         {Work::divide, 60, "partition", 7},
                         {Work::random, 60, "", 1},
                         {Work::check, 60, "", 1}}) {
    const Plan planned = plan(c.work, c.memory * kMega);
    EXPECT_EQ(planned.where, Where::disk) << c.memory;
    EXPECT_EQ(planned.method, c.method) << c.memory;
    EXPECT_EQ(planned.passes, c.passes) << c.memory;
    EXPECT_LE(planned.memory, c.memory * kMega);
    EXPECT_EQ(planned.scratch > points_ * 4, planned.method == "partition") << c.memory;
  }
}

TEST_F(PlanFiles, OfFiveBytesAreWorkedOnOnDisk) {
  width_ = 5;
  EXPECT_EQ(plan(Work::multiply, 4096 * kMega).method, "resident");
}

TEST_F(PlanFiles, AreConvertedInHardlyAnyMemory) {
  EXPECT_LE(plan(Work::convert, 8 * kMega).memory, 8 * kMega);
}

TEST_F(PlanFiles, ThatCameThroughAStreamStayInMemory) {
  in_file_ = false;
  EXPECT_NE(message_of<ResourceError>([&] { plan(Work::inverse, 60 * kMega); }).find("the work needs 130.0 MiB of memory"),
            std::string::npos);
}

// Lack of host memory is distinguished from that of other resources, for which more --memory does not help.
TEST_F(PlanFiles, LackOfMemoryIsItsOwnError) {
  for (const Work work : {Work::multiply, Work::inverse, Work::divide, Work::power, Work::cycles, Work::orbits, Work::random}) {
    EXPECT_THROW(plan_disk(task(work), options_, 1), MemoryError);
    EXPECT_THROW(plan(work, 1), MemoryError);
  }
}

// The slices of what passes by do not count in a plan, but in what a message names.
TEST_F(PlanFiles, MessagesCountSlices) {
  for (const Work work : {Work::identity, Work::check, Work::convert}) {
    RunControl run;
    run.measure_memory([] { return std::uint64_t{1}; });
    run.limit_memory(1);
    const std::string text = message_of<MemoryError>([&] { plan_files(task(work), options_, run, nullptr); });
    EXPECT_NE(text.find("the work needs 10.1 MiB of memory and none is available beside the"), std::string::npos) << text;
    EXPECT_NE(text.find("; give at least memory "), std::string::npos) << text;
  }
}

TEST_F(PlanFiles, MessagesNameALargerMachineIfThisOneIsTooSmall) {
  RunControl run;
  run.limit_memory(1);
  const auto needs = [&](std::uint64_t bytes) {
    return message_of<ResourceError>([&] { require_memory(bytes, &run, "the work"); });
  };
  EXPECT_FALSE(needs(1).ends_with(", on a larger machine")) << needs(1);
  EXPECT_TRUE(needs(std::uint64_t{1} << 60).ends_with("M, on a larger machine")) << needs(std::uint64_t{1} << 60);
}

TEST_F(PlanFiles, ByPhasesWhereTheyAreToBeResumed) {
  keeps_ = true;
  EXPECT_EQ(plan(Work::inverse, 100 * kMega).method, "partition");
  EXPECT_THROW(plan(Work::inverse, 1024 * kMega), InputError);
  EXPECT_EQ(plan(Work::multiply, 1024 * kMega).where, Where::ram);
}

TEST_F(PlanFiles, OfRanksAreExchangedOrRefused) {
  const RankResources ranks{.ranks = 4, .one_machine = false, .memory = 1024 * kMega, .threads = 3};
  const Plan planned = plan(Work::multiply, 1024 * kMega, &ranks);
  EXPECT_EQ(planned.where, Where::ranks);
  EXPECT_EQ(planned.ranks.exchange, Exchange::messages);
  RunControl run;
  note(planned, run);
  EXPECT_EQ(run.choice("backend"), "cpu");
  EXPECT_EQ(run.choice("ranks"), "4");
  EXPECT_EQ(run.choice("exchange"), "messages");
  options_.verify = Verify::all;
  EXPECT_THROW(plan(Work::multiply, 1024 * kMega, &ranks), InputError);
  options_.verify = Verify::none;
  options_.method = Method::loop;  // a method of one process
  EXPECT_THROW(plan(Work::multiply, 1024 * kMega, &ranks), InputError);
}

// Ranks that were asked to use GPUs do not turn to CPUs where the GPUs are full.
TEST_F(PlanFiles, OfRanksWithFullGpusAreRefused) {
  const RankResources ranks{.ranks = 4, .one_machine = true, .memory = 1024 * kMega, .threads = 3, .gpu_memory = 0};
  EXPECT_THROW(plan(Work::multiply, 1024 * kMega, &ranks), ResourceError);
}

// What is noted is what users and run records know the machines by.
TEST_F(PlanFiles, AreNotedByTheirBackendAlgorithmAndStorage) {
  RunControl run;
  note(plan(Work::multiply, 72 * kMega), run);
  EXPECT_EQ(run.choice("backend"), "cpu");
  EXPECT_EQ(run.choice("method"), "partition");
  EXPECT_EQ(run.choice("storage"), "disk");
}

}  // namespace
}  // namespace wreath::perm
