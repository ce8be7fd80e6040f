// SPDX-License-Identifier: MIT
//
// Semigroups of every kind of element: against brute force, and in known sizes.
#include <gtest/gtest.h>

#include <random>

#include "semigroup/agreement.hpp"
#include "semigroup/random_kinds.hpp"
#include "semigroup/kinds/action.hpp"
#include "wreath/semigroup/orbits.hpp"

namespace wreath::semigroup {

namespace {

struct KindCase {
  const char* name;
  std::uint64_t sizes;  // 1..sizes
  std::size_t random_semigroups = 200;
};

class KindTest : public testing::TestWithParam<KindCase> {
 protected:
  ElementKind kind_of_size(std::uint64_t size) const { return parse_kind(GetParam().name, size); }
};

TEST_P(KindTest, ProductsAgreeWithTheDefinition) {
  Random random(5);
  for (std::uint64_t size = 1; size <= 9; ++size) {
    const ElementKind kind = kind_of_size(size);
    for (int k = 0; k < 100; ++k) {
      const std::vector<Point> x = random_element(kind, random);
      const std::vector<Point> y = random_element(kind, random);
      ASSERT_EQ(multiply(kind, x, y), product_reference(kind, x, y)) << print_element(kind, x) << " * " << print_element(kind, y);
      ASSERT_EQ(multiply(kind, x, identity_of(kind)), x);
      ASSERT_EQ(multiply(kind, identity_of(kind), x), x);
    }
  }
}

TEST_P(KindTest, ActionsAreHomomorphisms) {
  Random random(7);
  for (std::uint64_t size = 1; size <= 3; ++size) {
    const ElementKind kind = kind_of_size(size);
    if (!Action::exists(kind, 1) && !Action::exists_for_bipartitions(kind)) continue;
    const Action action(kind);
    const auto images = [&](const std::vector<Point>& row) {
      std::vector<Point> all(action.points());
      action.write_images(row, all);
      return all;
    };
    for (int k = 0; k < 20; ++k) {
      const std::vector<Point> x = random_element(kind, random);
      const std::vector<Point> y = random_element(kind, random);
      ASSERT_EQ(images(multiply(kind, x, y)), compose(images(x), images(y)));
    }
  }
}

TEST_P(KindTest, RandomSemigroupsAgreeWithBruteForce) {
  constexpr std::size_t kMost = 120;  // elements: brute force is slow
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; compared < GetParam().random_semigroups; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    ASSERT_LT(seed, 20000U);
    Random random(seed);
    const ElementKind kind = kind_of_size(1 + seed % GetParam().sizes);
    const Generators generators = random_generators_of(kind, 1 + seed % 3, seed % 2 == 0, random);
    const Reference reference = enumerate_reference(generators, kMost);
    if (reference.rows.size() > kMost) continue;
    ++compared;
    const bool graphs = seed % 4 < 2;
    expect_agreement(
        generators,
        {.machine = {.backend = BackendChoice::cpu, .threads = 1 + static_cast<unsigned>(seed % 2)}, .graphs = graphs},
        reference);
    if (HasFatalFailure()) return;
  }
}

// Generators that repeat, that are products of others, and the identity; more than ten of them, so that letters have two digits.
TEST_P(KindTest, GraphsAndRulesOfManyGenerators) {
  constexpr std::size_t kMost = 250;
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 40 && compared < 12; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const ElementKind kind = kind_of_size(1 + seed % std::min<std::uint64_t>(GetParam().sizes, 3));
    Generators generators = random_generators_of(kind, 1 + seed % 4, seed % 2 == 0, random);
    std::vector<std::vector<Point>> rows = {identity_of(kind)};
    for (std::size_t g = 0; g < generators.count(); ++g) rows.emplace_back(generators.row(g).begin(), generators.row(g).end());
    while (rows.size() < 4 + seed % 11)
      rows.push_back(multiply(kind, rows[random() % rows.size()], rows[random() % rows.size()]));
    if (seed % 3 == 0) std::shuffle(rows.begin(), rows.end(), random);
    generators.images.clear();
    for (const auto& row : rows) generators.images.insert(generators.images.end(), row.begin(), row.end());
    const Reference reference = enumerate_reference(generators, kMost);
    if (reference.rows.size() > kMost) continue;
    ++compared;
    for (const Method method : {Method::automatic, Method::disk})
      expect_agreement(generators,
                       {.machine = {.backend = BackendChoice::cpu, .threads = 1 + static_cast<unsigned>(seed % 2)},
                        .method = method,
                        .graphs = true},
                       reference);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(compared, 0U);
}

TEST_P(KindTest, TextCanBeReadBack) {
  Random random(11);
  for (std::uint64_t size = 1; size <= 5; ++size) {
    const ElementKind kind = kind_of_size(size);
    const Generators generators = random_generators_of(kind, 3, true, random);
    for (const bool gap : {false, true}) {
      const bool foreign = gap && (kind.name == KindName::partial_transformation || kind.name == KindName::permutation);
      if (foreign) continue;  // GAP has no such kind, or reads them as permutations of any degree
      const std::string text = print_generators(generators, gap);
      SCOPED_TRACE(text);
      const Generators again = parse_generators(text, "text");
      if (again.kind.size != kind.size) continue;  // a partial permutation's last points are in no image
      EXPECT_EQ(again.images, generators.images);
      EXPECT_EQ(again.kind, generators.kind);
      if (size == 1 && !gap) continue;  // '-' alone is stdin
      EXPECT_EQ(open_element(print_element(kind, generators.row(0), gap), kind),
                std::vector<Point>(generators.row(0).begin(), generators.row(0).end()));
    }
  }
}

TEST_P(KindTest, CheckpointsAreContinuedFrom) {
  Random random(3);
  const Generators generators = random_generators_of(kind_of_size(3), 3, true, random);
  const Reference reference = enumerate_reference(generators, 20000);
  Enumeration first(generators, {.machine = {.backend = BackendChoice::cpu}});
  first.run_until(2);
  Enumeration second(generators, {.machine = {.backend = BackendChoice::cpu}});
  second.restore(first.save());
  EXPECT_EQ(second.size(), first.size());
  const std::uint64_t most = std::min<std::uint64_t>(reference.rows.size(), 20000);
  second.run_until(most);
  ASSERT_GE(second.size(), most);
  for (std::uint64_t e = 0; e < most; e += 1 + most / 50) EXPECT_EQ(second.images(e), reference.rows[e]);
}

// Over a field of 256 elements most semigroups are too large for brute force, and most of the time goes into finding that out.
INSTANTIATE_TEST_SUITE_P(Kinds, KindTest,
                         testing::Values(KindCase{"partial-transformation", 5}, KindCase{"partial-permutation", 6},
                                         KindCase{"permutation", 6}, KindCase{"bipartition", 4}, KindCase{"boolean", 5},
                                         KindCase{"field:2", 4}, KindCase{"field:3", 3}, KindCase{"field:7", 2},
                                         KindCase{"field:4", 3}, KindCase{"field:8", 2}, KindCase{"field:256", 2, 100},
                                         KindCase{"max-plus", 3}, KindCase{"max-plus:2", 3}, KindCase{"min-plus", 3},
                                         KindCase{"min-plus:3", 3}, KindCase{"natural:2,1", 3}, KindCase{"natural:0,3", 3},
                                         KindCase{"natural:5,4", 2}, KindCase{"natural:0,1", 2}),
                         [](const auto& one) {
                           std::string name = one.param.name;
                           for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           return name;
                         });

// Larger than what acts on few points, and than what fits a word.
TEST(KindsTest, LargeElementsAgreeWithBruteForce) {
  for (const auto& [name, size] : {std::pair("boolean", 9),
                                   {"boolean", 17},
                                   {"boolean", 64},
                                   {"bipartition", 8},
                                   {"bipartition", 9},
                                   {"bipartition", 64},
                                   {"field:5", 8},
                                   {"partial-permutation", 300},
                                   {"natural:3,2", 9}}) {
    SCOPED_TRACE(testing::Message() << name << " " << size);
    const ElementKind kind = parse_kind(name, static_cast<std::uint64_t>(size));
    Random random(static_cast<std::uint64_t>(size));
    Generators generators{.degree = row_length(kind), .images = {}, .monoid = true, .kind = kind};
    for (int g = 0; g < 2; ++g) {
      std::vector<Point> row = identity_of(kind);
      const std::vector<Point> other = random_element(kind, random);
      // Three rows or points of a random element, the identity for the others: few products.
      if (kind.is_matrix()) {
        for (std::size_t k = 0; k < 3 * kind.size; ++k) row[k] = k % kind.size < 3 ? other[k] : 0;
      } else if (kind.name == KindName::bipartition) {
        row[kind.size + (g == 0 ? 0 : 1)] = row[kind.size - 1];
        row[2] = row[g == 0 ? 1 : 3];
        normalise(kind, row);
      } else {
        std::swap(row[static_cast<std::size_t>(g)], row[299]);
        row[5] = kUndefined;
      }
      generators.images.insert(generators.images.end(), row.begin(), row.end());
    }
    const Reference reference = enumerate_reference(generators, 2000);
    if (reference.rows.size() > 2000) continue;
    expect_agreement(generators, {.machine = {.backend = BackendChoice::cpu, .threads = 2}, .graphs = true}, reference);
    if (generators.degree > 1024) continue;  // too long for the little memory of the test
    expect_agreement(generators, {.machine = {.backend = BackendChoice::cpu, .threads = 2}, .method = Method::disk}, reference);
  }
}

// As rows of numbers.
TEST(KindsTest, OnDiskAgreeWithBruteForce) {
  for (const auto& [name, size] :
       {std::pair("bipartition", 9), {"field:5", 8}, {"natural:3,2", 9}, {"max-plus", 3}, {"min-plus", 2}, {"boolean", 17}}) {
    const ElementKind kind = parse_kind(name, static_cast<std::uint64_t>(size));
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; compared < 10; ++seed) {
      SCOPED_TRACE(testing::Message() << name << " " << size << ", seed " << seed);
      ASSERT_LT(seed, 1000U);
      Random random(seed);
      const Generators generators = random_generators_of(kind, 1 + seed % 3, seed % 2 == 0, random, 2);
      const Reference reference = enumerate_reference(generators, 300);
      if (reference.rows.size() > 300) continue;
      ++compared;
      expect_agreement(generators,
                       {.machine = {.backend = BackendChoice::cpu, .threads = 2}, .method = Method::disk, .graphs = seed % 4 < 2},
                       reference);
      if (HasFatalFailure()) return;
    }
  }
}

