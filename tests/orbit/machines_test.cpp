// SPDX-License-Identifier: MIT
//
// The same graphs on every machine that a search can have, against the brute force of matrix.hpp: rows on disk, several ranks
// that share memory or send messages, a GPU that makes a level in many pieces; and from the checkpoint of one machine to another.
#include <gtest/gtest.h>

#include "core/features.hpp"
#include "core/run/given_run.hpp"
#include "orbit/backend.hpp"
#include "orbit/inputs/families.hpp"
#include "orbit/matrix.hpp"
#include "orbit/plan.hpp"
#include "temporary_folder.hpp"
#include "wreath/gpu.hpp"
#if WREATH_HAVE_MPI
#include "core/mpi/thread_ranks.hpp"
#endif

namespace wreath::orbit {
namespace {

using test::Format;
using test::TestGraph;

constexpr Format kFormats[] = {Format::gap, Format::json, Format::npy};
constexpr std::uint64_t kAnyDepth = ~std::uint64_t{0};

/// A plan as a search makes it from its origin, the identity. Nothing if the form is not possible.
std::optional<Plan> plan_of(const TestGraph& graph, const Options& options) {
  RunControl run;
  try {
    Plan plan = make_plan(graph.generators, origin_of(graph.start), options, run);
    make_tables(plan, options, run);
    return plan;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

using Levels = std::vector<std::uint64_t>;

/// What a backend finds from here on, `most` levels at most.
Levels expand(Backend& backend, std::uint64_t most = kAnyDepth) {
  RunControl run;
  Levels levels;
  while (levels.size() < most) {
    const std::uint64_t found = backend.expand(run);
    if (found == 0) break;
    levels.push_back(found);
  }
  return levels;
}

Levels join(Levels left, const Levels& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

/// Whole, and in two halves, each on one of the machines.
void check_machines(const std::string& what, const Levels& expected,
                    const std::vector<std::function<std::unique_ptr<Backend>()>>& machines) {
  for (std::size_t one = 0; one < machines.size(); ++one) {
    EXPECT_EQ(join({1}, expand(*machines[one]())), expected) << what << ", machine " << one;
    for (std::size_t other = 0; other < machines.size(); ++other) {
      std::unique_ptr<Backend> begun = machines[one]();
      const Levels half = join({1}, expand(*begun, expected.size() / 2));
      ByteWriter saved;
      begun->save(saved);
      const std::vector<std::byte> bytes = saved.take();
      begun.reset();  // a scratch folder is one search's alone
      const std::unique_ptr<Backend> resumed = machines[other]();
      ByteReader reader(bytes);
      resumed->restore(reader);
      EXPECT_EQ(join(half, expand(*resumed)), expected) << what << ", from machine " << one << " to " << other;
    }
  }
}

class OrbitMachines : public testing::TestWithParam<bool> {
 protected:
  bool symmetry() const { return GetParam(); }
};

/// Cells in memory and on disk, with as little memory as it takes, and with more.
TEST_P(OrbitMachines, CellsInMemoryAndOnDisk) {
  const wreath::test::TestFolder folder;
  unsigned searched[4] = {};
  for (const Format format : kFormats) {
    for (std::uint64_t seed = 0; seed < 8 && !HasFailure(); ++seed) {
      const TestGraph graph = test::permutation_graph(seed, format, true);
      const Options options{.machine = {.backend = BackendChoice::cpu, .threads = 2, .scratch = {folder.path()}},
                            .method = Method::cells,
                            .symmetry = symmetry()};
      const std::optional<Plan> plan = plan_of(graph, options);
      if (!plan) continue;
      const std::uint64_t row_bytes = plan->cells->cells() * (plan->bitmaps == Bitmaps::both ? 2 : 1) * sizeof(std::uint64_t);
      const std::uint64_t least = least_disk_memory(row_bytes, graph.generators.count());
      const auto on_disk = [&](std::uint64_t memory) {
        return make_disk_cell_backend(*plan->cells, plan->bitmaps, options, memory);
      };
      EXPECT_THROW(on_disk(least - 1), ResourceError);
      ++searched[static_cast<int>(plan->bitmaps)];
      check_machines(graph.name, test::levels_of(test::distances_of(graph)),
                     {[&] { return make_cell_backend(*plan->cells, plan->bitmaps, options); }, [&] { return on_disk(least); },
                      [&] { return on_disk(least * 7); }});
    }
  }
  EXPECT_GT(searched[static_cast<int>(Bitmaps::in_place)], 1U);
  EXPECT_GT(searched[static_cast<int>(Bitmaps::one_plane)], 1U);
  EXPECT_GT(searched[static_cast<int>(Bitmaps::both)], 1U);
}

/// A GPU that looks at the run after every few cells.
TEST_P(OrbitMachines, SmallPiecesOnAGpu) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
#if WREATH_HAVE_CUDA
  unsigned searched = 0;
  for (const Method method : {Method::cells, Method::chain}) {
    for (std::uint64_t seed = 0; seed < 16 && !HasFailure(); ++seed) {
      const TestGraph graph = test::permutation_graph(seed, kFormats[seed % 3], seed % 2 == 0);
      const Options options{.machine = {.backend = BackendChoice::cpu}, .method = method, .symmetry = symmetry()};
      const std::optional<Plan> plan = plan_of(graph, options);
      if (!plan) continue;
      RunControl run;
      const auto on_gpu = [&](GpuPieces pieces) {
        return method == Method::cells
                   ? make_cuda_cell_backend(*plan->cells, plan->bitmaps, options, StopCheck(run), nullptr, pieces)
                   : make_cuda_chain_backend(*plan->chain_space, plan->bitmaps, options, StopCheck(run), pieces);
      };
      ++searched;
      check_machines(graph.name, test::levels_of(test::distances_of(graph)),
                     {[&] { return on_gpu({.most_reads = 16, .least_cells = 1}); },
                      [&] { return on_gpu({.most_reads = 1, .least_cells = 3}); }, [&] { return on_gpu({}); }});
    }
  }
  EXPECT_GT(searched, 2U);
#endif
}

INSTANTIATE_TEST_SUITE_P(Symmetry, OrbitMachines, testing::Bool(),
                         [](const auto& test) { return test.param ? "used" : "unused"; });

/// A level in parts of rows needs rows of many cells.
TEST(OrbitGpuPieces, RowsAreMadeInParts) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
#if WREATH_HAVE_CUDA
  for (const char* name : {"lrx:9", "pancake:9", "topspin:9,4", "sliding:3x3"}) {
    const Generators generators = make_family(name);
    Search alone(generators, parse_start("", generators), {.machine = {.backend = BackendChoice::cpu}});
    ASSERT_TRUE(alone.run());
    RunControl run;
    const Options options{.machine = {.backend = BackendChoice::cpu}, .method = Method::cells};
    Plan plan = make_plan(generators, parse_start("", generators), options, run);
    make_tables(plan, options, run);
    for (const GpuPieces pieces : {GpuPieces{64, 1}, GpuPieces{1000, 7}, GpuPieces{1 << 20, 1}}) {
      const auto gpu = make_cuda_cell_backend(*plan.cells, plan.bitmaps, options, StopCheck(run), nullptr, pieces);
      EXPECT_EQ(join({1}, expand(*gpu)), alone.levels()) << name;
    }
  }
#endif
}

// --- as a user asks: a search with little memory

/// Nine points, which are many enough for a disk: a rotation, and a swap of the last two.
TestGraph large_graph() {
  const std::vector<test::Row> rows{{1, 2, 3, 4, 5, 6, 7, 8, 0}, {0, 1, 2, 3, 4, 5, 6, 8, 7}};
  const InputOptions how{.inverses = Inverses::no};
  TestGraph graph;
  graph.name = "nine points";
  graph.generators = parse_generators(test::as_gap(rows), "rows.g", how);
  graph.start = parse_start("", graph.generators);
  test::require_generators(graph, rows, Format::gap, how);
  return graph;
}

/// Growth and the last level with any memory: whatever is answered is true.
TEST(OrbitMemory, AnySizeGivesTrueAnswers) {
  const wreath::test::TestFolder folder;
  unsigned on_disk = 0;
  const TestGraph graph = large_graph();
  const auto distance = test::distances_of(graph);
  const Levels levels = test::levels_of(distance);
  for (const bool keep_last : {false, true}) {
    for (const std::uint64_t memory : {24 << 10, 90 << 10}) {
      RunControl run;
      run.limit_memory(memory);
      run.measure_memory([] { return std::uint64_t{0}; });
      Search search(
          graph.generators, graph.start,
          {.machine = {.backend = BackendChoice::cpu, .threads = 2, .scratch = {folder.path()}}, .keep_last = keep_last});
      const bool done = search.run(&run);
      const std::string what = graph.name + ", " + std::to_string(memory) + " bytes";
      on_disk += run.choice("backend") == "disk" ? 1 : 0;
      ASSERT_LE(search.levels().size(), levels.size()) << what;
      EXPECT_TRUE(std::equal(search.levels().begin(), search.levels().end(), levels.begin())) << what;
      EXPECT_EQ(done, search.levels().size() == levels.size()) << what;
      if (keep_last) {
        EXPECT_EQ(search.last_level(kAnyDepth), test::level_of(distance, search.levels().size() - 1)) << what;
      }
    }
  }
  EXPECT_GT(on_disk, 0U);
}

#if WREATH_HAVE_MPI
/// Every kind of state by ranks: those of the form cells are searched, the others refused by all.
TEST(OrbitRanks, EveryGraphIsSearchedOrRefused) {
  unsigned searched = 0;
  unsigned refused = 0;
  const auto check = [&](const TestGraph& graph) {
    const Levels expected = test::levels_of(test::distances_of(graph));
    for (const bool one_machine : {false, true}) {
      for (const bool keep_last : {false, true}) {
        Search alone(graph.generators, graph.start, {.machine = {.backend = BackendChoice::cpu, .threads = 1}});
        alone.plan();
        const bool possible = alone.method() == Method::cells && !keep_last && graph.generators.moves == Moves::permutations;
        (possible ? searched : refused) += 1;
        const int count = 2 + static_cast<int>(searched % 3);
        mpi::test::run_ranks(count, {.one_machine = one_machine, .message_limit = 1000}, [&](mpi::Communicator& ranks) {
          Search search(graph.generators, graph.start,
                        {.machine = {.threads = 1, .cluster = Cluster(ranks)}, .keep_last = keep_last});
          if (!possible) {
            EXPECT_THROW(search.run(), InputError) << graph.name;
            return;
          }
          EXPECT_TRUE(search.run()) << graph.name;
          EXPECT_EQ(search.levels(), expected) << graph.name << " by " << count << " ranks";
        });
      }
    }
  };
  for (const Format format : kFormats) {
    for (std::uint64_t seed = 0; seed < 16 && !HasFailure(); ++seed) check(test::permutation_graph(seed, format, seed % 2 == 0));
  }
  for (std::uint64_t seed = 0; seed < 5; ++seed) check(test::matrix_graph(seed));
  for (const char* name : {"hanoi:3,3", "sliding:2x3", "sliding:2x4"}) check(test::puzzle_graph(name, ""));
  EXPECT_GT(searched, 10U);
  EXPECT_GT(refused, 10U);
}
#endif

}  // namespace
}  // namespace wreath::orbit
