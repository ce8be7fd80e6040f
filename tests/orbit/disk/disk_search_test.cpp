// SPDX-License-Identifier: MIT
//
// Searches with rows on disk against the same ones in memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/data/rng.hpp"
#include "orbit/cases.hpp"
#include "orbit/disk/row_schedule.hpp"
#include "orbit/orbit_reference.hpp"
#include "temporary_folder.hpp"

namespace wreath::orbit {
namespace {

/// A run in which a search has this much memory.
class SmallMemory {
 public:
  explicit SmallMemory(std::uint64_t bytes) {
    run_.limit_memory(bytes);
    run_.measure_memory([] { return std::uint64_t{0}; });
  }
  RunControl* run() { return &run_; }
  std::string_view backend() const { return run_.choice("backend"); }

 private:
  RunControl run_;
};

Search search_in(const Generators& generators, const std::string& folder, unsigned threads = 2) {
  return Search(generators, parse_start("", generators),
                {.machine = {.backend = BackendChoice::cpu, .threads = threads, .scratch = {folder}},
                 .method = Method::cells,
                 .symmetry = false});
}

// In place, one plane, both; directed; more sources than batches have.
TEST(OrbitOnDisk, LevelsAreThoseInMemory) {
  const wreath::test::TestFolder folder;
  struct Graph {
    const char* name;
    std::uint64_t memory;
  };
  for (const Graph& graph : {Graph{"lrx:10", 100 << 10}, Graph{"lrx:10", 300 << 10}, Graph{"lx:10", 200 << 10},
                             Graph{"topspin:11,4", 1 << 20}, Graph{"pancake:10", 400 << 10}}) {
    const Generators generators = make_family(graph.name);
    Search memory = search_in(generators, "");
    memory.run();
    for (const unsigned threads : {1U, 3U}) {
      SmallMemory small(graph.memory);
      Search disk = search_in(generators, folder.path(), threads);
      EXPECT_TRUE(disk.run(small.run()));
      EXPECT_EQ(small.backend(), "disk") << graph.name;
      EXPECT_EQ(disk.levels(), memory.levels()) << graph.name;
      EXPECT_GT(disk.traffic().written, 0U);
    }
  }
}

// 55 generators: their tables and the rows of one step have to fit beside each other.
TEST(OrbitOnDisk, TablesAreCountedBeforeMemoryIsTaken) {
  const wreath::test::TestFolder folder;
  const Generators generators = make_family("transpositions:11");
  Search memory = search_in(generators, "");
  memory.run();
  SmallMemory small(memory.memory() * 3 / 4);
  Search disk = search_in(generators, folder.path());
  EXPECT_TRUE(disk.run(small.run()));
  EXPECT_EQ(small.backend(), "disk");
  EXPECT_EQ(disk.levels(), memory.levels());
}

TEST(OrbitOnDisk, QuickCasesAgreeWithWhatIsKnown) {
  const wreath::test::TestFolder folder;
  std::size_t searched = 0;
  for (const test::Case& known : test::known_cases(WREATH_TEST_DATA "/orbit_cases.tsv", "quick")) {
    const std::string family = test::family_of(known.input);
    if (family.empty() || family.find(' ') != std::string::npos) continue;  // another start or metric
    const Generators generators = make_family(family);
    for (std::uint64_t memory = 32 << 10; memory <= std::uint64_t{1} << 20; memory *= 4) {
      SmallMemory small(memory);
      Search disk = search_in(generators, folder.path());
      try {
        disk.run(small.run());
      } catch (const Error&) {
        continue;  // another form, or not enough memory
      }
      if (small.backend() != "disk" || !disk.complete()) continue;
      EXPECT_EQ(disk.levels(), known.levels) << known.name;
      ++searched;
      break;
    }
  }
  EXPECT_GE(searched, 10U);  // the others are too small for a disk
}

TEST(OrbitOnDisk, ContinuesFromMemoryAndBack) {
  const wreath::test::TestFolder folder;
  for (const char* name : {"lx:10", "lrx:10"}) {
    const Generators generators = make_family(name);
    Search whole = search_in(generators, "");
    whole.run();
    SmallMemory small(160 << 10);
    Search disk = search_in(generators, folder.path());
    EXPECT_FALSE(disk.run_to(20, small.run()));
    EXPECT_EQ(small.backend(), "disk");
    Search memory = search_in(generators, "");
    memory.restore(disk.save());
    memory.run_to(30);
    disk.restore(memory.save(), small.run());
    EXPECT_TRUE(disk.run(small.run()));
    EXPECT_EQ(disk.levels(), whole.levels()) << name;
    EXPECT_TRUE(memory.run());
    EXPECT_EQ(memory.levels(), whole.levels()) << name;
  }
}

TEST(OrbitOnDisk, AStoppedLevelIsMadeAgain) {
  const wreath::test::TestFolder folder;
  for (const char* name : {"lx:10", "lrx:10"}) {
    const Generators generators = make_family(name);
    Search whole = search_in(generators, "");
    whole.run();
    Search disk = search_in(generators, folder.path());
    SmallMemory small(160 << 10);
    disk.run_to(3, small.run());
    for (int looks = 1; !disk.complete(); looks += 3) {
      int left = looks;
      RunControl run;
      run.limit_memory(160 << 10);
      run.measure_memory([&] {
        if (--left == 0) run.request_stop(StopReason::interrupted);
        return std::uint64_t{0};
      });
      disk.run(&run);
    }
    EXPECT_EQ(disk.levels(), whole.levels()) << name;
  }
}

TEST(RowSchedule, RowsAreThereWhenTheyAreNeeded) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    RandomStream random(seed, 11);
    const std::uint32_t rows = 5 + random.below(40);
    const std::uint32_t most = 1 + random.below(5);  // rows of a batch
    std::vector<std::vector<std::uint32_t>> needs(1 + random.below(30));
    for (auto& batch : needs) {
      std::set<std::uint32_t> chosen;
      for (std::uint32_t i = 0; i < most; ++i) chosen.insert(random.below(rows));
      batch.assign(chosen.begin(), chosen.end());
    }
    const std::uint32_t buffers = 2 * most + random.below(6);
    RowSchedule schedule(rows, needs, buffers);
    std::vector<std::uint32_t> content(buffers, RowSchedule::kNone);
    for (std::size_t b = 0; b < needs.size(); ++b) {
      for (const RowSchedule::Load& load : schedule.prepare(b)) {
        if (b > 0) {
          EXPECT_EQ(std::ranges::count(needs[b - 1], content[load.buffer]), 0) << "seed " << seed;
        }
        content[load.buffer] = load.row;
      }
      for (const std::uint32_t row : needs[b]) EXPECT_EQ(content[schedule.buffer(row)], row) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace wreath::orbit
