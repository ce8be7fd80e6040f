// SPDX-License-Identifier: MIT
//
// Searches that are stopped at a given look at the run: the long loops look, and a search that was stopped continues.
#include <gtest/gtest.h>

#include <atomic>

#include "core/run/stop_check.hpp"
#include "orbit/cpu/cell_kernels.hpp"
#include "orbit/cpu/level_bitmaps.hpp"
#include "orbit/inputs/families.hpp"
#include "orbit/spaces/actions.hpp"
#include "orbit/spaces/chain_space.hpp"
#include "temporary_folder.hpp"
#include "wreath/orbit.hpp"

namespace wreath::orbit {
namespace {

/// A run that is asked to stop at its n-th look, with this much memory.
class StoppedAt {
 public:
  explicit StoppedAt(std::uint64_t look, std::uint64_t memory = std::uint64_t{1} << 40) {
    run_.limit_memory(memory);
    run_.measure_memory([this, look] {
      if (++looks_ == look) run_.request_stop(StopReason::interrupted);
      return std::uint64_t{0};
    });
  }
  RunControl& run() { return run_; }

 private:
  std::atomic<std::uint64_t> looks_{0};
  RunControl run_;
};

// Each of these is more work than may lie between two looks.
TEST(OrbitStops, LongLoopsLook) {
  RunControl run;
  run.request_stop(StopReason::interrupted);
  const StopCheck check(run);
  const std::vector<std::uint8_t> parities(std::size_t{1} << 20);
  const std::vector<std::uint64_t> from(2 * parities.size());
  std::vector<std::uint64_t> out(2 * parities.size());
  for (const std::size_t count : {1U, 2U, 40U}) {
    const CellSource source{.cells = from.data(), .outer = nullptr, .table = {}, .kind = {}, .shift = {}, .swaps = false};
    const std::vector<CellSource> sources(count, source);
    EXPECT_THROW(pull_plane(from.data(), out.data(), sources, parities, 0, check), Stopped) << count;
    EXPECT_THROW(pull_pairs(from.data(), out.data(), sources, parities.size(), check), Stopped) << count;
  }
  const Generators many = make_family("k-cycles:15,3");
  EXPECT_THROW(circle_symmetries(many, check), Stopped);
  EXPECT_THROW(CellSpace(many, check), Stopped);
  CellSpace space(make_family("lrx:13"));
  EXPECT_THROW(space.make_tables(2, check), Stopped);
  const LevelBitmaps bits({.rows = 64, .row_words = 1024, .word_bits = 60}, false, false, true);
  EXPECT_THROW((void)bits.distances(check), Stopped);
  const Generators mathieu = make_family("mathieu:24");
  const StabilizerChain chain(mathieu.degree, permutations_of(mathieu));
  EXPECT_THROW(ChainSpace(chain, mathieu, 2, run), Stopped);
}

struct StoppedGraph {
  const char* name;
  const char* start;
  Method method;
  std::uint64_t memory;  // of the run that is stopped; little: rows on disk
};

class StoppedSearch : public testing::TestWithParam<StoppedGraph> {};

TEST_P(StoppedSearch, ContinuesWithTheSameLevels) {
  const StoppedGraph& graph = GetParam();
  const wreath::test::TestFolder folder;
  const Generators generators = make_family(graph.name);
  const Options options{.machine = {.backend = BackendChoice::cpu, .threads = 2, .scratch = {folder.path()}},
                        .method = graph.method};
  Search whole(generators, parse_start(graph.start, generators), options);
  ASSERT_TRUE(whole.run());
  bool complete = false;
  for (std::uint64_t look = 1; !complete; look += 1 + look) {
    Search search(generators, parse_start(graph.start, generators), options);
    StoppedAt stopped(look, graph.memory);
    try {
      complete = search.run(&stopped.run());
    } catch (const LimitReached&) {
      continue;  // before there was a plan
    }
    StoppedAt never(0, graph.memory);
    EXPECT_TRUE(search.run(&never.run())) << "stopped at look " << look;
    EXPECT_EQ(search.levels(), whole.levels()) << "stopped at look " << look;
  }
}

constexpr std::uint64_t kPlenty = std::uint64_t{1} << 40;
INSTANTIATE_TEST_SUITE_P(Graphs, StoppedSearch,
                         testing::Values(StoppedGraph{"k-cycles:9,3", "", Method::cells, kPlenty},
                                         StoppedGraph{"transpositions:9", "", Method::cells, kPlenty},
                                         StoppedGraph{"pancake:9", "", Method::cells, kPlenty},
                                         StoppedGraph{"lrx:10", "", Method::cells, 100 << 10},
                                         StoppedGraph{"pancake:10", "", Method::cells, 400 << 10},
                                         StoppedGraph{"mathieu:12", "", Method::chain, kPlenty},
                                         StoppedGraph{"burnt-pancake:6", "", Method::chain, kPlenty},
                                         StoppedGraph{"lrx:18", "000000000111111111", Method::ranks, kPlenty},
                                         StoppedGraph{"lrx:9", "000111222", Method::ranks, kPlenty},
                                         StoppedGraph{"mathieu:11", "", Method::keys, kPlenty}),
                         [](const auto& graph) {
                           std::string name = std::string(graph.param.name) + std::string(to_string(graph.param.method)) +
                                              (graph.param.memory == kPlenty ? "" : "OnDisk");
                           std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
                           return name;
                         });

// The pair of two letters has some hundred thousand neighbours.
TEST(OrbitStops, APathOfPresentationsLooksBetweenTheNeighboursOfOneState) {
  const Generators generators = make_family("andrews-curtis:24");
  const Start start = parse_start("<a,b | a, b>", generators);
  StoppedAt stopped(4);
  const WordSearch found =
      shortest_word(generators, start, parse_state("<a,b | a^3=b^4, aba=bab>", generators, start), &stopped.run());
  EXPECT_FALSE(found.complete);
  EXPECT_LE(found.states, 2U);
}

TEST(OrbitStops, AnOracleIsMadeWholeOrNotAtAll) {
  const wreath::test::TestFolder folder;
  const Generators generators = make_family("lrx:10");
  Search search(generators, parse_start("", generators), {.machine = {.backend = BackendChoice::cpu}, .oracle = true});
  ASSERT_TRUE(search.run());
  StoppedAt at_once(1);
  EXPECT_THROW(Oracle(search, &at_once.run()), LimitReached);
  const Oracle oracle(search);
  StoppedAt again(1);
  EXPECT_THROW(oracle.write(folder.file("o.npy"), &again.run()), LimitReached);
  EXPECT_THROW(Oracle(folder.file("o.npy"), generators), InputError);
  StoppedAt never(0);
  oracle.write(folder.file("o.npy"), &never.run());
  EXPECT_EQ(Oracle(folder.file("o.npy"), generators).bytes(), oracle.bytes());
}

}  // namespace
}  // namespace wreath::orbit
