// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>

#include "core/data/rng.hpp"
#include "core/run/memory.hpp"
#include "orbit/code_levels.hpp"
#include "orbit/spaces.hpp"
#include "temporary_folder.hpp"

namespace wreath::orbit {
namespace {

using Codes = std::vector<std::uint64_t>;

void check_search(const std::shared_ptr<const CodeMoves>& moves, const Codes& starts, const CodeSearchOptions& options,
                  const std::string& what) {
  const std::vector<Codes> expected = test::levels_by_definition(*moves, starts);
  CodeSearch search(moves, starts, options);
  ASSERT_TRUE(search.run()) << what;
  ASSERT_EQ(search.levels().size(), expected.size()) << what;
  std::uint64_t states = 0;
  for (std::size_t level = 0; level < expected.size(); ++level) {
    EXPECT_EQ(search.levels()[level] * moves->words(), expected[level].size()) << what << ", level " << level;
    states += search.levels()[level];
    if (options.keep_levels || level + 1 == expected.size()) {
      EXPECT_EQ(search.level(level), expected[level]) << what << ", level " << level;
    } else if (level + 2 < expected.size()) {
      EXPECT_THROW((void)search.level(level), InputError) << what;
    }
  }
  EXPECT_EQ(search.states(), states);
  if (!options.keep_levels) return;
  for (std::size_t level = 0; level < expected.size(); ++level) {
    const std::span<const std::uint64_t> code = std::span(expected[level]).last(moves->words());
    EXPECT_EQ(search.distance(code), level) << what;
    const auto path = search.path(code);
    ASSERT_TRUE(path) << what;
    EXPECT_EQ(path->moves.size(), level) << what;
    EXPECT_TRUE(std::ranges::equal(std::span(path->codes).last(moves->words()), code)) << what;
  }
}

template <class S>
void check_all(const S& space, const std::vector<std::uint64_t>& tables, bool undirected, const Codes& starts,
               const std::string& what) {
  for (const bool keep : {false, true}) {
    for (const unsigned threads : {1U, 3U}) {
      check_search(moves_of(space, tables, undirected), starts,
                   {.machine = {.backend = BackendChoice::cpu, .threads = threads}, .keep_levels = keep}, what);
    }
  }
}

TEST(CodeSearch, NumbersModuloAPrime) {
  check_all(test::Doubling{101}, {}, false, {1}, "doubling");
  CodeSearch search(moves_of(test::Doubling{101}), {1}, {.keep_levels = true});
  EXPECT_TRUE(search.run());
  EXPECT_EQ(search.states(), 101U);
  EXPECT_EQ(Codes(search.levels().begin(), search.levels().begin() + 6), (Codes{1, 1, 2, 3, 5, 8}));
}

template <unsigned Words>
void check_scattered(std::uint64_t seed) {
  RandomStream random(seed, Words);
  test::Scattered<Words> space{1 + random.below(600), 1 + random.below(5), seed, random.below(3)};
  std::vector<std::uint64_t> tables;
  for (std::uint32_t i = 0; i < space.steps; ++i) tables.push_back(random.below(1000));
  Codes starts;
  for (std::uint32_t i = 0; i < 1 + random.below(3); ++i) {
    const auto code = space.code_of(random.below(static_cast<std::uint32_t>(space.count)));
    starts.insert(starts.end(), code.words, code.words + Words);
  }
  check_all(space, tables, space.steps != 0, starts, "seed " + std::to_string(seed) + ", words " + std::to_string(Words));
}

TEST(CodeSearch, RandomGraphs) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    check_scattered<1>(seed);
    check_scattered<2>(seed);
    check_scattered<4>(seed);
  }
}

TEST(CodeSearch, StopsAtACodeAndContinues) {
  CodeSearch search(moves_of(test::Doubling{1000003}), {1}, {.keep_levels = true});
  const Codes target{64};
  EXPECT_TRUE(search.run_until(target));
  EXPECT_EQ(search.levels().size(), 7U);
  EXPECT_FALSE(search.complete());
  EXPECT_EQ(search.path(target)->moves, std::vector<unsigned>(6, 0U));
  EXPECT_TRUE(search.run_until(target));  // it has it
  EXPECT_FALSE(search.run_to(9));
  EXPECT_EQ(search.levels().size(), 10U);
  CodeSearch whole(moves_of(test::Doubling{1000003}), {1});
  EXPECT_TRUE(whole.run());
  EXPECT_TRUE(search.run());
  EXPECT_EQ(search.levels(), whole.levels());
  EXPECT_FALSE(search.path(Codes{1000003}));
}