/// On disk and in the other forms they are transformations of a larger set.
TEST(KindsTest, BipartitionsInOtherForms) {
  for (const char* name : {"partition:1", "partition:2", "partition:3", "brauer:4", "jones:5", "motzkin:4", "jones:7"}) {
    Generators generators = make_family(name);
    const Reference reference = enumerate_reference(generators, 2000);
    for (const Method method : {Method::base, Method::disk, Method::words, Method::compressed}) {
      SCOPED_TRACE(testing::Message() << name << " " << to_string(method));
      expect_agreement(
          generators,
          {.machine = {.backend = BackendChoice::cpu, .threads = 2}, .method = method, .graphs = method != Method::disk},
          reference);
    }
  }
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const ElementKind kind = parse_kind("bipartition", 1 + seed % 6);
    const Generators generators = random_generators_of(kind, 1 + seed % 3, seed % 2 == 0, random);
    const Reference reference = enumerate_reference(generators, 300);
    if (reference.rows.size() > 300) continue;
    expect_agreement(generators,
                     {.machine = {.backend = BackendChoice::cpu, .threads = 1}, .method = Method::base, .graphs = true},
                     reference);
  }
  Enumeration large(make_family("brauer:8"), {.method = Method::words});
  EXPECT_THROW(large.run(), InputError);
}

