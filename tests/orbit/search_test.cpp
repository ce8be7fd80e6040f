// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <string>

#include "core/io/npy.hpp"
#include "orbit/orbit_reference.hpp"
#include "temporary_folder.hpp"

namespace wreath::orbit {
namespace {

using test::random_generators;
using test::search_reference;
using test::sizes_of;

constexpr Method kForms[] = {Method::automatic, Method::cells, Method::chain, Method::ranks, Method::keys};

/// Searches in one form, where that is possible.
std::optional<std::vector<std::uint64_t>> levels_in(Method method, const Generators& generators, const Start& start,
                                                    unsigned threads) {
  Search search(generators, start, {.machine = {.backend = BackendChoice::cpu, .threads = threads}, .method = method});
  try {
    EXPECT_TRUE(search.run());
  } catch (const InputError&) {
    return std::nullopt;
  }
  if (method != Method::automatic) {
    EXPECT_EQ(search.method(), method);
  }
  return search.levels();
}

TEST(OrbitSearch, EveryFormAgreesWithTheDefinition) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    RandomStream random(seed, 7);
    const Generators generators = random_generators(2 + random.below(6), random);
    const Start start = parse_start("", generators);
    const auto expected = sizes_of(search_reference(generators, start));
    for (const Method method : kForms) {
      const auto levels = levels_in(method, generators, start, 1 + seed % 2);
      if (levels) {
        EXPECT_EQ(*levels, expected) << "seed " << seed << ", form " << to_string(method);
      }
      EXPECT_TRUE(levels || method == Method::cells || method == Method::ranks) << "seed " << seed;
    }
  }
}

TEST(OrbitSearch, TuplesSetsAndWordsAgreeWithTheDefinition) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    RandomStream random(seed, 8);
    const std::uint32_t degree = 3 + random.below(6);
    const Generators generators = random_generators(degree, random);
    std::string word;
    for (std::uint32_t i = 0; i < degree; ++i) word += static_cast<char>('0' + random.below(1 + random.below(3)));
    for (const std::string& text : {std::string("[1,3]"), std::string("{1,2}"), std::string("2"), word}) {
      const Start start = parse_start(text, generators);
      const auto expected = sizes_of(search_reference(generators, start));
      for (const Method method : kForms) {
        const auto levels = levels_in(method, generators, start, 1 + seed % 2);
        if (levels) {
          EXPECT_EQ(*levels, expected) << "seed " << seed << ", start " << text << ", form " << to_string(method);
        }
      }
    }
  }
}

TEST(OrbitSearch, MatricesAndPuzzlesAgreeWithTheDefinition) {
  for (const char* name :
       {"sl:2,5", "gl:2,5", "sl:3,2", "heisenberg:4,3", "sliding:2x3", "sliding:3x2,1", "hanoi:3,5", "hanoi:4,4"}) {
    const Generators generators = make_family(name);
    const Start start = parse_start("", generators);
    EXPECT_EQ(levels_in(Method::automatic, generators, start, 2), sizes_of(search_reference(generators, start))) << name;
  }
  const Generators generators = make_family("sl:3,3");
  for (const char* vector : {"[1,0,0]", "[[1,0,0],[0,1,0]]"}) {
    const Start start = parse_start(vector, generators);
    EXPECT_EQ(levels_in(Method::automatic, generators, start, 1), sizes_of(search_reference(generators, start))) << vector;
  }
}

TEST(OrbitSearch, CellsOfEveryDegreeAgreeWithKeys) {
  for (const char* name :
       {"lrx:6", "lrx:7", "lrx:9", "lx:8", "topspin:7,4", "topspin:9,4", "pancake:8", "k-cycles:7,3", "star:8"}) {
    const Generators generators = make_family(name);
    const Start start = parse_start("", generators);
    const auto keys = levels_in(Method::keys, generators, start, 2);
    EXPECT_EQ(levels_in(Method::cells, generators, start, 1), keys) << name;
    EXPECT_EQ(levels_in(Method::cells, generators, start, 3), keys) << name;
    EXPECT_EQ(levels_in(Method::chain, generators, start, 2), keys) << name;
  }
}

