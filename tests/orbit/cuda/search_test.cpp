// SPDX-License-Identifier: MIT
//
// Searches on a GPU against the same ones on the CPU.
#include <gtest/gtest.h>

#include "core/data/rng.hpp"
#include "orbit/cases.hpp"
#include "orbit/orbit_reference.hpp"
#include "wreath/gpu.hpp"

namespace wreath::orbit {
namespace {

/// "family" or "family@start", and a method.
struct Graph {
  const char* name;
  Method method = Method::cells;
};
void PrintTo(const Graph& graph, std::ostream* out) {  // NOLINT(readability-identifier-naming): GoogleTest's name
  *out << graph.name << " " << to_string(graph.method);
}

Search search_on(BackendChoice backend, const Graph& graph, bool keep_last = false) {
  const std::string text = graph.name;
  const std::size_t at = text.find('@');
  const Generators generators = make_family(text.substr(0, at));
  const Start start = parse_start(at == std::string::npos ? "" : text.substr(at + 1), generators);
  return Search(generators, start, {.machine = {.backend = backend}, .method = graph.method, .keep_last = keep_last});
}

class CudaSearch : public testing::TestWithParam<Graph> {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  }
};

TEST_P(CudaSearch, AgreesWithTheCpu) {
  Search cpu = search_on(BackendChoice::cpu, GetParam());
  Search gpu = search_on(BackendChoice::cuda, GetParam());
  ASSERT_TRUE(cpu.run());
  ASSERT_TRUE(gpu.run());
  EXPECT_EQ(gpu.levels(), cpu.levels());
}

TEST(CudaSliding, AgreesWithTheCpu) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  for (const char* name : {"sliding:2x4", "sliding:2x5,7", "sliding:3x3,5", "sliding:3x4"}) {
    const Graph graph{name, Method::cells};
    Search cpu = search_on(BackendChoice::cpu, graph);
    Search gpu = search_on(BackendChoice::cuda, graph);
    EXPECT_TRUE(cpu.run());
    EXPECT_TRUE(gpu.run());
    EXPECT_EQ(gpu.levels(), cpu.levels()) << name;
    Search resumed = search_on(BackendChoice::cuda, graph);
    Search begun = search_on(BackendChoice::cpu, graph);
    begun.run_to(9);
    resumed.restore(begun.save());
    EXPECT_TRUE(resumed.run());
    EXPECT_EQ(resumed.levels(), cpu.levels()) << name;
  }
}

TEST_P(CudaSearch, ListsTheLastLevel) {
  Search cpu = search_on(BackendChoice::cpu, GetParam(), true);
  Search gpu = search_on(BackendChoice::cuda, GetParam(), true);
  cpu.run();
  gpu.run();
  EXPECT_EQ(gpu.last_level(~std::uint64_t{0}), cpu.last_level(~std::uint64_t{0}));
  EXPECT_EQ(gpu.last_level(1), cpu.last_level(1));
}

TEST_P(CudaSearch, CheckpointsAreTheCpus) {
  Search whole = search_on(BackendChoice::cpu, GetParam());
  whole.run();
  Search cpu = search_on(BackendChoice::cpu, GetParam());
  Search gpu = search_on(BackendChoice::cuda, GetParam());
  cpu.run_to(4);
  gpu.run_to(4);
  Search cpu_from_gpu = search_on(BackendChoice::cpu, GetParam());
  Search gpu_from_cpu = search_on(BackendChoice::cuda, GetParam());
  cpu_from_gpu.restore(gpu.save());
  gpu_from_cpu.restore(cpu.save());
  cpu_from_gpu.run();
  gpu_from_cpu.run();
  EXPECT_EQ(cpu_from_gpu.levels(), whole.levels());
  EXPECT_EQ(gpu_from_cpu.levels(), whole.levels());
}

// Graded, alternating and other graphs; few and many generators; more bit permutations than shared memory holds.
INSTANTIATE_TEST_SUITE_P(Cells, CudaSearch,
                         testing::Values(Graph{"lrx:6"}, Graph{"lrx:7"}, Graph{"lrx:9"}, Graph{"lrx:10"}, Graph{"lx:9"},
                                         Graph{"topspin:7,4"}, Graph{"topspin:9,4"}, Graph{"topspin:10,4"}, Graph{"pancake:10"},
                                         Graph{"star:9"}, Graph{"cyclic-coxeter:10"}, Graph{"transpositions:9"},
                                         Graph{"reversals:9"}, Graph{"block-moves:9"}, Graph{"k-cycles:7,3"},
                                         Graph{"k-cycles:7,4"}, Graph{"rapaport-m1:9"}));
INSTANTIATE_TEST_SUITE_P(Chain, CudaSearch,
                         testing::Values(Graph{"mathieu:11", Method::chain}, Graph{"mathieu:12", Method::chain},
                                         Graph{"mathieu:23", Method::chain}, Graph{"burnt-pancake:5", Method::chain},
                                         Graph{"burnt-pancake:7", Method::chain}, Graph{"lrx:6", Method::chain},
                                         Graph{"lx:8", Method::chain}, Graph{"star:9", Method::chain},
                                         Graph{"lrx:7", Method::chain}, Graph{"rubik222", Method::chain},
                                         Graph{"skewb", Method::chain}));