struct KnownSize {
  const char* name;
  std::uint64_t size;
};

TEST(KindsTest, FamiliesHaveTheirKnownSizes) {
  for (const KnownSize& known : {KnownSize{"symmetric-inverse:1", 2},
                                 {"symmetric-inverse:6", 13327},
                                 {"partial:1", 2},
                                 {"partial:5", 7776},
                                 {"partition:1", 2},
                                 {"partition:2", 15},
                                 {"partition:3", 203},
                                 {"partition:4", 4140},
                                 {"brauer:1", 1},
                                 {"brauer:2", 3},
                                 {"brauer:5", 945},
                                 {"brauer:6", 10395},
                                 {"jones:1", 1},
                                 {"jones:7", 429},
                                 {"jones:10", 16796},
                                 {"motzkin:1", 2},
                                 {"motzkin:2", 9},
                                 {"motzkin:5", 2188},
                                 {"boolean:1", 2},
                                 {"boolean:2", 16},
                                 {"boolean:3", 512},
                                 {"boolean:4", 65536},
                                 {"unitriangular-boolean:1", 1},
                                 {"unitriangular-boolean:4", 64},
                                 {"unitriangular-boolean:6", 32768},
                                 {"reflexive-boolean:1", 1},
                                 {"reflexive-boolean:2", 4},
                                 {"reflexive-boolean:3", 64},
                                 {"reflexive-boolean:4", 4096},
                                 {"gl:1,7", 6},
                                 {"gl:2,3", 48},
                                 {"gl:2,4", 180},
                                 {"gl:3,2", 168},
                                 {"gl:3,3", 11232},
                                 {"gl:1,2", 1},
                                 {"matrices:1,2", 2},
                                 {"matrices:2,3", 81},
                                 {"matrices:3,2", 512},
                                 {"matrices:3,3", 19683},
                                 {"matrices:2,8", 4096},
                                 {"matrices:2,9", 0}}) {
    SCOPED_TRACE(known.name);
    if (known.size == 0) {  // a power of an odd prime
      EXPECT_THROW((void)make_family(known.name), InputError);
      continue;
    }
    Enumeration found(make_family(known.name), {.machine = {.backend = BackendChoice::cpu}});
    ASSERT_TRUE(found.run());
    EXPECT_EQ(found.size(), known.size);
  }
}

