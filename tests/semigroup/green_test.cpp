// SPDX-License-Identifier: MIT
#include "wreath/semigroup.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "semigroup/enumeration_reference.hpp"
#include "semigroup/stop_at.hpp"
#include "wreath/semigroup/pictures.hpp"

namespace wreath::semigroup {
namespace {

/// Elements that x*S^1 (or S^1*x) holds.
std::set<std::uint32_t> ideal(const std::vector<std::vector<std::uint32_t>>& graph, std::uint32_t x) {
  std::set<std::uint32_t> reached{x};
  std::vector<std::uint32_t> queue{x};
  while (!queue.empty()) {
    const std::uint32_t here = queue.back();
    queue.pop_back();
    for (const std::uint32_t next : graph[here]) {
      if (reached.insert(next).second) queue.push_back(next);
    }
  }
  return reached;
}

void expect_definition(const Generators& generators) {
  const Reference reference = enumerate_reference(generators);
  Enumeration found(generators, {.graphs = true});
  RunControl run;
  found.run(&run);
  const GreenClasses green = green_classes(found, &run);
  const std::size_t size = reference.rows.size();
  std::vector<std::set<std::uint32_t>> right;
  std::vector<std::set<std::uint32_t>> left;
  for (std::uint32_t x = 0; x < size; ++x) {
    right.push_back(ideal(reference.right, x));
    left.push_back(ideal(reference.left, x));
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> h;
  for (std::uint32_t x = 0; x < size; ++x) {
    h.emplace(green.r[x], green.l[x]);
    for (std::uint32_t y = 0; y < size; ++y) {
      ASSERT_EQ(green.r[x] == green.r[y], right[x] == right[y]);
      ASSERT_EQ(green.l[x] == green.l[y], left[x] == left[y]);
      // x D y where some z is R-related to x and L-related to y
      bool related = false;
      for (const std::uint32_t z : right[x]) related = related || (green.r[z] == green.r[x] && green.l[z] == green.l[y]);
      ASSERT_EQ(green.d[x] == green.d[y], related);
    }
  }
  EXPECT_EQ(green.h_count, h.size());
  std::uint64_t idempotents = 0;
  std::uint64_t elements = 0;
  for (const GreenClasses::DClass& d : green.d_classes) {
    idempotents += d.idempotents;
    elements += d.size;
  }
  EXPECT_EQ(idempotents, reference.idempotents);
  EXPECT_EQ(elements, size);
}

TEST(GreenTest, AgreesWithTheDefinitionOnFamilies) {
  for (const char* name :
       {"bihecke:3", "full:3", "renner:3", "symmetric:4", "order:4", "catalan:5", "brauer:3", "partial:2", "cyclic:5"}) {
    SCOPED_TRACE(name);
    Generators generators = make_family(name);
    expect_definition(generators);
    generators.monoid = false;
    expect_definition(generators);
  }
}

TEST(GreenTest, AgreesWithTheDefinitionOnRandomSemigroups) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    Generators generators{.degree = 4, .images = {}, .monoid = seed % 2 == 0};
    for (int k = 0; k < 8; ++k) generators.images.push_back(static_cast<Point>(random() % 4));
    expect_definition(generators);
  }
}

TEST(GreenTest, StoppedAtAnyLookItKeepsWhatIsKnown) {
  Enumeration found(make_family("full:7"), {.machine = {.backend = BackendChoice::cpu}, .graphs = true});
  ASSERT_TRUE(found.run());
  const GreenClasses whole = green_classes(found);
  ASSERT_TRUE(whole.complete);
  bool r_known = false;
  bool l_known = false;
  int looks = 1;
  for (;; ++looks) {
    StopAt stop(looks);
    const GreenClasses green = green_classes(found, &stop.run());
    EXPECT_TRUE(green.complete || stop.stopped());
    EXPECT_TRUE(green.r_count == 0 || green.r_count == whole.r_count);
    EXPECT_TRUE(green.l_count == 0 || green.l_count == whole.l_count);
    EXPECT_GE(green.r_count != 0, r_known);
    EXPECT_GE(green.l_count != 0, l_known);
    r_known = green.r_count != 0;
    l_known = green.l_count != 0;
    if (!green.complete) continue;
    EXPECT_EQ(green.d, whole.d);
    EXPECT_EQ(green.h_count, whole.h_count);
    EXPECT_EQ(green.idempotents(), whole.idempotents());
    break;
  }
  EXPECT_GT(looks, 5);
}

TEST(GreenTest, ElementsAreEnumeratedWhereOnlyTheyAnswer) {
  EXPECT_EQ(choose_method({}, {}, false), CountMethod::automatic);
  EXPECT_EQ(choose_method({}, {}, true), CountMethod::elements);
  EXPECT_EQ(choose_method({.method = Method::rows}, {}, false), CountMethod::elements);
  EXPECT_EQ(choose_method({.machine = {.backend = BackendChoice::cuda}}, {}, false), CountMethod::elements);
  EXPECT_EQ(choose_method({}, {}, false, {.checkpoint = "a"}), CountMethod::elements);
  EXPECT_EQ(choose_method({}, {}, false, {.resume = "a"}), CountMethod::elements);
  EXPECT_EQ(choose_method({}, {.method = CountMethod::orbits}, false, {.checkpoint = "a"}), CountMethod::orbits);
}

TEST(GreenTest, EggBoxHasARowForEachRClassAndAStarForEachGroup) {
  Enumeration found(make_family("full:3"), {.graphs = true});
  RunControl run;
  found.run(&run);
  const GreenClasses green = green_classes(found, &run);
  const std::string dot = egg_box_dot(found, green);
  const auto count = [&](std::string_view what) {
    std::size_t number = 0;
    for (std::size_t at = dot.find(what); at != std::string::npos; at = dot.find(what, at + 1)) ++number;
    return number;
  };
  EXPECT_EQ(count("<tr>"), 5U + 3U);  // R-classes, and a heading for each D-class
  EXPECT_EQ(count("*</td>"), 10U);    // every idempotent of T_3 is in a group of its own
  EXPECT_EQ(count(" -> "), 2U);       // rank 3 over 2 over 1
}

TEST(GreenTest, EggBoxesNameTheirGroups) {
  const auto title = [](const Generators& generators, std::string_view of) {
    Enumeration found(generators, {.graphs = true});
    RunControl run;
    found.run(&run);
    const std::string svg = egg_box_svg(found, green_classes(found, &run));
    EXPECT_NE(svg.find(of), std::string::npos) << of << "\n" << svg;
  };
  title(make_family("full:4"), ">rank 4, 24 elements, 1 group S4 of order 24<");
  title(make_family("full:4"), ">rank 3, 144 elements, 12 groups S3 of order 6<");
  title(make_family("full:4"), ">rank 1, 4 elements, 4 trivial groups<");
  title(make_family("brauer:4"), "groups C2 of order 2<");
  title(make_family("gl:2,3"), "1 group GL(2,3) of order 48<");
  title(make_family("cyclic:6"), "1 group C6 of order 6<");
  title(make_family("matrices:2,4"), "groups C3 of order 3<");
  title(make_family("unitriangular-boolean:3"), ", no groups<");
  // A square turned and mirrored; the Klein four-group; a Boolean matrix that is nothing but a permutation.
  const auto maps = [](std::uint64_t degree, std::vector<Point> images) {
    return Generators{.degree = degree, .images = std::move(images), .kind = {.size = degree}};
  };
  title(maps(4, {1, 2, 3, 0, 0, 3, 2, 1}), "1 group D4 of order 8<");
  title(maps(4, {1, 0, 3, 2, 2, 3, 0, 1}), "1 group C2 x C2 of order 4<");
  title(maps(5, {1, 2, 0, 3, 4, 1, 0, 2, 4, 3}), "1 group S3 of order 6<");
}

}  // namespace
}  // namespace wreath::semigroup
