// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>

#include "flip/scheme/symmetry.hpp"
#include "flip/search/pool.hpp"
#include "wreath/flip.hpp"

namespace wreath::flip {
namespace {

SearchOptions options_for(unsigned threads, std::uint64_t seed) {
  SearchOptions options;
  options.machine.backend = BackendChoice::cpu;
  options.machine.threads = threads;
  options.seed = seed;
  options.walks = 6;
  options.steps = 300'000;
  options.plus_after = 2000;
  options.restart_after = 30'000;  // so that walks do restart
  return options;
}

SearchResult run_to_end(Search& search, RunControl& run) {
  while (search.advance(&run)) {
  }
  return search.result();
}

TEST(Search, FindsKnownRanks) {
  const struct {
    Shape shape;
    Symmetry symmetry;
    std::uint64_t rank;
  } cases[] = {{{2, 2, 2}, Symmetry::none, 7},  {{2, 2, 3}, Symmetry::none, 11}, {{3, 3, 3}, Symmetry::none, 23},
               {{2, 3, 4}, Symmetry::none, 20}, {{2, 2, 2}, Symmetry::c3, 7},    {{3, 3, 3}, Symmetry::c3, 23},
               {{4, 4, 4}, Symmetry::c6, 50}};
  for (const auto& [shape, symmetry, rank] : cases) {
    SearchOptions options;
    options.machine.backend = BackendChoice::cpu;
    options.symmetry = symmetry;
    options.target = rank;
    options.steps = 100'000'000;
    RunControl run;
    Search search(shape, options, &run);
    const SearchResult result = run_to_end(search, run);
    EXPECT_TRUE(result.reached) << to_string(shape);
    const Scheme& best = result.bests.back().scheme;
    EXPECT_LE(best.rank(), rank);
    EXPECT_FALSE(first_wrong_entry(best));
    if (symmetry != Symmetry::none) {
      EXPECT_NO_THROW(split_into_orbits(best, symmetry));
    }
  }
}

TEST(Search, RepeatsOnAnyNumberOfThreads) {
  RunControl run;
  Search one({3, 3, 3}, options_for(1, 4), &run);
  Search three({3, 3, 3}, options_for(3, 4), &run);
  const SearchResult first = run_to_end(one, run);
  const SearchResult second = run_to_end(three, run);
  EXPECT_GT(first.restarts, 0u);
  EXPECT_EQ(first.steps, 300'000u);
  EXPECT_EQ(first.flips, second.flips);
  EXPECT_EQ(first.restarts, second.restarts);
  EXPECT_EQ(one.kept(3), three.kept(3));
  Search other({3, 3, 3}, options_for(1, 5), &run);
  EXPECT_NE(run_to_end(other, run).bests.back().scheme, first.bests.back().scheme);
}

TEST(Search, GoesOnFromItsSavedState) {
  for (const Symmetry symmetry : {Symmetry::none, Symmetry::c3}) {
    SearchOptions options = options_for(2, 7);
    options.symmetry = symmetry;
    RunControl run;
    Search whole({4, 4, 4}, options, &run);
    const SearchResult expected = run_to_end(whole, run);
    Search begun({4, 4, 4}, options, &run);
    for (int batch = 0; batch < 2; ++batch) begun.advance(&run);
    const auto state = begun.save();
    Search resumed({4, 4, 4}, options, &run);
    resumed.restore(state, &run);
    const SearchResult result = run_to_end(resumed, run);
    EXPECT_EQ(result.flips, expected.flips);
    EXPECT_EQ(result.restarts, expected.restarts);
    ASSERT_EQ(result.bests.size(), expected.bests.size());
    EXPECT_EQ(result.bests.back().scheme, expected.bests.back().scheme);
    EXPECT_EQ(resumed.kept(3), whole.kept(3));
    for (const std::size_t cut : {std::size_t{0}, std::size_t{7}, state.size() / 2, state.size() - 1}) {
      Search damaged({4, 4, 4}, options, &run);
      EXPECT_THROW(damaged.restore(std::span(state).first(cut), &run), InputError) << cut;
    }
  }
}

TEST(Search, HearsOfEveryBest) {
  RunControl run;
  Search search({3, 3, 3}, options_for(1, 1), &run);
  std::vector<std::size_t> heard;
  search.listen([&](const Discovery& best) { heard.push_back(best.scheme.rank()); });
  const SearchResult result = run_to_end(search, run);
  ASSERT_EQ(heard.size(), result.bests.size());
  EXPECT_EQ(heard.front(), 27u);
  EXPECT_TRUE(std::is_sorted(heard.rbegin(), heard.rend()));
  EXPECT_LT(heard.back(), 27u);
}

TEST(Search, RefusesWrongStarts) {
  RunControl run;
  SearchOptions options = options_for(1, 1);
  options.starts = {standard_scheme({2, 2, 3})};
  EXPECT_THROW(Search({2, 2, 2}, options, &run), InputError);
  options.starts = {standard_scheme({2, 2, 2})};
  options.starts[0].summands.pop_back();
  EXPECT_THROW(Search({2, 2, 2}, options, &run), InputError);
  options.starts.clear();
  options.symmetry = Symmetry::c3;
  EXPECT_THROW(Search({2, 2, 3}, options, &run), InputError);
  options.cubes = {2, 2};
  EXPECT_THROW(Search({3, 3, 3}, options, &run), InputError);
}

TEST(Pool, KeepsTheLatestDistinctSchemes) {
  Pool pool(2);
  Scheme one = standard_scheme({2, 2, 2});
  Scheme turned = one;
  std::swap(turned.summands[0], turned.summands[5]);
  EXPECT_TRUE(pool.add(one));
  EXPECT_FALSE(pool.add(turned));  // the same summands in another order
  Scheme two = one;
  two.summands[0].factor[0] ^= 2;
  Scheme three = one;
  three.summands[0].factor[0] ^= 4;
  EXPECT_TRUE(pool.add(two));
  EXPECT_TRUE(pool.add(three));  // in the place of the oldest
  EXPECT_EQ(pool.count(8), 2u);
  EXPECT_EQ(pool.at(8, 0), three);
  EXPECT_EQ(pool.at(8, 1), two);
  EXPECT_TRUE(pool.add(one));  // it was forgotten
  Scheme small = one;
  small.summands.pop_back();
  pool.add(small);
  EXPECT_EQ(pool.ranks(), (std::vector<std::size_t>{7, 8}));
  const auto bytes_of = [](const Pool& of) {
    ByteWriter writer;
    of.save(writer);
    return writer.take();
  };
  const auto state = bytes_of(pool);
  Pool copy(2);
  ByteReader rest(state);
  copy.restore(rest, {2, 2, 2});
  EXPECT_TRUE(rest.at_end());
  EXPECT_EQ(copy.at(8, 0), pool.at(8, 0));
  EXPECT_EQ(bytes_of(copy), state);
  pool.forget_above(7);
  EXPECT_EQ(pool.count(8), 0u);
}

}  // namespace
}  // namespace wreath::flip