// The minimal numbers of generators are known (Hivert, Mitchell, Smith, Wilson, "Minimal generating sets for matrix monoids").
TEST(KindsTest, BooleanFamiliesHaveLeastGenerators) {
  EXPECT_EQ(make_family("boolean:3").count(), 5U);
  EXPECT_EQ(make_family("boolean:4").count(), 7U);
  EXPECT_EQ(make_family("boolean:5").count(), 13U);
  EXPECT_EQ(make_family("reflexive-boolean:5").count(), 1414U);
}

// bihecke:A4 is bihecke:5 with the permutations in another order. Two independent ways: elements, and orbits.
TEST(KindsTest, BiHeckeMonoidsOfCoxeterGroups) {
  for (const KnownSize& known : {KnownSize{"bihecke:A1", 3},
                                 {"bihecke:A2", 23},
                                 {"bihecke:A3", 477},
                                 {"bihecke:A4", 31103},
                                 {"bihecke:B2", 49},
                                 {"bihecke:B3", 5455},
                                 {"bihecke:D4", 296309},
                                 {"bihecke:H3", 322075}}) {
    SCOPED_TRACE(known.name);
    Enumeration found(make_family(known.name), {.machine = {.backend = BackendChoice::cpu}});
    ASSERT_TRUE(found.run());
    EXPECT_EQ(found.size(), known.size);
  }
  EXPECT_EQ(make_family("bihecke:B3").degree, 48U);
  EXPECT_EQ(make_family("bihecke:D4").degree, 192U);
  EXPECT_EQ(make_family("bihecke:F4").degree, 1152U);
  EXPECT_EQ(make_family("bihecke:H3").degree, 120U);
  EXPECT_EQ(make_family("bihecke:H4").degree, 14400U);
  EXPECT_THROW((void)make_family("bihecke:D3"), InputError);
  const StructureCount orbits = count_structure(make_family("bihecke:H3"), {.method = CountMethod::orbits});
  EXPECT_EQ(orbits.size, Natural(322075));
  EXPECT_EQ(orbits.regular_d_classes, 120U);
}