TEST(OrbitSearch, SlidingTilesInCellsAgreeWithKeys) {
  for (const char* name : {"sliding:2x4", "sliding:4x2,3", "sliding:2x4,6", "sliding:3x3,4", "sliding:3x3"}) {
    const Generators generators = make_family(name);
    const Start start = parse_start("", generators);
    const auto keys = levels_in(Method::keys, generators, start, 2);
    EXPECT_EQ(levels_in(Method::cells, generators, start, 1), keys) << name;
    EXPECT_EQ(levels_in(Method::cells, generators, start, 3), keys) << name;
  }
  const Generators generators = make_family("sliding:2x4");
  const Start start = parse_start("3,1,2,0,7,6,5,4", generators);
  EXPECT_EQ(levels_in(Method::cells, generators, start, 1), levels_in(Method::keys, generators, start, 1));
}

TEST(OrbitSearch, TheLastLevelIsListed) {
  for (const char* name : {"lrx:6", "lrx:7", "topspin:7,4", "burnt-pancake:3", "rapaport-m1:6", "mathieu:11"}) {
    const Generators generators = make_family(name);
    for (const Method method : {Method::automatic, Method::chain, Method::keys}) {
      for (const char* text : {"", "(1,2,3)"}) {
        const Start start = parse_start(text, generators);
        const auto expected = search_reference(generators, start).back();
        Search search(generators, start,
                      {.machine = {.backend = BackendChoice::cpu, .threads = 2}, .method = method, .keep_last = true});
        search.run();
        const std::vector<State> found = search.last_level(~std::uint64_t{0});
        EXPECT_TRUE(std::ranges::equal(found, expected)) << name << " " << to_string(method) << " " << text;
        EXPECT_EQ(search.last_level(1).size(), 1U);
      }
    }
  }
}

TEST(OrbitSearch, GoesOnFromWhatWasSaved) {
  for (const char* name :
       {"lrx:8", "lrx:9", "topspin:7,4", "burnt-pancake:4", "lrx:12@000000111111", "lrx:9@001122001", "sl:2,7"}) {
    const std::string text = name;
    const std::size_t at = text.find('@');
    const Generators generators = make_family(text.substr(0, at));
    const Start start = parse_start(at == std::string::npos ? "" : text.substr(at + 1), generators);
    Search whole(generators, start, {.machine = {.backend = BackendChoice::cpu}});
    whole.run();
    Search first(generators, start, {.machine = {.backend = BackendChoice::cpu}});
    for (std::uint64_t depth = 3; depth < 9; depth += 3) {
      EXPECT_FALSE(first.run_to(depth));
      EXPECT_EQ(first.levels().size(), depth + 1);
      Search second(generators, start, {.machine = {.backend = BackendChoice::cpu}});
      second.restore(first.save());
      second.run();
      EXPECT_EQ(second.levels(), whole.levels()) << name;
    }
    first.run();
    EXPECT_EQ(first.levels(), whole.levels()) << name;
  }
}

