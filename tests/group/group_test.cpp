// SPDX-License-Identifier: MIT
//
// Orders, membership, words and stabilizers against known answers and against a list of all elements.
#include "wreath/group.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "core/algebra/stabilizer_chain.hpp"
#include "permutations.hpp"

namespace wreath::group {
namespace {

Generators given(std::vector<Permutation> images) {
  Generators made{.degree = images.empty() ? 0 : images[0].size(), .images = std::move(images)};
  for (std::size_t g = 0; g < made.images.size(); ++g) made.names.push_back("s" + std::to_string(g + 1));
  return made;
}

Group complete(Generators generators, const Options& options = {}) {
  Group group(std::move(generators), options);
  EXPECT_TRUE(group.run());
  return group;
}

/// All elements of a small group, by multiplying until nothing is new.
std::set<Permutation> all_elements(const Generators& generators) {
  Permutation one(generators.degree);
  std::iota(one.begin(), one.end(), 0U);
  std::set<Permutation> all{one};
  std::vector<Permutation> open{one};
  while (!open.empty()) {
    const Permutation x = open.back();
    open.pop_back();
    for (const Permutation& g : generators.images) {
      Permutation product = times(x, g);
      if (all.insert(product).second) open.push_back(std::move(product));
    }
  }
  return all;
}

/// A few cycles on a part of the points, so that groups are of all kinds.
Permutation sparse_permutation(std::size_t points, std::mt19937& random) {
  Permutation x(points);
  std::iota(x.begin(), x.end(), 0U);
  const std::size_t swaps = 1 + random() % 3;
  for (std::size_t i = 0; i < swaps; ++i) std::swap(x[random() % points], x[random() % points]);
  return x;
}

struct Known {
  const char* input;
  const char* order;
};

class KnownOrder : public testing::TestWithParam<Known> {};

TEST_P(KnownOrder, IsFoundAndProven) {
  const Group group = complete(open_generators({GetParam().input}));
  EXPECT_EQ(group.size().order.text(), GetParam().order);
  EXPECT_TRUE(group.size().proven) << group.size().proof;
}

INSTANTIATE_TEST_SUITE_P(
    Families, KnownOrder,
    testing::Values(Known{"symmetric:1", "1"}, Known{"symmetric:2", "2"}, Known{"symmetric:3", "6"}, Known{"symmetric:7", "5040"},
                    Known{"symmetric:8", "40320"}, Known{"symmetric:12", "479001600"}, Known{"alternating:1", "1"},
                    Known{"alternating:2", "1"}, Known{"alternating:3", "3"}, Known{"alternating:4", "12"},
                    Known{"alternating:9", "181440"}, Known{"alternating:10", "1814400"}, Known{"cyclic:1", "1"},
                    Known{"cyclic:2", "2"}, Known{"cyclic:12", "12"}, Known{"cyclic:1000", "1000"}, Known{"dihedral:1", "1"},
                    Known{"dihedral:2", "2"}, Known{"dihedral:3", "6"}, Known{"dihedral:100", "200"}, Known{"psl:2,2", "6"},
                    Known{"psl:2,3", "12"}, Known{"psl:2,5", "60"}, Known{"psl:2,7", "168"}, Known{"psl:2,11", "660"},
                    Known{"psl:2,101", "515100"}, Known{"psl:2,499", "62125500"}, Known{"mathieu:11", "7920"},
                    Known{"mathieu:12", "95040"}, Known{"mathieu:23", "10200960"}, Known{"mathieu:24", "244823040"},
                    Known{"rubik333", "43252003274489856000"}, Known{"rubik222", "3674160"}, Known{"sl:2,5", "120"},
                    Known{"sl:3,3", "5616"}, Known{"(1,2,3)(4,5)", "6"}, Known{"()", "1"}));

TEST(GroupOrder, OfNoPointsAndNoGenerators) {
  const Group none = complete(Generators{});
  EXPECT_EQ(none.size().order.text(), "1");
  EXPECT_TRUE(none.size().proven);
  const Group trivial = complete(Generators{.degree = 5});
  EXPECT_EQ(trivial.size().order.text(), "1");
  EXPECT_TRUE(trivial.size().proven);
}

TEST(GroupOrder, TakesIdentitiesAndRepeatedGenerators) {
  Generators generators = open_generators({"mathieu:11"});
  generators.images.push_back(generators.images[0]);
  Permutation one(11);
  std::iota(one.begin(), one.end(), 0U);
  generators.images.insert(generators.images.begin(), one);
  generators.names.clear();
  Group group = complete(std::move(generators));
  EXPECT_EQ(group.size().order.text(), "7920");
  const auto program = group.factor(group.random(5));
  ASSERT_TRUE(program);
  EXPECT_EQ(evaluate(*program, group.generators()), group.random(5));
}

TEST(GroupOrder, AgreesWithAnIndependentChain) {
  const unsigned seed = std::random_device{}();
  std::mt19937 random(seed);
  for (unsigned round = 0; round < 120; ++round) {
    const std::size_t points = 2 + random() % 14;
    std::vector<Permutation> images;
    const std::size_t count = 1 + random() % 3;
    for (std::size_t g = 0; g < count; ++g)
      images.push_back(random() % 3 == 0 ? random_permutation(points, random) : sparse_permutation(points, random));
    const StabilizerChain reference(points, images);
    Group group = complete(given(images), {.seed = round});
    ASSERT_EQ(group.size().order.text(), reference.order().text()) << "seed " << seed << ", round " << round;
    ASSERT_TRUE(group.size().proven) << group.size().proof;
    for (unsigned i = 0; i < 10; ++i) {
      const Permutation x = i % 2 == 0 ? random_permutation(points, random) : sparse_permutation(points, random);
      ASSERT_EQ(group.contains(x), reference.contains(x)) << "seed " << seed << ", round " << round;
    }
    const Permutation member = group.random(round);
    ASSERT_TRUE(reference.contains(member)) << "seed " << seed << ", round " << round;
    const auto program = group.factor(member);
    ASSERT_TRUE(program);
    ASSERT_EQ(evaluate(*program, group.generators()), member);
    if (const auto word = program->word(1000)) {
      Permutation product(points);
      std::iota(product.begin(), product.end(), 0U);
      for (const std::int64_t letter : *word) {
        const Permutation& g = images[static_cast<std::size_t>(std::abs(letter) - 1)];
        product = times(product, letter > 0 ? g : inverse(g));
      }
      ASSERT_EQ(product, member);
    }
  }
}

TEST(GroupOrder, IsNotCalledProvenWithoutAProof) {
  const Group group = complete(open_generators({"mathieu:24"}), {.proof = Proof::none});
  EXPECT_EQ(group.size().order.text(), "244823040");
  EXPECT_FALSE(group.size().proven);
}

TEST(GroupOrder, ReachesAGivenOrderAndNoOther) {
  const Group group = complete(open_generators({"mathieu:24"}), {.order = parse_order("244823040")});
  EXPECT_TRUE(group.size().proven);
  // A multiple of the order is not reached, and what is found is proven all the same.
  const Group more = complete(open_generators({"mathieu:12"}), {.order = parse_order("190080")});
  EXPECT_EQ(more.size().order.text(), "95040");
  EXPECT_TRUE(more.size().proven);
  EXPECT_NE(more.size().proof, group.size().proof);
  Group less(open_generators({"mathieu:12"}), {.order = parse_order("7920")});
  EXPECT_THROW(less.run(), InputError);
}

/// A chain that random elements left too small is completed by the proof: the seeds are many, and the order is always the same.
// Its elements by product replacement are not random enough to tell it from a subgroup of index 2.
TEST(GroupOrder, OfALargeDihedralGroupIsReachedAndNoOther) {
  for (const std::uint64_t seed : {1U, 3U, 4U}) {
    Group group(open_generators({"dihedral:100000"}), {.seed = seed, .order = Natural(200000)});
    ASSERT_TRUE(group.run());
    EXPECT_TRUE(group.size().proven) << "seed " << seed;
    Group half(open_generators({"dihedral:100000"}), {.seed = seed, .order = Natural(100000)});
    EXPECT_THROW(half.run(), InputError) << "seed " << seed;
  }
}

TEST(GroupOrder, DoesNotDependOnTheSeed) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    EXPECT_EQ(complete(open_generators({"mathieu:12"}), {.seed = seed}).size().order.text(), "95040") << seed;
    EXPECT_EQ(complete(open_generators({"(1,2)(3,4)", "(5,6)", "(1,5)(2,6)", "(7,8,9)"}), {.seed = seed}).size().order.text(),
              std::to_string(all_elements(open_generators({"(1,2)(3,4)", "(5,6)", "(1,5)(2,6)", "(7,8,9)"})).size()))
        << seed;
  }
}

