// SPDX-License-Identifier: MIT
//
// Searches over codes on disk, against those in memory, and from the one to the other at any level.
#include <gtest/gtest.h>

#include "core/data/rng.hpp"
#include "core/io/scratch_folders.hpp"
#include "core/run/memory.hpp"
#include "orbit/code_levels.hpp"
#include "orbit/spaces.hpp"
#include "temporary_folder.hpp"

namespace wreath::orbit {
namespace {

std::vector<std::uint64_t> level_of(const CodeLevels& levels, std::uint64_t level, unsigned words) {
  std::vector<std::uint64_t> codes(levels.size(level) * words);
  levels.read(level, 0, codes);
  sort_codes(codes, words);
  return codes;
}

template <unsigned Words>
void check_on_disk(std::uint64_t seed) {
  const wreath::test::TestFolder folder;
  RandomStream random(seed, 300 + Words);
  const test::Scattered<Words> space{1 + random.below(4000), 1 + random.below(5), seed,
                                     random.below(4) == 0 ? 0 : 2 + random.below(3)};
  std::vector<std::uint64_t> tables;
  for (std::uint32_t i = 0; i < space.steps; ++i) tables.push_back(random.below(100000));
  const auto moves = moves_of(space, tables, space.steps != 0);
  const auto code = space.code_of(random.below(static_cast<std::uint32_t>(space.count)));
  const std::vector<std::uint64_t> start(code.words, code.words + Words);
  const std::string what = "seed " + std::to_string(seed) + ", words " + std::to_string(Words);
  const Machine machine{.threads = 1 + random.below(3), .scratch = {folder.path()}};
  // Memory for all, and so little that parts are looked at in several passes.
  for (const std::uint64_t memory : {std::uint64_t{64} << 20, std::uint64_t{1} << 11}) {
    for (const bool keep : {false, true}) {
      RunControl run;
      const auto ram = make_code_levels(moves, start, true, 2);
      auto disk = make_disk_code_levels(moves, start, keep, machine, memory);
      const std::uint64_t change = 1 + random.below(3);
      for (std::uint64_t level = 1; level < 9; ++level) {
        const std::uint64_t found = ram->expand(run);
        ASSERT_EQ(disk->expand(run), found) << what << ", level " << level << ", memory " << memory;
        if (found == 0) break;
        EXPECT_EQ(level_of(*disk, level, Words), level_of(*ram, level, Words)) << what << ", level " << level;
        EXPECT_EQ(disk->keeps(0), level < 2 || keep || space.steps == 0) << what << ", level " << level;
        const auto wanted = level_of(*ram, level, Words);
        EXPECT_TRUE(disk->has(level, wanted.data()));
        const auto step = disk->step_to(level - 1, wanted.data(), run);
        ASSERT_TRUE(step) << what;
        EXPECT_TRUE(ram->has(level - 1, step->from.data())) << what;
        if (level != change) continue;
        // To memory and back to a disk.
        for (const bool to_disk : {false, true}) {
          ByteWriter saved;
          disk->save(saved);
          const std::vector<std::byte> bytes = saved.take();
          disk.reset();
          disk = to_disk ? make_disk_code_levels(moves, start, keep, machine, memory) : make_code_levels(moves, start, keep, 2);
          ByteReader reader(bytes);
          disk->restore(reader);
        }
      }
    }
  }
}

TEST(DiskCodeLevels, AgreesWithMemory) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    check_on_disk<1>(seed);
    check_on_disk<2>(seed);
    check_on_disk<8>(seed);
  }
}

/// From memory that is full, within a level or between two, to a scratch folder: the levels are those of a search in memory.
TEST(LevelsThatGrow, ContinueOnDisk) {
  for (const std::uint32_t steps : {0U, 3U}) {
    const test::Scattered<4> space{steps == 0 ? 220000U : 100000U, 7, 11, steps};
    const auto moves = moves_of(space, {1, 377, 20011}, steps != 0);
    const auto code = space.code_of(5);
    const std::vector<std::uint64_t> start(code.words, code.words + 4);
    CodeSearch expected(moves, start, {.machine = {.backend = BackendChoice::cpu}});
    ASSERT_TRUE(expected.run());
    for (const int looks : {1, 12}) {
      const wreath::test::TestFolder folder;
      RunControl run;
      constexpr std::uint64_t kLimit = std::uint64_t{256} << 20;
      run.limit_memory(kLimit);
      int looked = 0;
      run.measure_memory([&] { return ++looked > looks ? kLimit - (std::uint64_t{250} << 10) : std::uint64_t{0}; });
      CodeSearch search(moves, start, {.machine = {.backend = BackendChoice::cpu, .threads = 2, .scratch = {folder.path()}}});
      ASSERT_TRUE(search.run(&run)) << steps << " steps, " << looks << " looks";
      EXPECT_EQ(run.choice("backend"), "disk") << steps << " steps, " << looks << " looks";
      EXPECT_EQ(search.levels(), expected.levels()) << steps << " steps, " << looks << " looks";
    }
  }
}

