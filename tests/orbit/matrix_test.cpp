// SPDX-License-Identifier: MIT
//
// Every form, kind of state, format of input and verb, directed and closed, against one brute force (matrix.hpp).
#include "orbit/matrix.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "core/io/mapped_file.hpp"
#include "core/io/npy.hpp"
#include "temporary_folder.hpp"
#include "wreath/gpu.hpp"

namespace wreath::orbit {
namespace {

using test::Format;
using test::TestGraph;

constexpr Method kMatrixForms[] = {Method::automatic, Method::cells, Method::chain, Method::ranks, Method::keys};
constexpr std::uint64_t kAll = ~std::uint64_t{0};
using Distances = std::map<State, std::uint64_t>;

/// The graph as searched with these options; nothing if the form is not possible.
std::optional<Search> searched(const TestGraph& graph, const Options& options, std::uint64_t depth = kAll) {
  Search search(graph.generators, graph.start, options);
  try {
    search.run_to(depth);
  } catch (const InputError&) {
    EXPECT_TRUE(options.machine.backend == BackendChoice::cuda || options.method != Method::automatic) << graph.name;
    EXPECT_TRUE(options.machine.backend == BackendChoice::cuda || options.method != Method::keys) << graph.name;
    return std::nullopt;
  }
  return search;
}

/// The rows of an array that write_states wrote.
std::vector<State> rows_of_file(const std::string& path) {
  const NpyFile file(path, 2);
  const std::uint64_t columns = file.header().shape[1];
  std::vector<State> rows(file.header().shape[0], State(columns));
  const MappedFile bytes(path);
  for (std::size_t i = 0; i < rows.size() * columns; ++i) {
    std::memcpy(&rows[i / columns][i % columns], bytes.bytes().data() + file.header().data_offset + i * file.header().item_bytes,
                file.header().item_bytes);
  }
  return rows;
}

void check_growth_and_antipodes(const TestGraph& graph, const Distances& distance, BackendChoice backend) {
  const std::vector<std::uint64_t> levels = test::levels_of(distance);
  const wreath::test::TestFolder folder;
  for (const Method method : kMatrixForms) {
    for (const bool keep_last : {false, true}) {
      const std::string what = graph.name + ", form " + std::string(to_string(method));
      const Options options{
          .machine = {.backend = backend, .threads = keep_last ? 1U : 3U}, .method = method, .keep_last = keep_last};
      const std::optional<Search> search = searched(graph, options);
      if (!search) continue;
      EXPECT_TRUE(search->complete()) << what;
      EXPECT_EQ(search->levels(), levels) << what;
      if (!keep_last) continue;
      const std::vector<State> farthest = test::level_of(distance, levels.size() - 1);
      EXPECT_EQ(search->last_level(kAll), farthest) << what;
      EXPECT_EQ(search->last_level(1).size(), 1U) << what;
      write_states(folder.file("far.npy"), search->last_level(kAll), *search);
      EXPECT_EQ(rows_of_file(folder.file("far.npy")), farthest) << what;
      // Stopped in the middle, saved there, and continued.
      const std::uint64_t middle = (levels.size() - 1) / 2;
      const std::optional<Search> begun = searched(graph, options, middle);
      EXPECT_EQ(begun->last_level(kAll), test::level_of(distance, middle)) << what;
      Search resumed(graph.generators, graph.start, options);
      resumed.restore(begun->save());
      EXPECT_EQ(resumed.last_level(kAll), test::level_of(distance, middle)) << what << ", resumed";
      EXPECT_TRUE(resumed.run()) << what;
      EXPECT_EQ(resumed.levels(), levels) << what << ", resumed";
      EXPECT_EQ(resumed.last_level(kAll), farthest) << what << ", resumed";
      // A complete search can be saved, too.
      Search again(graph.generators, graph.start, options);
      again.restore(search->save());
      EXPECT_TRUE(again.run()) << what;
      EXPECT_EQ(again.last_level(kAll), farthest) << what << ", complete and restored";
    }
  }
}

void expect_word(const TestGraph& graph, const State& target, const Word& word, std::uint64_t distance, const std::string& what) {
  EXPECT_EQ(word.size(), distance) << graph.name << what;
  State state = graph.start.state;
  for (const Letter letter : word) state = graph.steps.at(letter)(state);
  EXPECT_EQ(state, target) << graph.name << what;
}

void check_words(const TestGraph& graph, const Distances& distance) {
  std::vector<State> targets = graph.strangers;
  std::size_t number = 0;
  for (const auto& [state, level] : distance) {
    if (number++ % (1 + distance.size() / 25) == 0) targets.push_back(state);
  }
  for (const State& target : targets) {
    const std::string text = print_state(target, graph.generators, graph.start);
    EXPECT_EQ(parse_state(text, graph.generators, graph.start), target) << graph.name << " " << text;
    const WordSearch found = shortest_word(graph.generators, graph.start, target);
    EXPECT_TRUE(found.complete) << graph.name << " " << text;
    const auto at = distance.find(target);
    EXPECT_EQ(found.word.has_value(), at != distance.end()) << graph.name << " " << text;
    if (found.word && at != distance.end()) expect_word(graph, target, *found.word, at->second, ", word to " + text);
  }
}

/// Whether each step can be undone by a step, from every state.
bool can_turn_back(const TestGraph& graph, const Distances& distance) {
  for (const auto& [state, level] : distance) {
    for (const test::Step& step : graph.steps) {
      const State moved = step(state);
      if (std::ranges::none_of(graph.steps, [&](const test::Step& back) { return back(moved) == state; })) return false;
    }
  }
  return true;
}

void check_oracles(const TestGraph& graph, const Distances& distance) {
  const bool elements = graph.start.kind == Start::Kind::permutation || graph.start.kind == Start::Kind::arrangement;
  if (elements && distance.size() < 1000) {
    EXPECT_EQ(is_undirected(graph.generators), can_turn_back(graph, distance)) << graph.name;
  }
  const wreath::test::TestFolder folder;
  for (const Method method : {Method::automatic, Method::cells, Method::chain}) {
    const std::string what = ", oracle, form " + std::string(to_string(method));
    const std::optional<Search> search =
        searched(graph, {.machine = {.backend = BackendChoice::cpu, .threads = 1}, .method = method, .oracle = true});
    if (!search) continue;
    EXPECT_EQ(search->levels(), test::levels_of(distance)) << graph.name << what;
    if (!is_undirected(graph.generators) || !elements) {
      EXPECT_THROW((void)Oracle(*search), InputError) << graph.name << what;
      continue;
    }
    Oracle(*search).write(folder.file("o.npy"));
    for (const Oracle& oracle : {Oracle(*search), Oracle(folder.file("o.npy"), graph.generators)}) {
      for (const auto& [state, level] : distance) {
        EXPECT_EQ(oracle.distance(state), level) << graph.name << what;
        if (distance.size() < 200) expect_word(graph, state, oracle.word(state), level, what);
      }
      for (const State& stranger : graph.strangers) {
        if (!distance.contains(stranger)) {
          EXPECT_THROW((void)oracle.distance(stranger), InputError) << graph.name << what;
          EXPECT_FALSE(oracle.contains(stranger)) << graph.name << what;
        }
      }
    }
  }
}

void check_every_verb(const TestGraph& graph) {
  const Distances distance = test::distances_of(graph);
  check_growth_and_antipodes(graph, distance, BackendChoice::cpu);
  check_words(graph, distance);
  check_oracles(graph, distance);
}

class OrbitMatrix : public testing::TestWithParam<Format> {};

TEST_P(OrbitMatrix, EveryVerbAgreesWithTheBruteForce) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    check_every_verb(test::permutation_graph(seed, GetParam()));
    if (HasFailure()) break;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, OrbitMatrix, testing::Values(Format::gap, Format::json, Format::npy), test::name_of_format);

TEST(OrbitMatrices, EveryVerbAgreesWithTheBruteForce) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    check_every_verb(test::matrix_graph(seed));
    if (HasFailure()) break;
  }
}

TEST(OrbitPuzzles, EveryVerbAgreesWithTheBruteForce) {
  for (const auto& [name, start] : {std::pair{"hanoi:3,3", ""},
                                    {"hanoi:4,3", ""},
                                    {"hanoi:3,4", "1,3,2,1"},
                                    {"hanoi:3,1", ""},
                                    {"sliding:2x2", ""},
                                    {"sliding:2x3", ""},
                                    {"sliding:3x2,1", ""},
                                    {"sliding:1x4", ""},
                                    {"sliding:2x3", "3,1,2,0,5,4"},
                                    {"sliding:2x4,3", ""}})
    check_every_verb(test::puzzle_graph(name, start));
}

TEST(CudaMatrix, EveryFormAgreesWithTheBruteForce) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  for (const Format format : {Format::gap, Format::json, Format::npy}) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const TestGraph graph = test::permutation_graph(seed, format);
      Search plan(graph.generators, graph.start, {.machine = {.backend = BackendChoice::cpu}});
      plan.plan();
      if (plan.method() == Method::keys) continue;  // the CPU alone has keys
      check_growth_and_antipodes(graph, test::distances_of(graph), BackendChoice::cuda);
    }
  }
}

}  // namespace
}  // namespace wreath::orbit
