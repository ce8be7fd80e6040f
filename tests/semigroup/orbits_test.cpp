// SPDX-License-Identifier: MIT
//
// Semigroups by orbits of kernels and images, against their elements.
#include "wreath/semigroup/orbits.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "semigroup/orbits/group_words.hpp"
#include "semigroup/orbits/pair_search.hpp"
#include "semigroup/random_kinds.hpp"
#include "wreath/semigroup.hpp"

namespace wreath::semigroup {
namespace {

using ElementRow = std::vector<Point>;
using ClassKey = std::tuple<std::uint64_t, Natural, Natural, Natural, Natural, std::uint64_t>;

ElementRow product_of(const Generators& generators, const Word& word) {
  ElementKind kind = generators.kind;
  if (kind.is_transformation()) kind.size = generators.degree;
  ElementRow product = identity_of(kind);
  for (const Letter letter : word) product = multiply(kind, product, generators.row(letter));
  return product;
}

/// Classes, sizes and the order, against those from the Cayley graphs.
void expect_same_structure(const Generators& generators) {
  Enumeration found(generators, {.machine = {.backend = BackendChoice::cpu, .threads = 1}, .graphs = true});
  found.run();
  const GreenClasses green = green_classes(found);
  OrbitStructure orbits(generators);
  ASSERT_EQ(orbits.size(), Natural(found.size()));
  // The number of distinct rows of a matrix over a semiring is not that of all matrices in its D-class.
  const bool one_rank = generators.kind.name < KindName::max_plus;
  std::multiset<ClassKey> expected;
  for (const auto& d : green.d_classes) {
    expected.emplace(one_rank ? d.rank : 0, d.size, d.r_classes, d.l_classes, d.h_size(), d.idempotents);
  }
  std::multiset<ClassKey> listed;
  std::vector<std::uint64_t> number;  // of the class among the enumerated ones
  for (const OrbitDClass& d : orbits.classes(true)) {
    EXPECT_TRUE(d.count.settled);
    EXPECT_EQ(d.count.regular, d.count.idempotents > 0);
    listed.emplace(one_rank ? d.count.rank : 0, d.count.size, d.count.r_classes, d.count.l_classes, d.count.h_size,
                   d.count.idempotents);
    const auto element = found.find(d.representative);
    ASSERT_TRUE(element) << "the representative is not an element";
    EXPECT_EQ(product_of(generators, d.word), d.representative);
    EXPECT_TRUE(generators.monoid || !d.word.empty());
    number.push_back(green.d[*element]);
  }
  EXPECT_EQ(listed, expected);
  // The order, from all products on both sides.
  const std::size_t count = green.d_classes.size();
  std::vector<std::vector<bool>> below(count, std::vector<bool>(count));
  const auto right = found.right_graph();
  const auto left = found.left_graph();
  for (std::size_t e = 0; e < right.size(); ++e) {
    below[green.d[e / generators.count()]][green.d[right[e]]] = true;
    below[green.d[e / generators.count()]][green.d[left[e]]] = true;
  }
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count; ++j) below[i][j] = below[i][j] || (below[i][k] && below[k][j]);
    }
  }
  std::set<std::pair<std::uint64_t, std::uint64_t>> covers;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      bool direct = i != j && below[i][j];
      for (std::size_t k = 0; direct && k < count; ++k) direct = k == i || k == j || !below[i][k] || !below[k][j];
      if (direct) covers.emplace(i, j);
    }
  }
  std::set<std::pair<std::uint64_t, std::uint64_t>> found_covers;
  for (const auto& [a, b] : orbits.order()) found_covers.emplace(number[a], number[b]);
  EXPECT_EQ(found_covers, covers);
  // Elements, and others.
  const auto sizes = [](const std::vector<std::uint32_t>& classes) {
    std::map<std::uint32_t, std::uint64_t> result;
    for (const std::uint32_t c : classes) ++result[c];
    return result;
  };
  const auto r_sizes = sizes(green.r);
  const auto l_sizes = sizes(green.l);
  for (std::uint64_t e = 0; e < found.size(); e += 1 + found.size() / 50) {
    const ElementRow row = found.images(e);
    const auto word = orbits.factor(row);
    ASSERT_TRUE(word) << "element " << e;
    EXPECT_EQ(product_of(generators, *word), row);
    EXPECT_TRUE(generators.monoid || !word->empty());
    const auto place = orbits.place(row);
    ASSERT_TRUE(place);
    const auto& d = green.d_classes[green.d[e]];
    EXPECT_EQ(place->d_class.size, Natural(d.size));
    EXPECT_EQ(place->d_class.regular, d.idempotents > 0);
    EXPECT_EQ(place->h_size, Natural(d.h_size()));
    EXPECT_EQ(place->r_size, Natural(r_sizes.at(green.r[e])));
    EXPECT_EQ(place->l_size, Natural(l_sizes.at(green.l[e])));
    bool group = false;
    for (std::uint64_t f = 0; f < found.size() && !group; ++f)
      group = green.idempotent[f] && green.r[f] == green.r[e] && green.l[f] == green.l[e];
    EXPECT_EQ(place->in_group, group);
  }
}

