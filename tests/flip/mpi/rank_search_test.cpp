// SPDX-License-Identifier: MIT
//
// Searches by several ranks: what one finds all get, rank 0 writes it, and a search of given steps repeats.
#include <gtest/gtest.h>

#include "core/mpi/thread_ranks.hpp"
#include "kept_run.hpp"
#include "temporary_folder.hpp"
#include "wreath/flip.hpp"

namespace wreath::flip {
namespace {

using mpi::Communicator;
using mpi::test::run_ranks;

constexpr Shape kShape{3, 3, 3};

SearchOptions small_search() {
  return {.machine = {.backend = BackendChoice::cpu, .threads = 1}, .seed = 5, .steps = 400'000, .walks = 8};
}

/// What each rank has in the end.
std::vector<SearchResult> search(int count, const SearchOptions& options, const RunFiles& files = {}) {
  std::vector<SearchResult> results(static_cast<std::size_t>(count));
  run_ranks(count, {.message_limit = 1000}, [&](Communicator& ranks) {
    SearchOptions mine = options;
    mine.machine.cluster = Cluster(ranks);
    Search found(kShape, mine, wreath::test::KeptRun(files));
    found.run();
    results[static_cast<std::size_t>(ranks.rank())] = found.result();
  });
  return results;
}

class RankSearchTest : public testing::TestWithParam<int> {};

TEST_P(RankSearchTest, AllRanksEndWithTheBestAndRankZeroWritesIt) {
  const wreath::test::TestFolder folder;
  SearchOptions options = small_search();
  options.files.output = folder.file("best.txt");
  const std::vector<SearchResult> results = search(GetParam(), options);
  const Scheme& best = results[0].bests.back().scheme;
  for (const SearchResult& result : results) {
    EXPECT_EQ(result.bests.back().scheme.rank(), best.rank());
    EXPECT_EQ(result.walks, 8U * static_cast<unsigned>(GetParam()));
    EXPECT_EQ(result.flips, results[0].flips);
  }
  EXPECT_EQ(read_scheme(options.files.output).rank(), best.rank());
  EXPECT_TRUE(results[0].output_written);
}

TEST_P(RankSearchTest, ASearchOfGivenStepsRepeats) {
  const std::vector<SearchResult> first = search(GetParam(), small_search());
  const std::vector<SearchResult> second = search(GetParam(), small_search());
  for (std::size_t r = 0; r < first.size(); ++r) {
    EXPECT_EQ(first[r].flips, second[r].flips);
    EXPECT_EQ(first[r].restarts, second[r].restarts);
    EXPECT_EQ(first[r].bests.back().scheme.summands, second[r].bests.back().scheme.summands);
  }
}

TEST_P(RankSearchTest, OneRankIsTheSearchOfOneProcess) {
  Search alone(kShape, small_search());
  alone.run();
  const SearchResult by_rank = search(1, small_search())[0];
  EXPECT_EQ(by_rank.flips, alone.result().flips);
  EXPECT_EQ(by_rank.bests.back().scheme.summands, alone.result().bests.back().scheme.summands);
}

TEST_P(RankSearchTest, ACheckpointHasTheCountsOfAllRanks) {
  const wreath::test::TestFolder folder;
  SearchOptions options = small_search();
  const SearchResult first = search(GetParam(), options, {.checkpoint = folder.file("state")})[0];
  const RunFiles again{.resume = folder.file("state")};
  options.steps *= 2;
  const SearchResult second = search(GetParam(), options, again)[0];
  EXPECT_GT(second.flips, first.flips);
  EXPECT_GE(second.restarts, first.restarts);
  options.steps = 0;
  options.target = 27;  // reached: nothing is added
  EXPECT_GE(search(GetParam(), options, again)[0].flips, second.flips);
}

TEST_P(RankSearchTest, TheTargetEndsAllRanks) {
  SearchOptions options = small_search();
  options.steps = 0;
  options.target = 24;
  for (const SearchResult& result : search(GetParam(), options)) EXPECT_TRUE(result.reached);
}

TEST_P(RankSearchTest, AFileThatCannotBeWrittenIsTheErrorOfAllRanks) {
  SearchOptions options = small_search();
  options.files.output = "/nowhere/at/all/best.txt";
  run_ranks(GetParam(), {}, [&](Communicator& ranks) {
    SearchOptions mine = options;
    mine.machine.cluster = Cluster(ranks);
    EXPECT_THROW(Search(kShape, mine), Error);
    EXPECT_TRUE(ranks.failed_together());
  });
}

INSTANTIATE_TEST_SUITE_P(Ranks, RankSearchTest, testing::Values(1, 2, 3));

}  // namespace
}  // namespace wreath::flip