/// The monoid at q = 0 has as many elements as the Renner monoid, which it acts on; these are counted by their ranks.
TEST(KindsTest, RennerMonoidsOfOtherTypes) {
  const auto factorial = [](std::uint64_t n) {
    std::uint64_t product = 1;
    for (std::uint64_t k = 2; k <= n; ++k) product *= k;
    return product;
  };
  const auto choose = [&](std::uint64_t n, std::uint64_t k) { return factorial(n) / factorial(k) / factorial(n - k); };
  for (const char* name : {"renner:B1", "renner:B2", "renner:B3", "renner:B4", "renner:D2", "renner:D3", "renner:D4"}) {
    SCOPED_TRACE(name);
    const bool b = name[7] == 'B';
    const auto n = static_cast<std::uint64_t>(name[8] - '0');
    // The Coxeter group; maps between sets of k places without opposites; of n places, in type D, between those of one half.
    std::uint64_t size = factorial(n) << (b ? n : n - 1);
    for (std::uint64_t k = 0; k < n; ++k) size += (choose(n, k) << k) * (choose(n, k) << k) * factorial(k);
    size += b ? factorial(n) << (2 * n) : factorial(n) << (2 * n - 1);
    const Generators generators = make_family(name);
    EXPECT_EQ(generators.degree, size);
    Enumeration found(generators);
    found.run();
    EXPECT_EQ(found.size(), size);
  }
  EXPECT_THROW((void)make_family("renner:E6"), InputError);
  EXPECT_THROW((void)make_family("renner:B0"), InputError);
}

TEST(KindsTest, ClassesOfFamilies) {
  const auto classes = [](const char* name) {
    Enumeration found(make_family(name), {.machine = {.backend = BackendChoice::cpu}, .graphs = true});
    found.run();
    const GreenClasses green = green_classes(found);
    std::vector<std::uint64_t> ranks;
    for (const auto& d : green.d_classes) ranks.push_back(d.rank);
    std::ranges::sort(ranks);
    return std::tuple(green.r_count, green.l_count, ranks, green.idempotents());
  };
  using Ranks = std::vector<std::uint64_t>;
  EXPECT_EQ(classes("symmetric-inverse:4"), std::tuple(16U, 16U, (Ranks{0, 1, 2, 3, 4}), 16U));
  EXPECT_EQ(classes("matrices:2,3"), std::tuple(6U, 6U, (Ranks{0, 1, 2}), 14U));
  EXPECT_EQ(classes("jones:4"), std::tuple(6U, 6U, (Ranks{0, 2, 4}), 12U));
}

TEST(KindsTest, CountsByOrbitsAgree) {
  for (const char* name : {"symmetric-inverse:5", "partial:4", "symmetric:4", "brauer:5", "motzkin:4", "partition:3", "boolean:3",
                           "reflexive-boolean:3", "unitriangular-boolean:4", "matrices:2,3"}) {
    SCOPED_TRACE(name);
    const Generators generators = make_family(name);
    const StructureCount orbits = count_structure(generators, {.classes = true, .method = CountMethod::orbits});
    const StructureCount elements = count_structure(generators, {.classes = true, .method = CountMethod::elements});
    EXPECT_EQ(orbits.size, elements.size);
    EXPECT_EQ(orbits.r_classes, elements.r_classes);
    EXPECT_EQ(orbits.idempotents, elements.idempotents);
    ASSERT_EQ(orbits.classes.size(), elements.classes.size());
    for (std::size_t k = 0; k < orbits.classes.size(); ++k) EXPECT_EQ(orbits.classes[k].rank, elements.classes[k].rank);
  }
  const Generators tropical{.degree = 1, .images = {0}, .kind = parse_kind("max-plus", 1)};
  EXPECT_THROW((void)count_structure(tropical, {.method = CountMethod::orbits}), InputError);
  EXPECT_EQ(count_structure(make_family("jones:3"), {}).size, Natural(5));
}

/// Matrices that act on too many vectors to list them all, but lead the unit vectors to few.
TEST(KindsTest, CountsByOrbitsOfLargeMatrices) {
  const ElementKind kind = parse_kind("field:3", 11);
  std::vector<Point> swap = identity_of(kind);
  swap[0] = swap[kind.size + 1] = 0;
  swap[1] = swap[kind.size] = 1;
  std::vector<Point> minus = identity_of(kind);
  minus[0] = 2;
  std::vector<Point> drop = identity_of(kind);
  drop[0] = 0;
  Generators generators{.degree = row_length(kind), .images = {}, .monoid = true, .kind = kind};
  for (const std::vector<Point>& row : {swap, minus, drop})
    generators.images.insert(generators.images.end(), row.begin(), row.end());
  const StructureCount orbits = count_structure(generators, {.classes = true, .method = CountMethod::orbits});
  const StructureCount elements = count_structure(generators, {.classes = true, .method = CountMethod::elements});
  EXPECT_TRUE(orbits.complete);
  EXPECT_EQ(orbits.size, Natural(17));
  EXPECT_EQ(std::tie(orbits.size, orbits.r_classes, orbits.l_classes, orbits.h_classes, orbits.idempotents),
            std::tie(elements.size, elements.r_classes, elements.l_classes, elements.h_classes, elements.idempotents));
  ASSERT_EQ(orbits.classes.size(), elements.classes.size());
  for (std::size_t k = 0; k < orbits.classes.size(); ++k) EXPECT_EQ(orbits.classes[k].rank, elements.classes[k].rank);
  OrbitStructure structure(generators);
  EXPECT_TRUE(structure.factor(multiply(kind, swap, drop)).has_value());
  EXPECT_FALSE(structure.contains(multiply(kind, std::vector<Point>(row_length(kind), 0), drop)));
}