TEST(CodeSearch, ACodeOfALevelThatWasMadeBeforeIsFound) {
  const wreath::test::TestFolder folder;
  const auto moves = moves_of(test::Doubling{1009});
  const CodeSearchOptions keep{.keep_levels = true};
  CodeSearch search(moves, {1}, keep);
  RunControl run;
  run.keep_in({.checkpoint = folder.file("search.ck")});
  search.run_to(8, &run);
  EXPECT_TRUE(search.run_until(Codes{1}));
  EXPECT_TRUE(search.run_until(Codes{4}));
  EXPECT_EQ(search.levels().size(), 9U);
  CodeSearch resumed(moves, {1}, keep);
  RunControl again;
  again.keep_in({.resume = folder.file("search.ck")});
  EXPECT_TRUE(resumed.run_until(Codes{4}, &again));
  EXPECT_EQ(resumed.levels().size(), 9U);
  EXPECT_TRUE(search.run());
  EXPECT_TRUE(search.run_until(Codes{4}));
  EXPECT_FALSE(search.run_until(Codes{1009}));
}

TEST(CodeSearch, Checkpoints) {
  const wreath::test::TestFolder folder;
  const std::string file = folder.file("search.ck");
  const auto moves = moves_of(test::Scattered<2>{5000, 3, 7, 0});
  const auto start = test::Scattered<2>{5000, 3, 7, 0}.code_of(0);
  const Codes starts{start.words[0], start.words[1]};
  CodeSearch whole(moves, starts);
  whole.run();
  {
    RunControl run;
    run.keep_in({.checkpoint = file});
    CodeSearch search(moves, starts);
    run.request_stop(StopReason::interrupted);
    EXPECT_FALSE(search.run(&run));
  }
  for (std::uint64_t depth = 1; depth < whole.levels().size() + 2; ++depth) {
    RunControl run;
    run.keep_in(std::filesystem::exists(file) ? RunFiles{.resume = file} : RunFiles{.checkpoint = file});
    CodeSearch search(moves, starts);
    search.run_to(depth, &run);
    if (search.complete()) {
      EXPECT_EQ(search.levels(), whole.levels());
      break;
    }
  }
}

TEST(CodeSearch, WrongInputs) {
  EXPECT_THROW(CodeSearch(moves_of(test::Doubling{5}), {}), InputError);
  EXPECT_THROW(CodeSearch(moves_of(test::Doubling{5}), {~std::uint64_t{0}}), InputError);
  CodeSearch search(moves_of(test::Doubling{5}), {1}, {.machine = {.backend = BackendChoice::cpu}});
  search.run();
  EXPECT_THROW((void)search.path(Codes{1}), InputError);
  EXPECT_THROW((void)search.run_until(Codes{1, 2}), InputError);
}

TEST(CodeLevels, AreTheSameForAnyThreads) {
  const test::Scattered<1> space{20000, 1, 3, 0};
  const auto moves = moves_of(space);
  const auto one = make_code_levels(moves, {5}, true, 1);
  const auto other = make_code_levels(moves, {5}, true, 3);
  RunControl run;
  for (std::uint64_t level = 1; const std::uint64_t found = one->expand(run); ++level) {
    ASSERT_EQ(other->expand(run), found);
    Codes first(found);
    Codes second(found);
    one->read(level, 0, first);
    other->read(level, 0, second);
    sort_codes(first, 1);
    sort_codes(second, 1);
    EXPECT_EQ(first, second);
  }
  EXPECT_FALSE(one->restart(Codes{5}.data()));
}

// A search that is restarted would count again what it forgot.
TEST(CodeLevels, AreForgottenOnlyIfTheyMayBe) {
  const test::Scattered<4> space{200000, 1, 11, 2};
  const auto moves = moves_of(space, {1, 377}, true);
  const auto code = space.code_of(5);
  const Codes start(code.words, code.words + 4);
  for (const bool may_forget : {true, false}) {
    RunControl run;
    constexpr std::uint64_t kLimit = std::uint64_t{256} << 20;
    run.limit_memory(kLimit);
    run.measure_memory([&] { return run.choice("codes").empty() ? kLimit : std::uint64_t{0}; });
    const auto levels = make_code_levels(moves, start, false, 2, may_forget);
    const auto complete = [&] {
      while (levels->expand(run) != 0) continue;
    };
    if (may_forget) {
      complete();
    } else {
      EXPECT_THROW(complete(), MemoryError);
    }
    EXPECT_EQ(levels->restart(start.data()), may_forget);
  }
}

}  // namespace
}  // namespace wreath::orbit