// Below, around and above the eight bits by which lists are sorted; lists long enough to be sorted; no inverses; many generators.
INSTANTIATE_TEST_SUITE_P(Ranks, CudaSearch,
                         testing::Values(Graph{"lrx:6@000111", Method::ranks}, Graph{"lrx:9@000011111", Method::ranks},
                                         Graph{"lrx:20@00000000001111111111", Method::ranks},
                                         Graph{"topspin:20,4@00000000001111111111", Method::ranks},
                                         Graph{"lx:18@000000000111111111", Method::ranks},
                                         Graph{"reversals:14@00000001111111", Method::ranks},
                                         Graph{"block-moves:14@00000001111111", Method::ranks},
                                         Graph{"transpositions:30@000000000000000000000000001111", Method::ranks}));

// Tables of points, places, matrices and subspaces; one, two and four words; directed graphs; more products than a batch has.
INSTANTIATE_TEST_SUITE_P(
    Keys, CudaSearch,
    testing::Values(Graph{"lrx:7", Method::keys}, Graph{"lrx:10", Method::keys}, Graph{"mathieu:12", Method::keys},
                    Graph{"burnt-pancake:6", Method::keys}, Graph{"lx:9", Method::keys},
                    Graph{"mathieu:24@[1,2,3,4,5]", Method::keys}, Graph{"mathieu:24@{1,2,3,4,5,8,11,13}", Method::keys},
                    Graph{"topspin:20,4@00000000001111111111", Method::keys}, Graph{"lrx:12@000111222333", Method::keys},
                    Graph{"lrx:64@0000000000000000000000000000000100000000000000000000000000000002", Method::keys},
                    Graph{"lrx:40@0000000000000000000000000000000000000123", Method::keys},
                    Graph{"lrx:64@{1,2,33}", Method::keys}, Graph{"sl:3,5", Method::keys},
                    Graph{"sl:6,3@[1,0,0,0,0,0]", Method::keys}, Graph{"heisenberg:4,5", Method::keys},
                    Graph{"sl:5,3@<[1,0,0,0,0],[0,1,0,0,0]>", Method::keys},
                    Graph{"sl:9,2@<[1,0,0,0,0,0,0,0,0],[0,1,0,0,0,0,0,0,0]>", Method::keys},
                    Graph{"sl:4,7@[[1,0,0,0],[0,1,0,0]]", Method::keys}));

TEST(CudaSearchRandom, GeneratorsOfTheSymmetricGroup) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    RandomStream random(seed, 9);
    const Generators generators = test::random_generators(7 + random.below(2), random);
    const auto levels_on = [&](BackendChoice backend, Method method, const char* start) {
      Search search(generators, parse_start(start, generators), {.machine = {.backend = backend}, .method = method});
      search.run();
      return search.levels();
    };
    for (const Method method : {Method::cells, Method::chain, Method::ranks}) {
      const char* start = method != Method::ranks ? "" : generators.degree == 7 ? "0011101" : "00111010";
      try {
        const auto expected = levels_on(BackendChoice::cpu, method, start);
        EXPECT_EQ(levels_on(BackendChoice::cuda, method, start), expected) << "seed " << seed << ", method " << to_string(method);
      } catch (const InputError&) {
        continue;  // another group
      }
    }
  }
}

/// Begun on the CPU, and continued on the GPU once it pays.
TEST(CudaKeys, MoveToTheGpu) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  const Graph graph{"lrx:11", Method::keys};
  Search cells = search_on(BackendChoice::cpu, {"lrx:11", Method::cells});
  Search keys = search_on(BackendChoice::automatic, graph);
  RunControl run;
  ASSERT_TRUE(cells.run());
  ASSERT_TRUE(keys.run(&run));
  EXPECT_EQ(keys.levels(), cells.levels());
  EXPECT_EQ(run.choice("backend"), "cuda");
}

TEST(CudaSearchRandom, OtherFormsAreRefused) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  for (const Graph& graph : {Graph{"hanoi:3,4", Method::keys}, Graph{"lrx:9@001122001", Method::automatic}})
    EXPECT_THROW(search_on(BackendChoice::cuda, graph).run(), InputError) << graph.name;
}

class CudaCase : public testing::TestWithParam<test::Case> {};

/// All that the GPU takes of the quick and standard cases.
TEST_P(CudaCase, AgreesWithWhatIsKnown) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  try {
    if (!test::agrees(GetParam(), {.machine = {.backend = BackendChoice::cuda}})) GTEST_SKIP() << "no family is this graph";
  } catch (const InputError& error) {
    GTEST_SKIP() << error.what();
  }
}

std::vector<test::Case> cases_for_gpu() {
  std::vector<test::Case> cases = test::known_cases(WREATH_TEST_DATA "/orbit_cases.tsv", "quick");
  const std::vector<test::Case> more = test::known_cases(WREATH_TEST_DATA "/orbit_cases.tsv", "standard");
  cases.insert(cases.end(), more.begin(), more.end());
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Orbit, CudaCase, testing::ValuesIn(cases_for_gpu()), test::name_of_case);

}  // namespace
}  // namespace wreath::orbit