TEST(GroupOrder, OfManyPoints) {
  std::mt19937 random(7);
  const std::size_t points = 300000;
  Generators generators = given({random_permutation(points, random), random_permutation(points, random)});
  const Group group = complete(std::move(generators));
  EXPECT_NE(group.giant(), Giant::none);
  EXPECT_TRUE(group.size().proven);
  EXPECT_EQ(group.size().formula, group.giant() == Giant::symmetric ? "300000!" : "300000!/2");
}

TEST(GroupFactor, OfManyGenerators) {
  Generators generators;
  generators.degree = 300;
  for (Point k = 1; k < 300; ++k) {
    Permutation star(300);
    std::iota(star.begin(), star.end(), Point{0});
    std::swap(star[0], star[k]);
    generators.images.push_back(star);
    generators.names.push_back("s" + std::to_string(k));
  }
  Group group = complete(std::move(generators), {});
  Permutation x(300);
  std::iota(x.begin(), x.end(), Point{0});
  std::rotate(x.begin(), x.begin() + 7, x.end());
  const std::optional<Program> program = group.factor(x);
  ASSERT_TRUE(program);
  EXPECT_EQ(evaluate(*program, group.generators()), x);
}

TEST(GroupOrder, OfALongRegularGroup) {
  // A cycle of 70,000 points: the tree is deep before random powers make it shallow.
  const Group group = complete(open_generators({"cyclic:70000"}), {.order = Natural(70000)});
  EXPECT_TRUE(group.size().proven);
  ASSERT_EQ(group.levels().size(), 1U);
  EXPECT_EQ(group.levels()[0].orbit, 70000U);
}

