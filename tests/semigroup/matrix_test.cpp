// SPDX-License-Identifier: MIT
//
// Every kind of element, on every machine, by every question, against one slow reference: random semigroups, of which each seed
// repeats one. A machine that does not take a kind must refuse it, not answer otherwise.
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "semigroup/agreement.hpp"
#include "semigroup/kinds/action.hpp"
#include "semigroup/random_kinds.hpp"
#include "wreath/gpu.hpp"
#include "wreath/semigroup/levels.hpp"
#include "wreath/semigroup/orbits.hpp"

namespace wreath::semigroup {

namespace {

struct Setup {
  const char* name;
  Options options;
  std::size_t semigroups = 12;  // random ones for each question
};

const Setup kMachines[] = {
    {"OneThread", {.machine = {.backend = BackendChoice::cpu, .threads = 1}}, 40},
    {"TwoThreads", {.machine = {.backend = BackendChoice::cpu, .threads = 2}}},
    {"Rows", {.machine = {.backend = BackendChoice::cpu, .threads = 2}, .method = Method::rows}},
    {"Base", {.machine = {.backend = BackendChoice::cpu, .threads = 1}, .method = Method::base}},
    {"Compressed", {.machine = {.backend = BackendChoice::cpu, .threads = 2}, .method = Method::compressed}},
    {"Words", {.machine = {.backend = BackendChoice::cpu, .threads = 2}, .method = Method::words}},
    {"Disk", {.machine = {.backend = BackendChoice::cpu, .threads = 2}, .method = Method::disk}, 3},
    {"Cuda", {.machine = {.backend = BackendChoice::cuda, .threads = 1}}, 10},
};

struct KindOf {
  const char* name;
  std::uint64_t sizes;  // 1..sizes
};
constexpr KindOf kKinds[] = {{"transformation", 5},
                             {"partial-transformation", 5},
                             {"partial-permutation", 5},
                             {"permutation", 5},
                             {"bipartition", 4},
                             {"boolean", 4},
                             {"field:3", 3},
                             {"field:4", 2},
                             {"max-plus", 3},
                             {"max-plus:2", 3},
                             {"min-plus", 3},
                             {"min-plus:3", 3},
                             {"natural:2,2", 3}};

/// The elements of which each can be reached from each other through a graph.
std::vector<std::uint32_t> classes_of(const std::vector<std::vector<std::uint32_t>>& graph) {
  std::vector<std::set<std::uint32_t>> reached;
  for (std::uint32_t x = 0; x < graph.size(); ++x) {
    std::set<std::uint32_t> here{x};
    for (std::vector<std::uint32_t> queue{x}; !queue.empty();) {
      const std::uint32_t at = queue.back();
      queue.pop_back();
      for (const std::uint32_t next : graph[at]) {
        if (here.insert(next).second) queue.push_back(next);
      }
    }
    reached.push_back(std::move(here));
  }
  std::vector<std::uint32_t> first(graph.size());  // of each class
  for (std::uint32_t x = 0; x < graph.size(); ++x) {
    while (!(reached[x].contains(first[x]) && reached[first[x]].contains(x))) ++first[x];
  }
  return first;
}

/// Green's classes from the definitions: of each D-class its size, its numbers of R- and L-classes and its idempotents.
struct GreenReference {
  using DClass = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;

  GreenReference(const Generators& generators, const Reference& reference)
      : r(classes_of(reference.right)), l(classes_of(reference.left)), d(r.size()) {
    // The classes of D are the classes of R that share one of L.
    for (std::uint32_t x = 0; x < d.size(); ++x) d[x] = x;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t x = 0; x < d.size(); ++x) {
        for (std::uint32_t y = 0; y < d.size(); ++y) {
          if ((r[x] != r[y] && l[x] != l[y]) || d[x] <= d[y]) continue;
          d[x] = d[y];
          changed = true;
        }
      }
    }
    for (const std::uint32_t which : std::set<std::uint32_t>(d.begin(), d.end())) {
      std::set<std::uint32_t> rows;
      std::set<std::uint32_t> columns;
      std::uint64_t size = 0;
      std::uint64_t idempotents = 0;
      for (std::uint32_t x = 0; x < d.size(); ++x) {
        if (d[x] != which) continue;
        ++size;
        rows.insert(r[x]);
        columns.insert(l[x]);
        const auto& row = reference.rows[x];
        if (product_reference(generators.kind, row, row) == row) ++idempotents;
      }
      d_classes.insert({size, rows.size(), columns.size(), idempotents});
    }
    for (std::uint32_t x = 0; x < d.size(); ++x) h.emplace(r[x], l[x]);
  }

