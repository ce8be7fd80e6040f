// SPDX-License-Identifier: MIT
//
// A search on the cores that another one joins. Here both walk on the cores, so that the machine does not matter.
#include "flip/search/race.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <future>

#include "core/run/program_end.hpp"
#include "kept_run.hpp"
#include "temporary_folder.hpp"
#include "wreath/flip.hpp"

namespace wreath::flip {

/// What the public header hides.
struct SearchParts {
  using State = Search::State;
  using Race = Search::Race;

  static void join(Search& search, Race::Make make) { search.race_ = std::make_unique<Race>(std::move(make), 0.0); }
  static void end_race(Search& search) { search.race_.reset(); }
};

namespace {

constexpr Shape kRaced{3, 3, 3};
constexpr std::uint64_t kOther = 77;  // the seed of the search that joins

SearchOptions options_of(std::uint64_t seed, std::uint64_t target) {
  SearchOptions options;
  options.machine.backend = BackendChoice::cpu;
  options.machine.threads = 1;
  options.walks = 4;
  options.seed = seed;
  options.target = target;
  return options;
}

SearchParts::Race::Make maker(std::uint64_t target) {
  return [target](RunControl& own) { return std::make_unique<SearchParts::State>(kRaced, options_of(kOther, target), own); };
}

TEST(SearchRace, TheSearchThatJoinsTakesOverBestsFilesAndListeners) {
  const test::TestFolder folder;
  SearchOptions options = options_of(1, 20);  // which nobody reaches
  options.files.output = folder.file("best.txt");
  test::KeptRun run({.checkpoint = folder.file("run.ck")});
  Search search(kRaced, options, &run);
  std::vector<std::size_t> heard;
  search.listen([&](const Discovery& best) { heard.push_back(best.scheme.rank()); });
  SearchParts::join(search, maker(20));
  const auto seed = [&] { return search.settings().seed; };
  while (seed() != kOther) ASSERT_TRUE(search.advance(&run));
  const std::uint64_t flips = search.result().flips;
  EXPECT_GT(flips, 0U);
  for (int batch = 0; batch < 20; ++batch) ASSERT_TRUE(search.advance(&run));
  EXPECT_GT(search.result().flips, flips);
  EXPECT_EQ(search.result().walks, 8U);  // of both
  const auto& bests = search.result().bests;
  ASSERT_EQ(heard.size(), bests.size());  // each once
  for (std::size_t k = 0; k < bests.size(); ++k) EXPECT_EQ(bests[k].scheme.rank(), heard[k]);
  for (std::size_t k = 1; k < bests.size(); ++k) EXPECT_LT(heard[k], heard[k - 1]);
  EXPECT_FALSE(first_wrong_entry(bests.back().scheme));
  EXPECT_EQ(read_scheme(options.files.output).rank(), heard.back());
  EXPECT_FALSE(search.kept(0).empty());
  EXPECT_NE(run.choice("backend"), "");
  search.save_files();
  SearchOptions again = options_of(kOther, 20);  // the checkpoint is that of the search that joined
  test::KeptRun other({.resume = folder.file("run.ck")});
  EXPECT_EQ(Search(kRaced, again, &other).result().bests.back().scheme.rank(), heard.back());
}

TEST(SearchRace, EndsAtTheTargetWhoeverFindsIt) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    RunControl run;
    Search search(kRaced, options_of(seed, 23), &run);
    SearchParts::join(search, maker(23));
    EXPECT_TRUE(search.run(&run)) << seed;
    EXPECT_EQ(search.result().bests.back().scheme.rank(), 23U);
  }
}

TEST(SearchRace, ASearchThatEndsFirstDoesNotWaitForTheOther) {
  promise_end_program();  // otherwise it waits
  std::promise<void> begun;
  std::promise<void> ended;
  const std::shared_future<void> end = ended.get_future().share();
  RunControl run;
  Search search(kRaced, options_of(1, 23), &run);
  SearchParts::join(search, [&begun, end](RunControl&) {
    begun.set_value();
    end.wait();
    return std::unique_ptr<SearchParts::State>();
  });
  ASSERT_TRUE(search.advance(&run));
  begun.get_future().wait();
  EXPECT_TRUE(search.run(&run));
  SearchParts::end_race(search);
  promise_end_program(false);
  ended.set_value();
}

TEST(SearchRace, GoesOnAloneIfThereIsNoOtherMachine) {
  const SearchParts::Race::Make without = [](RunControl&) { return std::unique_ptr<SearchParts::State>(); };
  const SearchParts::Race::Make failing = [](RunControl&) -> std::unique_ptr<SearchParts::State> {
    throw ResourceError("the GPU has no memory");
  };
  for (const auto& make : {without, failing}) {
    RunControl run;
    Search search(kRaced, options_of(1, 20), &run);
    SearchParts::join(search, make);
    const auto why = [&] { return std::ranges::find(run.choices(), "backend", &Choice::what)->why; };
    while (why() == "asked for") ASSERT_TRUE(search.advance(&run));
    EXPECT_EQ(run.choice("backend"), "cpu");
    EXPECT_EQ(search.settings().seed, 1U);
    EXPECT_TRUE(search.advance(&run));
  }
}

TEST(SearchRace, IsForTargetsIfTheMachineIsLeftOpen) {
  SearchOptions options;
  options.target = 23;
  const bool has_cuda = begins_on_cores(options);  // built with CUDA
  const auto with = [&](auto change) {
    SearchOptions changed = options;
    change(changed);
    return begins_on_cores(changed);
  };
  EXPECT_FALSE(with([](SearchOptions& one) { one.target = 0; }));
  EXPECT_FALSE(with([](SearchOptions& one) { one.steps = 100; }));  // repeats exactly
  EXPECT_FALSE(with([](SearchOptions& one) { one.walks = 8; }));
  EXPECT_FALSE(with([](SearchOptions& one) { one.machine.backend = BackendChoice::cpu; }));
  EXPECT_FALSE(with([](SearchOptions& one) { one.machine.backend = BackendChoice::cuda; }));
  EXPECT_FALSE(with([](SearchOptions& one) { one.method = Method::warp; }));
  EXPECT_EQ(with([](SearchOptions& one) { one.symmetry = Symmetry::c2; }), has_cuda);
}

}  // namespace
}  // namespace wreath::flip
