// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/io/scratch_folders.hpp"
#include "orbit/orbit_reference.hpp"

namespace wreath::orbit {
namespace {

using test::search_reference;

State follow(const Word& word, const Generators& generators, const Start& start) {
  State state = start.state;
  for (const Letter letter : word) state = apply(state, letter, generators, start);
  return state;
}

TEST(OrbitWords, AreShortestFromEveryStart) {
  for (const char* name :
       {"lrx:5", "lx:5", "pancake:5", "burnt-pancake:3", "sl:2,5", "sliding:2x3", "hanoi:3,4", "topspin:6,4"}) {
    const Generators generators = make_family(name);
    const Start start = parse_start("", generators);
    const auto levels = search_reference(generators, start);
    for (std::size_t distance = 0; distance < levels.size(); ++distance) {
      std::size_t shown = 0;
      for (const State& state : levels[distance]) {
        if (++shown > 20) break;
        const WordSearch found = shortest_word(generators, start, state);
        ASSERT_TRUE(found.complete && found.word) << name;
        EXPECT_EQ(found.word->size(), distance) << name << " " << print_state(state, generators, start);
        EXPECT_EQ(follow(*found.word, generators, start), state);
        EXPECT_EQ(parse_state(print_state(state, generators, start), generators, start), state) << name;
      }
    }
  }
}

TEST(OrbitWords, WithoutAWordThereIsAnAnswer) {
  const Generators even = make_family("topspin:7,4");
  const Start start = parse_start("", even);
  const WordSearch found = shortest_word(even, start, parse_state("(1,2)", even, start));
  EXPECT_TRUE(found.complete);
  EXPECT_FALSE(found.word);
  const Generators fixing = parse_generators("(1,2)(3,4)", "text");
  const Start point = parse_start("1", fixing);
  EXPECT_FALSE(shortest_word(fixing, point, parse_state("3", fixing, point)).word);
}

TEST(OrbitWords, ATableThatCannotGrowIsAnEnd) {
  const Generators generators = make_family("lrx:11");
  const Start start = parse_start("", generators);
  RunControl run;
  run.limit_memory(std::uint64_t{20} << 20);
  run.measure_memory([] { return std::uint64_t{0}; });
  const WordSearch found = shortest_word(generators, start, parse_state("[11,10,9,8,7,6,5,4,3,2,1]", generators, start), &run);
  EXPECT_FALSE(found.complete);
  EXPECT_FALSE(found.word);
  EXPECT_EQ(run.stop_reason(), StopReason::memory);
  EXPECT_EQ(run.choice("stop"), "memory");
  EXPECT_GT(found.at_least, 20U);
}

TEST(OrbitWords, ADirectedGraphHasNoWayBack) {
  const Generators generators = make_family("lx:7");
  const Start start = parse_start("", generators);
  const State right = parse_state("[2,3,4,5,6,7,1]", generators, start);  // six rotations to the left
  EXPECT_EQ(shortest_word(generators, start, right).word->size(), 6U);
}

TEST(OrbitOracle, HasEveryDistance) {
  const TemporaryFolder folder(std::filesystem::temp_directory_path().string(), "orbit-");
  for (const char* name : {"lrx:6", "lrx:7", "topspin:7,4", "burnt-pancake:3", "mathieu:11"}) {
    const Generators generators = make_family(name);
    const Start start = parse_start("", generators);
    Search search(generators, start, {.machine = {.backend = BackendChoice::cpu}, .oracle = true});
    ASSERT_TRUE(search.run());
    const std::string path = (std::filesystem::path(folder.path()) / "oracle.npy").string();
    Oracle(search).write(path);
    const Oracle oracle(path, generators);
    const auto levels = search_reference(generators, start);
    for (std::size_t distance = 0; distance < levels.size(); ++distance) {
      std::size_t shown = 0;
      for (const State& state : levels[distance]) {
        if (++shown > 50) break;
        const Word word = oracle.word(state);
        EXPECT_EQ(word.size(), distance) << name;
        EXPECT_EQ(follow(word, generators, start), state) << name;
      }
    }
    EXPECT_THROW(Oracle(path, make_family("pancake:7")), InputError);
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
    EXPECT_THROW(Oracle(path, generators), InputError);
  }
}

TEST(OrbitOracle, NeedsAnUndirectedGroup) {
  const Generators directed = make_family("lx:6");
  Search search(directed, parse_start("", directed), {.machine = {.backend = BackendChoice::cpu}, .oracle = true});
  search.run();
  EXPECT_THROW(Oracle{search}, InputError);
  const Generators tiles = make_family("sliding:2x3");
  Search puzzle(tiles, parse_start("", tiles), {.machine = {.backend = BackendChoice::cpu}, .oracle = true});
  puzzle.run();
  EXPECT_THROW(Oracle{puzzle}, InputError);
}

}  // namespace
}  // namespace wreath::orbit