TEST(GroupRun, StopsAndContinuesFromACheckpoint) {
  const std::string file = testing::TempDir() + "/group.ck";
  const Options options{.proof = Proof::always};
  std::string order;
  unsigned stops = 0;
  for (; stops < 2000 && order.empty(); ++stops) {
    Group group(open_generators({"mathieu:23"}), options);
    RunControl run;
    if (stops == 0) {
      run.keep_in({.checkpoint = file});
    } else {
      run.keep_in({.resume = file});
    }
    run.limit_time(1e-9);
    if (stops == 0) {
      EXPECT_FALSE(group.run(&run));
    } else if (group.run(&run)) {
      order = group.size().order.text();
      EXPECT_TRUE(group.size().proven);
    }
    if (stops == 0 && !std::filesystem::exists(file)) break;
  }
  if (std::filesystem::exists(file)) {
    EXPECT_EQ(order, "10200960");
    EXPECT_GT(stops, 3U);
  }
  std::filesystem::remove(file);
}

TEST(GroupInput, IsChecked) {
  EXPECT_THROW(Group(given({{0, 0, 1}})), InputError);
  EXPECT_THROW(Group(given({{0, 3, 1}})), InputError);
  EXPECT_THROW(Group(given({{0, 1, 2}, {1, 0}})), InputError);
  EXPECT_THROW(Group(given({{1, 0, 2}}), {.base = {3}}), InputError);
  EXPECT_THROW((void)open_generators({}), InputError);
  EXPECT_THROW((void)open_generators({"symmetric:0"}), InputError);
  EXPECT_THROW((void)open_generators({"symmetric:x"}), InputError);
  EXPECT_THROW((void)open_generators({"psl:3,4"}), InputError);
  EXPECT_THROW((void)open_generators({"nonsense"}), InputError);
  EXPECT_THROW((void)open_generators({"mathieu:11", "mathieu:12"}), InputError);
  EXPECT_THROW((void)open_generators({"sliding:3x3"}), InputError);
  EXPECT_THROW((void)parse_order("0"), InputError);
  EXPECT_THROW((void)parse_order("1e5"), InputError);
  Group group = complete(open_generators({"mathieu:11"}));
  EXPECT_THROW((void)group.contains(Permutation{0, 1}), InputError);
  EXPECT_THROW((void)group.contains(Permutation(11, 0)), InputError);
  EXPECT_THROW((void)group.stabilizer(std::vector<Point>{11}), InputError);
}