/// If they lead them to too many, the elements are enumerated.
TEST(KindsTest, CountsOfMatricesOnTooManyVectors) {
  const ElementKind kind = parse_kind("field:256", 3);
  const Generators generators{.degree = 9, .images = {7, 1, 0, 0, 9, 1, 1, 0, 0, 2, 0, 5, 3, 1, 0, 0, 8, 0}, .kind = kind};
  EXPECT_THROW(OrbitStructure{generators}, InputError);
  RunControl run;
  run.limit_time(1);
  EXPECT_FALSE(count_structure(generators, {.method = CountMethod::orbits}, &run).complete);
}

TEST(KindsTest, GapTextOfEveryKind) {
  const auto rows = [](std::string_view text) { return parse_generators(text, "text"); };
  const Generators partial = rows("S := Semigroup([PartialPerm([2,0,1]), PartialPerm([1,3],[3,2])]);");
  EXPECT_EQ(partial.kind, (ElementKind{.name = KindName::partial_permutation, .size = 3}));
  EXPECT_EQ(partial.images, (std::vector<Point>{1, kUndefined, 0, 2, kUndefined, 1}));
  EXPECT_FALSE(partial.monoid);
  const Generators blocks = rows("Monoid(Bipartition([[1,2,-2],[-1]]))");
  EXPECT_EQ(blocks.images, (std::vector<Point>{0, 0, 1, 0}));
  EXPECT_TRUE(blocks.monoid);
  EXPECT_EQ(rows("[Matrix(IsBooleanMat, [[1,0],[1,1]])]").images, (std::vector<Point>{1, 0, 1, 1}));
  EXPECT_EQ(rows("[BooleanMat([[true,false],[0,1]])]").images, (std::vector<Point>{1, 0, 0, 1}));
  const Generators field = rows("[Matrix(GF(4), [[Z(4), 0*Z(2)], [Z(2)^0, Z(4)^2]])]");
  EXPECT_EQ(field.images, (std::vector<Point>{2, 0, 1, 3}));
  EXPECT_EQ(rows("[Matrix(GF(5), [[Z(5)^3]])]").images, (std::vector<Point>{3}));  // 2^3 = 8
  const Generators tropical = rows("[Matrix(IsTropicalMaxPlusMatrix, [[-infinity,2],[0,1]], 4)]");
  EXPECT_EQ(tropical.kind, (ElementKind{.name = KindName::max_plus, .size = 2, .threshold = 4}));
  EXPECT_EQ(tropical.images, (std::vector<Point>{kMinusInfinity, 2, 0, 1}));
  EXPECT_EQ(rows("[Matrix(IsNTPMatrix, [[3]], 2, 4)]").kind,
            (ElementKind{.name = KindName::natural, .size = 1, .threshold = 2, .period = 4}));
}

TEST(KindsTest, CyclesOfPermutations) {
  const ElementKind kind{.name = KindName::permutation, .size = 5};
  EXPECT_EQ(open_element("(0 1 2)(3 4)", kind), (std::vector<Point>{1, 2, 0, 4, 3}));
  EXPECT_EQ(open_element("(1,2,3)(4,5)", kind), (std::vector<Point>{1, 2, 0, 4, 3}));
  const Generators read = parse_generators("kind permutation\n2 3\n(0 1)\n1 2 0\n", "text");
  EXPECT_EQ(read.images, (std::vector<Point>{1, 0, 2, 1, 2, 0}));
}