class OrbitKinds : public testing::TestWithParam<const char*> {};

TEST_P(OrbitKinds, RandomSemigroupsAgreeWithTheirElements) {
  constexpr std::uint64_t kMost = 400;  // elements
  int compared = 0;
  for (std::uint64_t seed = 1; compared < 150; ++seed) {
    SCOPED_TRACE(testing::Message() << GetParam() << ", seed " << seed);
    ASSERT_LT(seed, 5000U);
    Random random(seed);
    const std::string_view name = GetParam();
    const bool few_vectors = name != "boolean" && ElementKind(parse_kind(name)).is_matrix();
    const ElementKind kind = parse_kind(name, 1 + seed % (few_vectors ? 3 : name == "bipartition" ? 4 : 5));
    const Generators generators = random_generators_of(kind, 1 + seed % 4, seed % 3 == 0, random);
    Enumeration small(generators, {.machine = {.backend = BackendChoice::cpu, .threads = 1}});
    small.run_until(kMost);
    if (!small.complete()) continue;
    ++compared;
    expect_same_structure(generators);
    OrbitStructure orbits(generators);
    for (int k = 0; k < 20; ++k) {
      const ElementRow row = random_element(kind, random);
      EXPECT_EQ(orbits.contains(row), small.find(row).has_value()) << print_element(kind, row);
      EXPECT_EQ(orbits.factor(row).has_value(), small.find(row).has_value());
      EXPECT_EQ(orbits.place(row).has_value(), small.find(row).has_value());
    }
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, OrbitKinds,
                         testing::Values("transformation", "partial-transformation", "partial-permutation", "permutation",
                                         "bipartition", "boolean", "field:3", "max-plus:2", "natural:1,2"),
                         [](const auto& each) {
                           std::string name = each.param;
                           std::erase_if(name, [](char c) { return c == '-' || c == ':' || c == ','; });
                           return name;
                         });

TEST(OrbitStructure, FamiliesHaveTheirSizes) {
  const std::map<std::string, std::string> sizes{{"full:6", "46656"},     {"partial:5", "7776"}, {"symmetric-inverse:6", "13327"},
                                                 {"partition:4", "4140"}, {"brauer:6", "10395"}, {"jones:8", "1430"},
                                                 {"motzkin:5", "2188"},   {"order:6", "462"},    {"symmetric:12", "479001600"},
                                                 {"brauer:8", "2027025"}};
  for (const auto& [name, size] : sizes) {
    SCOPED_TRACE(name);
    EXPECT_EQ(OrbitStructure(open_generators(name)).size().text(), size);
  }
}

/// 4 x 4 matrices among the rows and columns of large ones.
TEST(OrbitStructure, LargeBooleanMatrices) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const ElementKind small = parse_kind("boolean", 4);
    const ElementKind large = parse_kind("boolean", seed % 2 == 0 ? 40 : 64);
    Generators generators{.degree = row_length(large), .images = {}, .monoid = seed % 3 == 0, .kind = large};
    for (int g = 0; g < 2; ++g) {
      const ElementRow inner = random_element(small, random);
      ElementRow row = identity_of(large);
      for (std::size_t k = 0; k < inner.size(); ++k) row[(3 + 11 * (k / 4)) * large.size + 3 + 11 * (k % 4)] = inner[k];
      generators.images.insert(generators.images.end(), row.begin(), row.end());
    }
    expect_same_structure(generators);
  }
}

/// R-, L- and D-classes of all n x n matrices, and their idempotents: the last are OEIS A121337.
TEST(OrbitStructure, AllBooleanMatrices) {
  const auto count = [](const char* name) { return count_structure(open_generators(name), {.method = CountMethod::orbits}); };
  const StructureCount three = count("boolean:3");
  EXPECT_EQ(std::tuple(three.size, three.r_classes, three.l_classes, three.h_classes),
            std::tuple(Natural(512), Natural(55), Natural(55), Natural(403)));
  EXPECT_EQ(std::tuple(three.d_classes, three.regular_d_classes, three.idempotents), std::tuple(11U, 9U, 123U));
  const StructureCount four = count("boolean:4");
  EXPECT_EQ(std::tuple(four.size, four.r_classes, four.l_classes, four.h_classes),
            std::tuple(Natural(65536), Natural(1324), Natural(1324), Natural(48742)));
  EXPECT_EQ(std::tuple(four.d_classes, four.regular_d_classes, four.idempotents), std::tuple(60U, 25U, 2360U));
}