TEST(GroupStabilizer, OfPoints) {
  Group m24 = complete(open_generators({"mathieu:24"}));
  const std::vector<std::string> orders{"244823040", "10200960", "443520", "20160", "960", "48", "1"};
  std::vector<Point> points;
  for (const Point next : {23U, 4U, 11U, 0U, 7U}) {
    points.push_back(next);
    Group found = m24.stabilizer(points);
    EXPECT_EQ(found.size().order.text(), orders[points.size()]);
    EXPECT_TRUE(found.size().proven);
    for (const Permutation& x : found.generators().images) {
      for (const Point point : points) EXPECT_EQ(x[point], point);
      EXPECT_EQ(m24.contains(x), true);
    }
    // Its chain answers, and its generators generate it.
    const Permutation member = found.random(3);
    EXPECT_EQ(found.contains(member), true);
    EXPECT_EQ(found.contains(m24.random(1)),
              std::optional<bool>(std::ranges::all_of(points, [&](Point p) { return m24.random(1)[p] == p; })));
    EXPECT_EQ(complete(Generators(found.generators())).size().order.text(), orders[points.size()]);
    const auto program = found.factor(member);
    ASSERT_TRUE(program);
    EXPECT_EQ(evaluate(*program, found.generators()), member);
  }
  EXPECT_EQ(complete(open_generators({"symmetric:9"})).stabilizer(std::vector<Point>{2, 2, 5}).size().order.text(), "5040");
}

TEST(GroupStabilizer, OfSets) {
  Group m24 = complete(open_generators({"mathieu:24"}));
  const std::vector<Point> octad{0, 1, 2, 3, 4, 7, 10, 12};
  const Group found = m24.set_stabilizer(octad);
  EXPECT_EQ(found.size().order.text(), "322560");  // 2^4:A8, one of 759
  EXPECT_TRUE(found.size().proven);
  for (const Permutation& x : found.generators().images) {
    std::vector<Point> image;
    for (const Point point : octad) image.push_back(x[point]);
    std::ranges::sort(image);
    EXPECT_EQ(image, octad);
  }
  EXPECT_THROW((void)m24.set_stabilizer(octad, 100), ResourceError);
  EXPECT_EQ(complete(open_generators({"symmetric:8"})).set_stabilizer(std::vector<Point>{1, 5, 6}).size().order.text(), "720");
}