  std::vector<std::uint32_t> r, l, d;
  std::set<std::pair<std::uint32_t, std::uint32_t>> h;
  std::multiset<DClass> d_classes;
};

std::uint64_t count_of(const std::vector<std::uint32_t>& classes) {
  return std::set<std::uint32_t>(classes.begin(), classes.end()).size();
}

/// One random semigroup, and how its elements are kept.
struct Case {
  Generators generators;
  Reference reference;
  Options options;
  Random random;
};

// --- the questions

void ask_elements(Case& one) {
  expect_agreement(one.generators, one.options, one.reference);
}

void ask_graphs(Case& one) {
  one.options.graphs = true;
  expect_agreement(one.generators, one.options, one.reference);
}

/// By rules alone every word becomes the least word of its element.
void ask_rules(Case& one) {
  one.options.graphs = true;
  Enumeration found(one.generators, one.options);
  ASSERT_TRUE(found.run());
  const std::vector<Rule> rules = found.rules();
  for (std::size_t x = 0; x < one.reference.rows.size(); ++x) {
    for (std::size_t g = 0; g < one.generators.count(); ++g) {
      Word word = one.reference.words[x];
      word.push_back(static_cast<Letter>(g));
      for (bool changed = true; changed;) {
        changed = false;
        for (const auto& [left, right] : rules) {
          const auto at = std::search(word.begin(), word.end(), left.begin(), left.end());
          if (at == word.end()) continue;
          word.insert(word.erase(at, at + std::ssize(left)), right.begin(), right.end());
          changed = true;
        }
      }
      ASSERT_EQ(word, one.reference.words[one.reference.right[x][g]]);
    }
  }
}

/// Both questions about one element, of elements and of others.
void ask_member(Case& one) {
  for (int k = 0; k < 4; ++k) {
    const bool inside = k < 2;
    const std::size_t e = one.random() % one.reference.rows.size();
    const std::vector<Point> row = inside ? one.reference.rows[e] : random_element(one.generators.kind, one.random);
    const auto known = one.reference.numbers.find(row);
    Enumeration found(one.generators, one.options);
    const auto element = found.position(row);
    ASSERT_EQ(element.has_value(), known != one.reference.numbers.end());
    if (!element) continue;
    ASSERT_EQ(*element, known->second);
    ASSERT_EQ(found.word(*element), one.reference.words[known->second]);
  }
}

void ask_green(Case& one) {
  one.options.graphs = true;
  Enumeration found(one.generators, one.options);
  found.run();
  const GreenClasses green = green_classes(found);
  const GreenReference expected(one.generators, one.reference);
  ASSERT_EQ(green.r_count, count_of(expected.r));
  ASSERT_EQ(green.l_count, count_of(expected.l));
  ASSERT_EQ(green.h_count, expected.h.size());
  std::multiset<GreenReference::DClass> d_classes;
  for (const auto& d : green.d_classes) d_classes.insert({d.size, d.r_classes, d.l_classes, d.idempotents});
  ASSERT_EQ(d_classes, expected.d_classes);
  for (std::size_t x = 0; x < expected.d.size(); ++x) {
    ASSERT_EQ(green.d[x] == green.d[0], expected.d[x] == expected.d[0]);
    ASSERT_EQ(green.r[x] == green.r[0], expected.r[x] == expected.r[0]);
    ASSERT_EQ(green.l[x] == green.l[0], expected.l[x] == expected.l[0]);
  }
}

void ask_checkpoint(Case& one) {
  one.options.graphs = one.random() % 2 == 0;
  Enumeration first(one.generators, one.options);
  first.run_until(1 + one.random() % one.reference.rows.size());
  Enumeration second(one.generators, one.options);
  second.restore(first.save());
  RunControl run;
  expect_agreement(second, one.reference, run);
}

/// The last generator comes later.
void ask_more(Case& one) {
  if (one.generators.count() < 2) return;
  one.options.graphs = one.random() % 2 == 0;
  Generators fewer = one.generators;
  const std::vector<Point> last(fewer.images.end() - static_cast<std::ptrdiff_t>(fewer.degree), fewer.images.end());
  fewer.images.resize(fewer.images.size() - fewer.degree);
  Enumeration found(fewer, one.options);
  found.run_until(one.random() % (one.reference.rows.size() + 1));
  found.add_generators(last);
  RunControl run;
  expect_agreement(found, one.reference, run);
}

// --- those that no enumeration answers: only threads matter, and the GPU for levels

