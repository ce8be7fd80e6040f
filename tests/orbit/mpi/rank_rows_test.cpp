// SPDX-License-Identifier: MIT
//
// Searches by several ranks: the levels do not depend on how many there are, or on whether they share memory.
#include "orbit/mpi/rank_rows.hpp"

#include <gtest/gtest.h>

#include "core/mpi/thread_ranks.hpp"
#include "orbit/orbit_reference.hpp"
#include "kept_run.hpp"
#include "temporary_folder.hpp"

namespace wreath::orbit {
namespace {

using mpi::Communicator;
using mpi::test::run_ranks;

class RankRowsTest : public testing::TestWithParam<int> {};

TEST_P(RankRowsTest, LevelsAreThoseOfOneProcess) {
  for (const char* name : {"lrx:7", "lrx:8", "lx:7", "topspin:7,4", "pancake:7", "cyclic-coxeter:8"}) {
    const Generators generators = make_family(name);
    Search alone(generators, parse_start("", generators), {.machine = {.backend = BackendChoice::cpu, .threads = 1}});
    alone.run();
    for (const bool one_machine : {false, true}) {
      std::vector<std::vector<std::uint64_t>> levels(static_cast<std::size_t>(GetParam()));
      run_ranks(GetParam(), {.one_machine = one_machine, .message_limit = 1000}, [&](Communicator& ranks) {
        Search search(generators, parse_start("", generators), {.machine = {.threads = 1, .cluster = Cluster(ranks)}});
        EXPECT_TRUE(search.run());
        levels[static_cast<std::size_t>(ranks.rank())] = search.levels();
      });
      for (const auto& found : levels) EXPECT_EQ(found, alone.levels()) << name << (one_machine ? " in shared memory" : "");
    }
  }
}

TEST_P(RankRowsTest, AStopOfOneRankStopsAll) {
  const Generators generators = make_family("lrx:8");
  run_ranks(GetParam(), {.message_limit = 1000}, [&](Communicator& ranks) {
    Search search(generators, parse_start("", generators), {.machine = {.threads = 1, .cluster = Cluster(ranks)}});
    EXPECT_FALSE(search.run_to(5));
    EXPECT_EQ(search.levels().size(), 6U);
    RunControl run;
    if (ranks.rank() == ranks.size() - 1) run.request_stop(StopReason::time);
    EXPECT_FALSE(search.run(&run));
    EXPECT_EQ(run.stop_reason(), StopReason::time);
    EXPECT_EQ(search.levels().size(), 6U);
    EXPECT_TRUE(search.run());
    EXPECT_EQ(search.states(), 40320U);
  });
}

TEST_P(RankRowsTest, CheckpointsAreThoseOfOneProcess) {
  for (const char* name : {"lrx:7", "lrx:8", "topspin:7,4"}) {
    const Generators generators = make_family(name);
    Search alone(generators, parse_start("", generators), {.machine = {.backend = BackendChoice::cpu, .threads = 1}});
    alone.run();
    for (const bool one_machine : {false, true}) {
      const wreath::test::TestFolder folder;
      const std::string path = folder.file("run.ck");
      const auto search_to = [&](std::uint64_t depth, bool resume) {
        run_ranks(GetParam(), {.one_machine = one_machine, .message_limit = 1000}, [&](Communicator& ranks) {
          Search search(generators, parse_start("", generators),
                        {.machine = {.backend = BackendChoice::cpu, .threads = 1, .cluster = Cluster(ranks)}});
          search.run_to(depth, wreath::test::KeptRun({.checkpoint = path, .resume = resume ? path : ""}));
          const std::size_t known = std::min<std::size_t>(depth + 1, alone.levels().size());
          EXPECT_EQ(search.levels(), std::vector(alone.levels().begin(), alone.levels().begin() + static_cast<long>(known)))
              << name;
        });
      };
      search_to(6, false);
      search_to(9, true);
      Search search(generators, parse_start("", generators), {.machine = {.backend = BackendChoice::cpu, .threads = 1}});
      EXPECT_FALSE(search.run_to(11, wreath::test::KeptRun({.checkpoint = path, .resume = path})));
      search_to(100, true);
    }
  }
}

TEST_P(RankRowsTest, OtherFormsAreRefusedByAll) {
  const Generators generators = make_family("mathieu:11");
  run_ranks(GetParam(), {.message_limit = 1000}, [&](Communicator& ranks) {
    Search search(generators, parse_start("", generators), {.machine = {.threads = 1, .cluster = Cluster(ranks)}});
    EXPECT_EQ(ranks.size() == 1, [&] {
      try {
        return search.run();
      } catch (const InputError&) {
        return false;
      }
    }());
  });
}

INSTANTIATE_TEST_SUITE_P(Ranks, RankRowsTest, testing::Values(1, 2, 3, 5));

TEST(RankRows, ARotationStaysOnOneRank) {
  const CellSpace space(make_family("lrx:11"));
  const std::vector<int> owners = owners_by_cycles(space, 3);
  std::uint64_t kept = 0;
  std::vector<std::uint64_t> owned(3);
  for (std::uint64_t row = 0; row < space.rows(); ++row) {
    ++owned[static_cast<std::size_t>(owners[row])];
    kept += owners[space.steps(row)[0].row] == owners[row] ? 1 : 0;
  }
  EXPECT_GT(kept, space.rows() * 9 / 10);
  for (const std::uint64_t rows : owned) EXPECT_NEAR(static_cast<double>(rows), static_cast<double>(space.rows()) / 3, 1);
}

}  // namespace
}  // namespace wreath::orbit