TEST(GroupStabilizer, CountsAgreeWithAllElements) {
  const unsigned seed = std::random_device{}();
  std::mt19937 random(seed);
  for (unsigned round = 0; round < 30; ++round) {
    const std::size_t points = 4 + random() % 4;
    const Generators generators = given({sparse_permutation(points, random), sparse_permutation(points, random)});
    const std::set<Permutation> all = all_elements(generators);
    Group group = complete(Generators(generators));
    ASSERT_EQ(group.size().order.text(), std::to_string(all.size())) << "seed " << seed;
    const auto a = static_cast<Point>(random() % points);
    const auto b = static_cast<Point>((a + 1 + random() % (points - 1)) % points);
    const auto fixing = std::ranges::count_if(all, [&](const Permutation& x) { return x[a] == a && x[b] == b; });
    const auto keeping =
        std::ranges::count_if(all, [&](const Permutation& x) { return (x[a] == a && x[b] == b) || (x[a] == b && x[b] == a); });
    ASSERT_EQ(group.stabilizer(std::vector<Point>{a, b}).size().order.text(), std::to_string(fixing)) << "seed " << seed;
    ASSERT_EQ(group.set_stabilizer(std::vector<Point>{a, b}).size().order.text(), std::to_string(keeping)) << "seed " << seed;
  }
}

TEST(GroupRandom, ElementsAreUniform) {
  Group group = complete(open_generators({"alternating:4"}));
  std::map<Permutation, int> counts;
  for (std::uint64_t seed = 0; seed < 1200; ++seed) ++counts[group.random(seed)];
  EXPECT_EQ(counts.size(), 12U);
  for (const auto& [x, count] : counts) EXPECT_GT(count, 50);
}

/// All systems with equal blocks that the generators keep, by trying each pair of points.
std::set<std::vector<Point>> minimal_systems(const Generators& generators) {
  std::set<std::vector<Point>> found;
  for (Point other = 1; other < generators.degree; ++other) {
    std::vector<Point> labels(generators.degree);
    std::iota(labels.begin(), labels.end(), 0U);
    const auto merge = [&](Point a, Point b) {
      const auto [least, most] = std::minmax(labels[a], labels[b]);
      const Point from = most;
      const Point to = least;
      if (from == to) return false;
      for (Point& label : labels)
        if (label == from) label = to;
      return true;
    };
    merge(0, other);
    for (bool more = true; more;) {
      more = false;
      for (const Permutation& x : generators.images)
        for (Point p = 0; p < generators.degree; ++p) more = merge(x[p], x[labels[p]]) || more;
    }
    if (std::ranges::any_of(labels, [](Point label) { return label != 0; })) found.insert(labels);
  }
  const auto within = [](const std::vector<Point>& fine, const std::vector<Point>& coarse) {
    for (std::size_t p = 0; p < fine.size(); ++p)
      if (fine[p] == 0 && coarse[p] != 0) return false;
    return true;
  };
  std::set<std::vector<Point>> minimal;
  for (const auto& one : found)
    if (std::ranges::none_of(found, [&](const auto& other) { return other != one && within(other, one); })) minimal.insert(one);
  return minimal;
}

TEST(GroupBlocks, AgreeWithThePairsOfPoints) {
  const std::vector<std::string> groups{"cyclic:12", "dihedral:12",   "cyclic:7", "dihedral:30", "mathieu:12", "symmetric:6",
                                        "psl:2,13",  "alternating:4", "cyclic:1", "cyclic:2",    "cyclic:64",  "sl:2,5"};
  for (const std::string& name : groups) {
    const Generators generators = open_generators({name});
    const BlocksAnswer found = blocks(generators);
    const auto expected = minimal_systems(generators);
    std::set<std::vector<Point>> labels;
    for (const BlockSystem& system : found.minimal) {
      labels.insert(system.labels);
      EXPECT_EQ(system.blocks * system.block_size, generators.degree) << name;
    }
    EXPECT_EQ(labels, expected) << name;
    EXPECT_TRUE(found.transitive) << name;
    EXPECT_EQ(found.primitive, expected.empty()) << name;
  }
  const BlocksAnswer split = blocks(open_generators({"(1,2)(3,4,5)"}));
  EXPECT_FALSE(split.transitive);
  EXPECT_FALSE(split.primitive);
  EXPECT_EQ(split.orbits, 2U);
}

