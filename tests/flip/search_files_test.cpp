// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <utility>

#include "flip/search/files.hpp"
#include "kept_run.hpp"
#include "temporary_folder.hpp"
#include "wreath/flip.hpp"

namespace wreath::flip {
namespace {

class SearchWithFiles : public ::testing::Test {
 protected:
  SearchOptions options(std::uint64_t target) const {
    return {.machine = {.threads = 1},
            .target = target,
            .files = {.output = folder_.file("best.json"), .folder = folder_.file("pool")}};
  }
  std::size_t written_rank() const { return read_scheme(folder_.file("best.json")).rank(); }

  test::TestFolder folder_;
};

TEST_F(SearchWithFiles, KeepsTheBestThePoolAndACheckpoint) {
  Search search({2, 2, 2}, options(7), test::KeptRun({.checkpoint = folder_.file("run.ck")}));
  EXPECT_EQ(written_rank(), 8U);  // the start, at once
  EXPECT_TRUE(search.run());
  EXPECT_TRUE(search.result().output_written);
  EXPECT_FALSE(search.result().earlier_output);
  EXPECT_EQ(written_rank(), 7U);
  EXPECT_EQ(scheme_files_in(folder_.file("pool")).size(), search.kept(1).size());
  EXPECT_TRUE(std::filesystem::exists(folder_.file("run.ck")));
}

TEST_F(SearchWithFiles, KeepsWhatLifts) {
  SearchOptions keeps = options(7);
  keeps.files.keep_lifting = true;
  Search search({2, 2, 2}, keeps);
  EXPECT_TRUE(search.run());
  const LiftCounts& lifts = search.result().lifts;
  EXPECT_GT(lifts.tried, 0U);
  EXPECT_EQ(lifts.lifted(), lifts.tried);  // all schemes of rank 7 are Strassen's in other bases
  EXPECT_EQ(lifts.left, 0U);
  const SchemeFolder lifted = open_schemes(folder_.file("pool/ZT"));
  EXPECT_EQ(lifted.schemes.size(), lifts.ternary);
  for (const KnownScheme& scheme : lifted.schemes) EXPECT_EQ(scheme.ring, Ring::ternary);
  keeps.files.folder.clear();
  EXPECT_THROW(Search({2, 2, 2}, keeps), InputError);
}

TEST_F(SearchWithFiles, ContinuesFromItsCheckpoint) {
  SearchOptions first = options(0);
  first.steps = 1000;
  EXPECT_TRUE(Search({2, 2, 2}, first, test::KeptRun({.checkpoint = folder_.file("run.ck")})).run());
  SearchOptions second = first;
  second.steps = 2000;
  const RunFiles again{.resume = folder_.file("run.ck")};
  Search search({2, 2, 2}, second, test::KeptRun(again));
  EXPECT_EQ(search.result().steps, 1000U);
  EXPECT_TRUE(search.run());
  EXPECT_EQ(search.result().steps, 2000U);
  second.seed = 2;
  EXPECT_THROW(Search({2, 2, 2}, second, test::KeptRun(again)), InputError);
}

TEST_F(SearchWithFiles, LeavesABetterSchemeAlone) {
  ASSERT_TRUE(Search({2, 2, 2}, options(7)).run());
  Search again({2, 2, 2}, options(8));
  EXPECT_TRUE(again.run());
  EXPECT_FALSE(again.result().output_written);
  EXPECT_EQ(again.result().earlier_output, 7U);
  EXPECT_EQ(written_rank(), 7U);
  EXPECT_THROW(Search({2, 2, 3}, options(0)), InputError);  // a scheme of another shape
}

TEST_F(SearchWithFiles, LeavesASchemeWithMoreRecursiveCallsAlone) {
  const Shape shape = open_tensor("gt:2");
  const Scheme standard = standard_scheme(shape);
  ASSERT_EQ(same_calls_of(standard, Ring::f2), 4U);
  write_scheme(folder_.file("best.json"), to_rational(standard), Ring::f2);
  SearchOptions settings = options(0);
  settings.prefer_recursive = true;
  SearchKeeper keeper(shape, settings, {});
  EXPECT_FALSE(keeper.take(standard, 3));
  EXPECT_FALSE(keeper.take(standard, 4));
  EXPECT_TRUE(keeper.take(standard, 5));
}

TEST_F(SearchWithFiles, NeverOverwritesWhatIsNotAScheme) {
  SearchOptions search = options(7);
  search.files.output = folder_.file("notes.txt");
  for (const char* content : {"my notes", "2 2 2 1\n1 0 0 0\n1 0 0 0\n1 0 0 0\n"}) {
    test::write_text(search.files.output, content);
    EXPECT_THROW(Search({2, 2, 2}, search), InputError);
    EXPECT_EQ(test::read_text(search.files.output), content);
  }
  test::write_text(search.files.output, "");  // nothing is lost
  EXPECT_TRUE(Search({2, 2, 2}, search).run());
  EXPECT_EQ(read_scheme(search.files.output).rank(), 7U);
}

TEST_F(SearchWithFiles, StartsFromAFolder) {
  ASSERT_TRUE(Search({2, 2, 2}, options(7)).run());
  SearchOptions from;
  from.files.starts = {folder_.file("pool"), "2x2x2"};
  const Search search({2, 2, 2}, from);
  EXPECT_EQ(search.settings().starts.size(), scheme_files_in(folder_.file("pool")).size() + 1);
  EXPECT_EQ(search.settings().start_names.back(), "2x2x2");
  EXPECT_EQ(search.result().bests.back().scheme.rank(), 7U);
  from.symmetry = Symmetry::c3;
  from.cubes = {2};
  EXPECT_THROW(Search({2, 2, 2}, from), InputError);  // starts bring their own
}

TEST_F(SearchWithFiles, AStopIsNotTheEnd) {
  RunControl run;
  run.request_stop(StopReason::time);
  Search search({3, 3, 3}, options(23), &run);
  EXPECT_FALSE(search.run(&run));
  EXPECT_EQ(run.stop_reason(), StopReason::time);
}

TEST_F(SearchWithFiles, StepsThatEndBeforeTheTargetAreAReason) {
  SearchOptions few = options(1);  // a target out of reach
  few.steps = 100;
  RunControl run;
  EXPECT_FALSE(Search({2, 2, 2}, few).run(&run));
  EXPECT_EQ(run.stop_reason(), StopReason::steps);
  RunControl other;
  few.target = 0;
  few.files.output.clear();
  EXPECT_TRUE(Search({2, 2, 2}, few).run(&other));  // all that was asked for
  EXPECT_EQ(other.stop_reason(), StopReason::none);
}

TEST(SearchPool, TakesWhatAnotherSearchKeeps) {
  Search one({2, 2, 2}, {.machine = {.threads = 1}, .target = 7});
  ASSERT_TRUE(one.run());
  Search two({2, 2, 2}, {.machine = {.threads = 1}, .target = 7});
  const std::vector<Scheme> kept = one.kept(0);
  EXPECT_EQ(two.add_to_pool(kept), kept.size());
  EXPECT_EQ(two.add_to_pool(kept), 0U);  // they are known
  EXPECT_TRUE(two.result().reached);
  Search other({2, 2, 3}, {.machine = {.threads = 1}});
  EXPECT_THROW(other.add_to_pool(kept), InputError);
}

TEST(Names, AreReadAsTheyAreWritten) {
  for (const Symmetry each : {Symmetry::none, Symmetry::c2, Symmetry::c3, Symmetry::c6})
    EXPECT_EQ(parse_symmetry(to_string(each)), each);
  for (const Ring each : {Ring::f2, Ring::ternary, Ring::integers, Ring::rationals}) EXPECT_EQ(parse_ring(to_string(each)), each);
  for (const Method each : {Method::automatic, Method::thread, Method::warp}) EXPECT_EQ(parse_method(to_string(each)), each);
  EXPECT_EQ(parse_derivation("blocks"), Derivation::blocks);
  EXPECT_EQ(parse_scheme_format("npy"), SchemeFormat::npy);
  EXPECT_THROW((void)parse_symmetry("c4"), InputError);
  EXPECT_THROW((void)parse_method("pairs"), InputError);
}

}  // namespace
}  // namespace wreath::flip