/// The cells of the tables add up to the idempotents, and parts of a table are parts of the whole.
TEST(OrbitStructure, TablesShowTheGroups) {
  for (const char* name : {"full:4", "boolean:3", "brauer:5", "symmetric-inverse:4"}) {
    SCOPED_TRACE(name);
    OrbitStructure orbits(open_generators(name));
    const std::vector<OrbitDClass> classes = orbits.classes(true);
    for (std::size_t d = 0; d < classes.size(); ++d) {
      const auto [rows, columns] = orbits.table_size(d);
      const std::vector<bool> all = orbits.group_cells(d, {0, rows}, {0, columns});
      EXPECT_EQ(static_cast<std::uint64_t>(std::count(all.begin(), all.end(), true)), classes[d].count.idempotents);
      if (classes[d].count.regular) {
        EXPECT_EQ(Natural(rows), classes[d].count.r_classes);
        EXPECT_EQ(Natural(columns), classes[d].count.l_classes);
      }
      const std::vector<bool> part = orbits.group_cells(d, {rows / 2, rows}, {columns / 2, columns});
      std::size_t k = 0;
      for (std::uint64_t i = rows / 2; i < rows; ++i) {
        for (std::uint64_t j = columns / 2; j < columns; ++j) EXPECT_EQ(part[k++], all[i * columns + j]);
      }
      EXPECT_THROW(orbits.group_cells(d, {0, rows + 1}, {0, columns}), InputError);
    }
    EXPECT_THROW(orbits.table_size(classes.size()), InputError);
    const EggBoxPage first = egg_box_page(orbits, 1);
    EXPECT_NE(first.text.find("D-class 0, rank"), std::string::npos);
    EXPECT_NE(first.dot.find("0 -> 1"), std::string::npos);
    std::size_t stars = 0;
    for (std::uint64_t page = 2; page <= first.pages; ++page) {
      const std::string text = egg_box_page(orbits, page).text;
      stars += static_cast<std::size_t>(std::count(text.begin(), text.end(), '*'));
    }
    EXPECT_EQ(std::to_string(stars), std::to_string(count_structure(open_generators(name)).idempotents));
    EXPECT_THROW((void)egg_box_page(orbits, first.pages + 1), InputError);
    EXPECT_THROW((void)egg_box_page(orbits, 0), InputError);
  }
}

TEST(OrbitStructure, FactorsWhatCannotBeEnumerated) {
  Random random(3);
  for (const char* name :
       {"full:9", "partial:8", "catalan:16", "brauer:8", "symmetric:11", "symmetric:17", "symmetric-inverse:10", "boolean:4"}) {
    SCOPED_TRACE(name);
    const Generators generators = open_generators(name);
    OrbitStructure orbits(generators);
    for (int k = 0; k < 3; ++k) {
      Word word;
      for (int i = 0; i < 60; ++i) word.push_back(static_cast<Letter>(random() % generators.count()));
      const ElementRow row = product_of(generators, word);
      const auto found = orbits.factor(row);
      ASSERT_TRUE(found);
      EXPECT_EQ(product_of(generators, *found), row);
    }
  }
  EXPECT_FALSE(
      OrbitStructure(open_generators("catalan:16")).contains(ElementRow{1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
  Generators even{.degree = 9, .images = {1, 2, 0, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 0}, .monoid = false};
  EXPECT_FALSE(OrbitStructure(even).contains(ElementRow{1, 0, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(OrbitStructure(even).size(), Natural(181440));
  EXPECT_FALSE(OrbitStructure(even).factor(ElementRow{0, 1, 2, 3, 4, 5, 6, 7, 8})->empty()) << "not a monoid";
}

TEST(SmallGenerators, GenerateTheSame) {
  for (const char* name :
       {"full:4", "motzkin:4", "bihecke:3", "catalan:5", "reflexive-boolean:3", "unitriangular-boolean:4", "gl:2,3"}) {
    SCOPED_TRACE(name);
    Generators generators = open_generators(name);
    const std::size_t given = generators.count();
    const Generators before = without_redundant(generators);
    // Products are left out again.
    const ElementKind kind = [&] {
      ElementKind result = generators.kind;
      if (result.is_transformation()) result.size = generators.degree;
      return result;
    }();
    const ElementRow square = multiply(kind, generators.row(0), generators.row(given - 1));
    generators.images.insert(generators.images.end(), square.begin(), square.end());
    const Generators small = without_redundant(generators);
    EXPECT_EQ(small.images, before.images);
    EXPECT_LE(small.count(), given);
    Enumeration all(generators);
    Enumeration few(small);
    all.run();
    few.run();
    EXPECT_EQ(few.size(), all.size());
  }
  const Generators twice{.degree = 2, .images = {1, 0, 1, 0}, .monoid = false};
  EXPECT_EQ(without_redundant(twice).count(), 1U);
}

TEST(OrbitStructure, RefusesWhatItIsNotMadeFor) {
  const ElementKind tropical = parse_kind("max-plus", 2);
  EXPECT_THROW(OrbitStructure({.degree = 4, .images = identity_of(tropical), .kind = tropical}), InputError);
  OrbitStructure orbits(open_generators("full:4"));
  EXPECT_THROW(orbits.contains(ElementRow{0, 1, 2}), InputError);
  EXPECT_THROW(orbits.factor(ElementRow{0, 1, 2, 4}), InputError);
  RunControl stopped;
  stopped.request_stop(StopReason::interrupted);
  EXPECT_THROW(orbits.size(&stopped), LimitReached);
  EXPECT_EQ(orbits.size(), Natural(256));
}

}  // namespace
}  // namespace wreath::semigroup