/// A cycle and a transposition: with these alone the tree of an orbit is as deep as there are points.
TEST(GroupBlocks, OfALongCycleAndATransposition) {
  EXPECT_TRUE(blocks(open_generators({"symmetric:20000"})).primitive);
}

TEST(GroupAction, HasTheRightDegreeAndOrder) {
  const Generators m24 = open_generators({"mathieu:24"});
  const std::vector<Point> octad{0, 1, 2, 3, 4, 7, 10, 12};
  const Action octads = action_on_sets(m24, octad);
  EXPECT_EQ(octads.generators.degree, 759U);
  EXPECT_EQ(complete(Generators(octads.generators)).size().order.text(), "244823040");
  const Action pairs = action_on_tuples(m24, std::vector<Point>{3, 1});
  EXPECT_EQ(pairs.generators.degree, 24U * 23);
  for (std::size_t i = 0; i < pairs.items.size(); ++i)
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_EQ(pairs.items[pairs.generators.images[0][i]][k], m24.images[0][pairs.items[i][k]]);
  const Generators dihedral = open_generators({"dihedral:12"});
  const BlocksAnswer found = blocks(dihedral);
  const Action on_blocks = action_on_blocks(dihedral, found.minimal.front().labels);
  EXPECT_EQ(on_blocks.generators.degree, 6U);
  EXPECT_EQ(complete(Generators(on_blocks.generators)).size().order.text(), "12");
  EXPECT_THROW((void)action_on_blocks(dihedral, std::vector<Point>{0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}), InputError);
  const Action orbit = action_on_orbit(open_generators({"(1,2)(3,4,5)"}), 2);
  EXPECT_EQ(orbit.generators.degree, 3U);
  EXPECT_THROW((void)action_on_sets(m24, std::vector<Point>{1, 1}), InputError);
  EXPECT_THROW((void)action_on_sets(m24, octad, 100), ResourceError);
}

TEST(GroupOrbits, AreThoseOfThePoints) {
  const OrbitsAnswer found = orbits(open_generators({"(1,2)(3,4,5)", "(5,6)", "(8,9)"}));
  EXPECT_EQ(found.labels, (std::vector<Point>{0, 0, 2, 2, 2, 2, 6, 7, 7}));
  EXPECT_EQ(found.orbits, 4U);
  EXPECT_EQ(found.lengths, (std::vector<std::uint64_t>{2, 4, 1, 2}));
}

TEST(GroupProgram, MakesWordsAndText) {
  Program program{.generators = 2, .lines = {{0, 1}, {2, 2}, {3, kInverse}, {4, 0}}, .result = 5};
  EXPECT_EQ(program.length().text(), "5");
  EXPECT_EQ(print_word(*program.word(10), {"a", "b"}), "b^-1*a^-1*b^-1");  // b^-1 a^-1 b^-1 a^-1 a
  EXPECT_FALSE(program.word(4));
  EXPECT_EQ(program.text({"a", "b"}), "x1 = a*b\nx2 = x1*x1\nx3 = x2^-1\nx4 = x3*a\nx4\n");
  const Generators generators = open_generators({"(1,2,3)", "(3,4)"});
  EXPECT_THROW((void)evaluate(Program{.generators = 1, .result = 0}, generators), InputError);
  EXPECT_THROW((void)evaluate(Program{.generators = 2, .lines = {{0, 2}}, .result = 2}, generators), InputError);
  EXPECT_EQ(evaluate(Program{.generators = 2}, generators), (Permutation{0, 1, 2, 3}));
}

}  // namespace
}  // namespace wreath::group