TEST(KindsTest, WrongInputIsRefused) {
  const auto refused = [](std::string_view text, std::string_view part) {
    try {
      (void)parse_generators(text, "text");
      ADD_FAILURE() << text;
    } catch (const InputError& error) {
      EXPECT_NE(std::string_view(error.what()).find(part), std::string_view::npos) << error.what();
    }
  };
  refused("kind bolean\n1 2\n1 0 0 1\n", "is not a kind of elements");
  refused("kind boolean\n1 2\n1 0 0 2\n", "entries are 0..1");
  refused("kind boolean\n1 2\n1 0 0\n", "");
  refused("kind boolean\n1 65\n1 0 0\n", "it must be from 1 to 64");
  refused("kind boolean\n1 1\n1 1\n", "expected the end");
  refused("kind partial-permutation\n1 3\n1 1 -\n", "sends two points to 1");
  refused("kind permutation\n1 3\n(0 1)(1 2)\n", "appears twice");
  refused("kind field:6\n1 1\n1\n", "a prime or a power of 2");
  refused("kind natural:3\n1 1\n1\n", "the kind is written natural:t,p");
  refused("kind max-plus:2\n1 1\n3\n", "entries are -inf and 0..2");
  refused("[PartialPerm([1,2],[3])]", "different lengths");
  refused("[PartialPerm([1,1],[2,3])]", "1 appears twice in the domain");
  refused("[PartialPerm([2,2])]", "sends two points");
  refused("[Bipartition([[1,-1],[2]])]", "the blocks must have all points");
  refused("[Bipartition([[1,-1],[1]])]", "appears twice");
  refused("[Matrix(IsBooleanMat, [[1,0]])]", "must be square");
  refused("[Matrix(GF(3), [[Z(5)]])]", "is not an element of the matrix's field");
  refused("[PartialPerm([1]), Bipartition([[1,-1]])]", "generator 2");
}

// Soundness against brute force; what is not proven infinite, though it is, must at least be rare.
TEST(KindsTest, InfiniteSemigroupsAreProvenToBe) {
  for (const char* name : {"max-plus", "min-plus"}) {
    std::size_t finite = 0;
    std::size_t infinite = 0;
    std::size_t undecided = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      SCOPED_TRACE(testing::Message() << name << ", seed " << seed);
      Random random(seed);
      const ElementKind kind = parse_kind(name, 1 + seed % 3);
      Generators generators = random_generators_of(kind, 1 + seed % 3, seed % 2 == 0, random);
      const Point none = identity_of(parse_kind(name, 2))[1];
      for (Point& entry : generators.images) {  // of both signs
        if (entry != none) entry = random() % 4 == 0 ? static_cast<Point>(static_cast<std::int32_t>(random() % 3) - 1) : 0;
      }
      const bool ends = enumerate_reference(generators, 400).rows.size() <= 400;
      const bool proven = !why_infinite(generators).empty();
      ASSERT_FALSE(ends && proven);
      ++(ends ? finite : proven ? infinite : undecided);
      if (!proven) continue;
      EXPECT_THROW(Enumeration(generators).run(), InputError);
      Enumeration part(generators);
      part.run_until(20);
      EXPECT_GE(part.size(), 20U);
      EXPECT_THROW((void)without_redundant(generators), InputError);
    }
    EXPECT_GT(finite, 30U);
    EXPECT_GT(infinite, 30U);
    EXPECT_LT(undecided, 10U);
  }
  // Neither generator has infinitely many powers, but their product has.
  const Generators both = parse_generators("kind max-plus\n2 2\n-inf 1 -inf -inf\n-inf -inf 0 -inf\n", "text");
  EXPECT_NE(why_infinite(both).find("the word 0 1"), std::string::npos) << why_infinite(both);
  EXPECT_EQ(why_infinite(parse_generators("kind max-plus:3\n1 1\n1\n", "text")), "");
}

TEST(KindsTest, EntriesThatGrowAreReported) {
  const Generators generators = parse_generators("kind max-plus\n1 1\n536870912\n", "text");
  Enumeration found(generators, {.machine = {.backend = BackendChoice::cpu}});
  EXPECT_THROW(found.run_until(10), InputError);
}

}  // namespace

}  // namespace wreath::semigroup