void ask_count(Case& one) {
  if (!OrbitStructure::is_made_for(one.generators.kind)) return;
  const StructureCount count = count_structure(
      one.generators, {.machine = {.threads = one.options.machine.threads}, .classes = true, .method = CountMethod::orbits});
  const GreenReference expected(one.generators, one.reference);
  ASSERT_TRUE(count.complete);
  ASSERT_EQ(count.size, Natural(one.reference.rows.size()));
  ASSERT_EQ(count.r_classes, Natural(count_of(expected.r)));
  ASSERT_EQ(count.l_classes, Natural(count_of(expected.l)));
  ASSERT_EQ(count.h_classes, Natural(expected.h.size()));
  std::multiset<GreenReference::DClass> d_classes;
  for (const auto& d : count.classes)
    d_classes.insert({d.size.small().value(), d.r_classes.small().value(), d.l_classes.small().value(), d.idempotents});
  ASSERT_EQ(d_classes, expected.d_classes);
  ASSERT_EQ(count.idempotents, one.reference.idempotents);
}

void ask_levels(Case& one) {
  const ElementKind& kind = one.generators.kind;
  if (!kind.is_transformation() && !Action::exists(kind, one.generators.count())) return;
  const LevelCount count = count_levels(one.generators, {.machine = one.options.machine});
  std::vector<std::uint64_t> levels;
  for (const Word& word : one.reference.words) {
    levels.resize(word.size() + (one.generators.monoid ? 1 : 0));
    ++levels.back();
  }
  ASSERT_EQ(count.levels, levels);
}

void ask_small(Case& one) {
  const Generators small = without_redundant(one.generators);
  ASSERT_EQ(enumerate_reference(small).numbers.size(), one.reference.rows.size());
  for (std::size_t g = 0; g < small.count() && small.count() > 1; ++g) {
    Generators others = small;
    others.images.erase(others.images.begin() + static_cast<std::ptrdiff_t>(g * small.degree),
                        others.images.begin() + static_cast<std::ptrdiff_t>((g + 1) * small.degree));
    ASSERT_FALSE(enumerate_reference(others).numbers.contains({small.row(g).begin(), small.row(g).end()}));
  }
}

struct Question {
  const char* name;
  void (*ask)(Case&);
};
constexpr Question kOfElements[] = {{"Elements", ask_elements}, {"Graphs", ask_graphs}, {"Rules", ask_rules},
                                    {"Member", ask_member},     {"Green", ask_green},   {"Checkpoint", ask_checkpoint},
                                    {"More", ask_more}};
constexpr Question kOthers[] = {{"Count", ask_count}, {"Levels", ask_levels}, {"Small", ask_small}};

class SemigroupMatrix : public testing::TestWithParam<std::tuple<Setup, Question>> {};

TEST_P(SemigroupMatrix, EveryKindAgreesWithTheReference) {
  const auto& [machine, question] = GetParam();
  if (machine.options.machine.backend == BackendChoice::cuda && !has_gpu()) GTEST_SKIP() << "no GPU here";
  constexpr std::size_t kMost = 80;  // elements: the reference is slow
  for (const KindOf& of : kKinds) {
    std::size_t asked = 0;
    std::size_t refused = 0;
    for (std::uint64_t seed = 1; asked + refused < machine.semigroups; ++seed) {
      SCOPED_TRACE(testing::Message() << of.name << ", seed " << seed);
      ASSERT_LT(seed, 20000U);
      Random random(seed);
      ElementKind kind = parse_kind(of.name, 1 + seed % of.sizes);
      Generators generators = random_generators_of(kind, 1 + seed % 3, seed % 2 == 0, random);
      if (kind.is_transformation()) generators.kind = {};
      Case one{generators, enumerate_reference(generators, kMost), machine.options, random};
      if (one.reference.rows.size() > kMost) continue;
      if (kind.is_transformation()) one.generators.kind = kind;
      try {
        question.ask(one);
        ++asked;
      } catch (const InputError&) {
        ++refused;
      }
      if (HasFailure()) return;
    }
    // On the CPU nothing is refused in the form that is chosen automatically.
    if (machine.options.method == Method::automatic && machine.options.machine.backend == BackendChoice::cpu) {
      EXPECT_EQ(refused, 0U) << of.name;
    }
  }
}

std::string name_of_case(const testing::TestParamInfo<std::tuple<Setup, Question>>& each) {
  return std::string(std::get<0>(each.param).name) + std::get<1>(each.param).name;
}

INSTANTIATE_TEST_SUITE_P(Elements, SemigroupMatrix,
                         testing::Combine(testing::ValuesIn(kMachines), testing::ValuesIn(kOfElements)), name_of_case);
INSTANTIATE_TEST_SUITE_P(Others, SemigroupMatrix,
                         testing::Combine(testing::Values(kMachines[0], kMachines[1], std::end(kMachines)[-1]),
                                          testing::ValuesIn(kOthers)),
                         name_of_case);

}  // namespace

}  // namespace wreath::semigroup