constexpr std::uint64_t kLimit = std::uint64_t{256} << 20;
void fill_memory(RunControl& run) {
  run.limit_memory(kLimit);
  run.measure_memory([] { return kLimit - (std::uint64_t{250} << 10); });
}

struct DoublingWithOthers {
  std::shared_ptr<const CodeMoves> moves = moves_of(test::Doubling{4000037});
  std::vector<std::uint64_t> others;
  DoublingWithOthers() {
    for (std::uint64_t i = 0; i < 1000000; ++i) others.push_back(3 * i + 7);
  }
  /// The sizes of the levels, the others being in level 1.
  std::vector<std::uint64_t> run(CodeLevels& levels, RunControl& run) const {
    levels.add(others, run);
    for (int level = 1; level < 4; ++level) levels.expand(run);
    return {levels.size(1), levels.size(2), levels.size(3)};
  }
};

TEST(LevelsThatGrow, MoveToADiskForCodesThatAreAdded) {
  const wreath::test::TestFolder folder;
  const DoublingWithOthers graph;
  RunControl run;
  const auto expected = graph.run(*make_code_levels(graph.moves, {1}, false, 2), run);
  RunControl full;
  fill_memory(full);
  const Machine machine{.backend = BackendChoice::cpu, .threads = 2, .scratch = {folder.path()}};
  const auto levels = make_levels_of_codes(graph.moves, {1}, false, machine, full);
  EXPECT_EQ(graph.run(*levels, full), expected);
  EXPECT_EQ(full.choice("backend"), "disk");
}

TEST(LevelsThatGrow, StayInMemoryIfTheDiskDoesNotTakeThem) {
  const wreath::test::TestFolder folder;
  const DoublingWithOthers graph;
  RunControl run;
  const auto expected = graph.run(*make_code_levels(graph.moves, {1}, false, 2), run);
  RunControl full;
  fill_memory(full);
  const Machine machine{.backend = BackendChoice::cpu, .threads = 2, .scratch = {folder.path()}};
  const auto levels = make_levels_of_codes(graph.moves, {1}, false, machine, full);
  const ScratchFolders other_run({folder.path()}, {});
  EXPECT_THROW((void)graph.run(*levels, full), InputError);
  EXPECT_EQ(levels->count(), 1U);
  EXPECT_EQ(graph.run(*levels, run), expected);
}

TEST(LevelsThatGrow, ACheckpointThatDoesNotFitTheMemory) {
  const wreath::test::TestFolder folder;
  const DoublingWithOthers graph;
  RunControl run;
  const auto first = make_code_levels(graph.moves, {1}, true, 2);
  (void)graph.run(*first, run);
  ByteWriter saved;
  first->save(saved);
  const std::vector<std::byte> bytes = saved.take();
  for (const bool scratch : {false, true}) {
    RunControl full;
    fill_memory(full);
    Machine machine{.backend = BackendChoice::cpu, .threads = 2};
    if (scratch) machine.scratch = {folder.path()};
    const auto levels = make_levels_of_codes(graph.moves, {1}, true, machine, full);
    ByteReader reader(bytes);
    if (!scratch) {
      EXPECT_THROW(levels->restore(reader), MemoryError);
      continue;
    }
    levels->restore(reader);
    EXPECT_EQ(levels->expand(full), first->expand(run));
    EXPECT_EQ(level_of(*levels, 4, 1), level_of(*first, 4, 1));
    EXPECT_EQ(full.choice("backend"), "disk");
  }
}

}  // namespace
}  // namespace wreath::orbit