/// What a search says to a checkpoint that it cannot take.
std::string refusal(const Generators& generators, const Options& options, const Search& saved) {
  Search search(generators, saved.start(), options);
  try {
    search.restore(saved.save());
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(OrbitSearch, ACheckpointOfAnotherMethodIsRefused) {
  const Generators generators = make_family("lrx:8");
  const auto options = [](Method method, bool keep_last = false) {
    return Options{.machine = {.backend = BackendChoice::cpu}, .method = method, .keep_last = keep_last, .symmetry = false};
  };
  for (const Method method : {Method::cells, Method::chain}) {
    Search saved(generators, parse_start("", generators), options(method));
    saved.run_to(4);
    const Method other = method == Method::cells ? Method::chain : Method::cells;
    EXPECT_NE(refusal(generators, options(other), saved)
                  .find("keeps states by the method " + std::string(to_string(method)) + ", and this search by the method " +
                        std::string(to_string(other))),
              std::string::npos);
    // All generators are odd: one bit per state, and two if the last level is to be listed.
    EXPECT_NE(refusal(generators, options(method, true), saved).find("the checkpoint does not fit this search"),
              std::string::npos);
    EXPECT_EQ(refusal(generators, options(method), saved), "");
  }
  // Keys are for whatever does not fit otherwise, so a search that may choose takes them.
  Search keys(generators, parse_start("", generators), options(Method::keys));
  keys.run_to(4);
  EXPECT_EQ(refusal(generators, options(Method::automatic), keys), "");
}

TEST(OrbitSearch, ChainsOfOddGeneratorsHaveOneBitPerState) {
  for (const char* name : {"lrx:8", "star:7", "cyclic-coxeter:7", "rubik222", "lx:8", "lrx:7", "mathieu:11"}) {
    const Generators generators = make_family(name);
    const Start start = parse_start("", generators);
    const auto search_in = [&](Method method, unsigned threads, bool keep_last) {
      return Search(generators, start,
                    {.machine = {.backend = BackendChoice::cpu, .threads = threads}, .method = method, .keep_last = keep_last});
    };
    Search keys = search_in(Method::keys, 2, false);
    keys.run();
    Search two = search_in(Method::chain, 2, true);
    two.plan();
    const bool graded = std::string_view(name) != "lrx:7" && std::string_view(name) != "mathieu:11";
    for (const unsigned threads : {1U, 3U}) {
      Search one = search_in(Method::chain, threads, false);
      one.plan();
      EXPECT_EQ(one.graded(), graded) << name;
      EXPECT_EQ(one.memory() * (graded ? 2 : 1), two.memory()) << name;
      one.run_to(4);
      Search other = search_in(Method::chain, threads, false);
      other.run_to(2);
      other.restore(one.save());
      one.run();
      other.run();
      EXPECT_EQ(one.levels(), keys.levels()) << name;
      EXPECT_EQ(other.levels(), keys.levels()) << name;
    }
  }
}

TEST(OrbitSearch, WhatIsSavedIsAsLargeAsWhatWasReached) {
  for (const char* name : {"lrx:9", "lrx:10", "topspin:8,4", "burnt-pancake:6", "lrx:22@0000000000011111111111"}) {
    const std::string text = name;
    const std::size_t at = text.find('@');
    const Generators generators = make_family(text.substr(0, at));
    const Start start = parse_start(at == std::string::npos ? "" : text.substr(at + 1), generators);
    Search search(generators, start, {.machine = {.backend = BackendChoice::cpu}});
    search.run_to(1);
    EXPECT_LT(search.save().size() * 4, search.memory()) << name << ": empty rows are not saved";
    search.run();
    EXPECT_LT(search.save().size() * 4, search.memory()) << name << ": full rows are not saved";
  }
}

TEST(OrbitSearch, GoesOnWithAnOracleAndTheLastLevel) {
  for (const char* name : {"lrx:7", "topspin:7,4", "mathieu:11"}) {
    const Generators generators = make_family(name);
    const Start start = parse_start("", generators);
    const Options options{.machine = {.backend = BackendChoice::cpu}, .keep_last = true, .oracle = true};
    Search first(generators, start, options);
    first.run_to(5);
    Search second(generators, start, options);
    second.run_to(2);  // it has bits of its own, which are replaced
    second.restore(first.save());
    EXPECT_EQ(second.last_level(~std::uint64_t{0}), first.last_level(~std::uint64_t{0})) << name;
    first.run();
    second.run();
    EXPECT_EQ(second.levels(), first.levels()) << name;
    EXPECT_EQ(second.last_level(~std::uint64_t{0}), first.last_level(~std::uint64_t{0})) << name;
    const Oracle one(first);
    const Oracle other(second);
    for (const State& state : first.last_level(20)) {
      EXPECT_EQ(other.distance(state), one.distance(state)) << name;
      EXPECT_EQ(one.distance(state), first.levels().size() - 1) << name;
    }
  }
}

// Rows of arrays and states of callers that are not permutations are refused, not looked up.
TEST(OrbitSearch, AnOracleIsAskedForStatesAlone) {
  const wreath::test::TestFolder folder;
  const Generators generators = make_family("lrx:6");
  const Start start = parse_start("", generators);
  for (const Method method : {Method::cells, Method::chain}) {
    Search search(generators, start, {.machine = {.backend = BackendChoice::cpu}, .method = method, .oracle = true});
    search.run();
    const Oracle oracle(search);
    EXPECT_TRUE(oracle.contains({1, 0, 2, 3, 4, 5}));
    for (const State& wrong : {State{1, 2, 3, 4, 5, 6}, State{0, 0, 2, 3, 4, 5}, State{0, 1, 2, 3, 4, 0xFFFFFFFF}, State{}}) {
      EXPECT_FALSE(oracle.contains(wrong));
      EXPECT_THROW((void)oracle.word(wrong), InputError);
      EXPECT_EQ(oracle.words(std::vector<State>{wrong})[0], std::nullopt);
    }
  }
  const auto write = [&](const std::vector<std::uint64_t>& entries) {
    const std::uint64_t shape[] = {entries.size() / 6, 6};
    std::ofstream file(folder.file("states.npy"), std::ios::binary);
    file << make_npy_header('u', 8, shape);
    file.write(reinterpret_cast<const char*>(entries.data()), static_cast<std::streamsize>(8 * entries.size()));
  };
  write({1, 0, 2, 3, 4, 5, 5, 4, 3, 2, 1, 0});
  EXPECT_EQ(read_states(folder.file("states.npy"), generators, start).size(), 2U);
  for (const std::uint64_t last : {6ULL, 4ULL, 5ULL + (1ULL << 32)}) {  // from 1, repeated, beyond 32 bits
    write({1, 0, 2, 3, 4, 5, 0, 1, 2, 3, 4, last});
    try {
      (void)read_states(folder.file("states.npy"), generators, start);
      ADD_FAILURE() << last;
    } catch (const InputError& error) {
      EXPECT_NE(error.text(OptionStyle::plain).find("states.npy: row 2"), std::string::npos) << error.what();
    }
  }
}

TEST(OrbitSearch, StopsAndGoesOn) {
  for (const Method method : {Method::cells, Method::chain, Method::keys}) {
    Search search(make_family("lrx:8"), parse_start("", make_family("lrx:8")),
                  {.machine = {.backend = BackendChoice::cpu}, .method = method});
    RunControl stopped;
    stopped.request_stop(StopReason::interrupted);
    EXPECT_FALSE(search.run(&stopped));
    EXPECT_TRUE(search.run());
    EXPECT_EQ(search.states(), 40320U);
  }
}

TEST(OrbitSearch, LittleMemoryMeansKeysAndThenAnEnd) {
  Search search(make_family("lrx:16"), parse_start("", make_family("lrx:16")), {.machine = {.backend = BackendChoice::cpu}});
  RunControl run;
  run.limit_memory(std::uint64_t{48} << 20);
  run.measure_memory([&] { return search.memory(); });
  EXPECT_FALSE(search.run(&run));
  EXPECT_EQ(search.method(), Method::keys);
  EXPECT_EQ(run.stop_reason(), StopReason::memory);
  EXPECT_GT(search.levels().size(), 10U);
}

TEST(OrbitSearch, TablesOfKeysStayBelowTheLimit) {
  constexpr std::uint64_t kLimit = std::uint64_t{48} << 20;
  const Generators generators = make_family("lrx:16");
  Search search(generators, parse_start("", generators), {.machine = {.backend = BackendChoice::cpu, .threads = 2}});
  RunControl run;
  run.limit_memory(kLimit);
  run.measure_memory([&] { return search.memory(); });
  EXPECT_FALSE(search.run(&run));
  EXPECT_EQ(run.choice("stop"), "memory");  // noted before a table grows, not found afterwards
  EXPECT_LE(search.memory(), kLimit);
}

TEST(OrbitSearch, TheAlternatingGroupHasHalfOfThePermutations) {
  // A rotation of an odd number of points, and a cycle of the first three, which is even, or of the first two.
  const auto planned = [](std::uint32_t points, std::uint32_t cycle) {
    Generators generators{.degree = points, .images = {}};
    for (std::uint32_t i = 0; i < points; ++i) generators.images.push_back((i + 1) % points);
    for (std::uint32_t i = 0; i < points; ++i) generators.images.push_back(i < cycle ? (i + 1) % cycle : i);
    Search search(generators, parse_start("", generators), {.machine = {.backend = BackendChoice::cpu}});
    search.plan();
    return search;
  };
  Natural factorial = 1;
  for (std::uint32_t n = 1; n <= 71; ++n) {
    factorial *= n;
    if (n != 7 && n != 9 && n != 71) continue;  // 71: recognised without a stabilizer chain
    const Search even = planned(n, 3);
    const Search all = planned(n, 2);
    ASSERT_TRUE(even.group_order() && all.group_order()) << n;
    EXPECT_EQ(*all.group_order(), factorial) << n;
    EXPECT_EQ(*even.group_order() * Natural(2), factorial) << n;
    if (n == 71) continue;
    EXPECT_EQ(all.expected_states(), factorial.small()) << n;
    EXPECT_EQ(even.expected_states(), factorial.small().value() / 2) << n;
    EXPECT_EQ(even.method(), Method::cells) << n;
    EXPECT_NE(even.why_method().find("alternating"), std::string::npos) << even.why_method();
    EXPECT_NE(all.why_method().find("symmetric"), std::string::npos) << all.why_method();
  }
  // Half of the words without repeated letters are reached, and all of those with repeated ones.
  const Generators even = make_family("topspin:7,4");
  for (const char* word : {"0123456", "0012345"}) {
    Search search(even, parse_start(word, even), {.machine = {.backend = BackendChoice::cpu}});
    EXPECT_TRUE(search.run()) << word;
    EXPECT_EQ(search.states(), 2520U) << word;
  }
}

TEST(OrbitSearch, KnowsOrdersAndMoments) {
  Search search(make_family("mathieu:12"), parse_start("", make_family("mathieu:12")));
  search.plan();
  EXPECT_EQ(search.group_order(), Natural(95040));
  EXPECT_EQ(search.expected_states(), 95040U);
  const std::vector<std::uint64_t> levels{1, 2, 1};
  EXPECT_DOUBLE_EQ(statistics(levels).mean, 1);
  EXPECT_DOUBLE_EQ(statistics(levels).variance, 0.5);
}

TEST(OrbitSearch, WhatIsKnownMayDecideTheDiameter) {
  const auto searched_to = [](const std::string& name, std::uint64_t depth, Method method) {
    Generators generators = open_generators(name);
    const Start start = parse_start("", generators);
    Search search(std::move(generators), start, {.method = method});
    search.run_to(depth);
    return search;
  };
  const Search ten = searched_to("lrx:10", 5, Method::automatic);  // diameter 45; 93 of 3,628,800 states
  EXPECT_EQ(diameter_at_least(ten), 6U);
  for (const char* wrong : {"3", "5", "-1", "91/2", "3628713", "99999999999999999999"})
    EXPECT_EQ(diameter_is(ten, wrong), false) << wrong;
  for (const char* open : {"6", "45", "3628712"}) EXPECT_EQ(diameter_is(ten, open), std::nullopt) << open;
  const Search four = searched_to("lrx:4", 5, Method::automatic);  // 23 of 24 states: one is left, at distance 6
  EXPECT_FALSE(four.complete());
  EXPECT_EQ(diameter_is(four, "6"), true);
  EXPECT_EQ(diameter_is(four, "5"), false);
  EXPECT_EQ(diameter_is(four, "7"), false);
  const Search all = searched_to("lrx:4", 9, Method::automatic);
  EXPECT_EQ(diameter_at_least(all), 6U);
  EXPECT_EQ(diameter_is(all, "6"), true);
  EXPECT_EQ(diameter_is(all, "7"), false);
}

TEST(OrbitSearch, AGraphOfOneStateHasDiameterZeroBeforeItIsSearched) {
  const Generators fixed{.degree = 3, .images = {0, 1, 2}};
  Search group(fixed, parse_start("", fixed), {.machine = {.backend = BackendChoice::cpu}});
  const Generators moving = make_family("lrx:4");
  Search word(moving, parse_start("0000", moving), {.machine = {.backend = BackendChoice::cpu}});
  for (Search* search : {&group, &word}) {
    search->run_to(0);
    EXPECT_FALSE(search->complete());
    EXPECT_EQ(search->expected_states(), 1U);
    EXPECT_EQ(diameter_at_least(*search), 0U);
    EXPECT_EQ(diameter_is(*search, "0"), true);
    EXPECT_EQ(diameter_is(*search, "1"), false);
    EXPECT_TRUE(search->run());
    EXPECT_EQ(search->levels(), std::vector<std::uint64_t>{1});
  }
}

// The same rows and printed starts, but other moves.
TEST(OrbitSearch, ACheckpointOfAnotherGraphIsRefused) {
  const wreath::test::TestFolder folder;
  const auto matrices = [](std::uint32_t modulus, bool over_field) {
    return Generators{
        .moves = Moves::matrices, .degree = 2, .modulus = modulus, .images = {1, 1, 0, 1, 1, 0, 1, 1}, .over_field = over_field};
  };
  const std::pair<Generators, Generators> pairs[] = {{make_family("sliding:2x6"), make_family("sliding:3x4")},
                                                     {matrices(5, true), matrices(7, true)},
                                                     {matrices(4, true), matrices(4, false)}};
  for (std::size_t i = 0; i < std::size(pairs); ++i) {
    const auto& [one, other] = pairs[i];
    const std::string file = folder.file("search" + std::to_string(i));
    RunControl kept;
    kept.keep_in({.checkpoint = file});
    Search search(one, parse_start("", one));
    search.run_to(2, &kept);
    const auto resume = [&](const Generators& generators) {
      RunControl run;
      run.keep_in({.resume = file});
      Search resumed(generators, parse_start("", generators));
      resumed.run_to(3, &run);
    };
    EXPECT_THROW(resume(other), InputError) << i;
    EXPECT_NO_THROW(resume(one)) << i;
  }
}

TEST(OrbitFormula, IsExact) {
  EXPECT_EQ(Formula("n*(n-1)/2").value(12), "66");
  EXPECT_EQ(Formula("n/2").value(7), "7/2");
  EXPECT_EQ(Formula("floor(3*n/2) - 1").value(5), "6");
  EXPECT_EQ(Formula("ceil(n/2)^2").value(5), "9");
  EXPECT_EQ(Formula("-n+2").value(5), "-3");
  EXPECT_EQ(Formula("floor(-n/2)").value(5), "-3");
  const std::vector<std::uint64_t> numbers{3, 5, 2};
  EXPECT_EQ(Formula("n^k + m").value(numbers), "14");
  EXPECT_EQ(Formula("11").value(std::span<const std::uint64_t>{}), "11");
  EXPECT_THROW(Formula("n").value(std::span<const std::uint64_t>{}), InputError);
  EXPECT_THROW(Formula("n+m").value(3), InputError);
  for (const char* bad : {"", "n n", "q", "n*", "(n", "n^-1", "abs(n)"}) EXPECT_THROW(Formula{bad}, InputError) << bad;
  for (const char* bad : {"n/0", "n^n", "1/(n-n)"}) EXPECT_THROW(Formula(bad).value(100), InputError) << bad;
  EXPECT_THROW(Formula("n^20").value(100), InputError);
}

}  // namespace
}  // namespace wreath::orbit
