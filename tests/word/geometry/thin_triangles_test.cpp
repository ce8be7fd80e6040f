// SPDX-License-Identifier: MIT
#include "word/geometry/geodesic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/data/rng.hpp"
#include "word/automata/operations.hpp"
#include "word/automatic/build.hpp"
#include "word/geometry/triangle_legs.hpp"
#include "word/families/families.hpp"
#include "core/words/parse_presentation.hpp"

namespace wreath::word {
namespace {

Presentation group_named(const std::string& text) {
  return text.front() == '<' ? parse_presentation(text, "test") : make_family(text, "test");
}

/// The definition: all triangles with a corner in the middle of a ball, and two others in it, with all their sides.
class BallOfWords {
 public:
  BallOfWords(const AutomaticStructure& structure, std::size_t radius) : table_(structure.view()) {
    ElementSet elements;
    elements.insert(0);
    for (std::size_t at = 0; at < elements.size(); ++at) {
      const std::uint32_t g = elements.members()[at];
      lengths_.push_back(table_[g].size());
      for (Letter x = 0; x < structure.acceptor.symbols && lengths_[at] < radius; ++x) elements.insert(table_.times(g, x));
    }
    std::map<std::uint32_t, std::size_t> places;
    for (const std::uint32_t g : elements.members()) places.emplace(g, places.size());
    const ElementTree tree(elements, table_);
    for (const std::uint32_t g : elements.members()) {
      quotients_.emplace_back(elements.size());
      tree.multiply(table_.inverse(g), 2 * radius, table_,
                    [&](std::uint32_t h, std::uint32_t quotient) { quotients_.back()[places.at(h)] = quotient; });
    }
  }

  /// All p^-1 q for opposite points.
  std::set<Word> differences() const {
    std::vector<std::vector<std::size_t>> between(lengths_.size());  // what is on a geodesic from 1 to g
    for (std::size_t g = 0; g < lengths_.size(); ++g) {
      for (std::size_t p = 0; p < lengths_.size(); ++p) {
        if (lengths_[p] + distance(p, g) == lengths_[g]) between[g].push_back(p);
      }
    }
    std::set<std::uint32_t> found;
    for (std::size_t g = 0; g < lengths_.size(); ++g) {
      for (std::size_t h = 0; h <= g; ++h) {
        const std::size_t leg = (lengths_[g] + lengths_[h] - distance(g, h)) / 2;
        for (const std::size_t p : between[g]) {
          for (const std::size_t q : between[h]) {
            if (lengths_[p] != lengths_[q] || lengths_[p] > leg) continue;
            found.insert(quotients_[p][q]);
            found.insert(quotients_[q][p]);
          }
        }
      }
    }
    std::set<Word> words;
    for (const std::uint32_t d : found) words.insert(table_[d]);
    return words;
  }

 private:
  std::size_t distance(std::size_t g, std::size_t h) const { return table_[quotients_[g][h]].size(); }

  DifferenceTable table_;
  std::vector<std::size_t> lengths_;
  std::vector<std::vector<std::uint32_t>> quotients_;  // g^-1 h
};

struct Fixture {
  RunControl run;
  BuildResult built;
  Geodesics geodesics;

  explicit Fixture(const std::string& group) : built(build_structure(group_named(group), {}, run)) {
    geodesics = find_geodesics(built.structure.view(), {}, run);
  }
  ThinTriangles find(const ThinTriangleOptions& options = {}) {
    return find_thin_triangles(built.structure.view(), geodesics, options, run);
  }
};

struct KnownConstant {
  const char* group;
  std::size_t thinness;
  std::size_t differences;  // of opposite points
  std::size_t radius;       // of a ball whose triangles are looked at one by one
  std::size_t in_ball;      // differences that occur there
};

void PrintTo(const KnownConstant& known, std::ostream* out) {
  *out << known.group;
}

class ThinTrianglesOf : public testing::TestWithParam<KnownConstant> {};
INSTANTIATE_TEST_SUITE_P(Groups, ThinTrianglesOf,
                         testing::Values(KnownConstant{"free:2", 0, 1, 4, 1}, KnownConstant{"<a,b | a^2, b^3>", 0, 1, 8, 1},
                                         KnownConstant{"<a,c | c^2, a*c*A*c>", 2, 5, 6, 5},
                                         KnownConstant{"<a,b | a^2, b^2>", 0, 1, 6, 1}, KnownConstant{"surface:2", 4, 121, 3, 25},
                                         KnownConstant{"triangle:3,3,4", 5, 59, 9, 59},
                                         KnownConstant{"triangle:2,3,7", 12, 107, 18, 105},
                                         KnownConstant{"triangle:4,4,4", 4, 43, 6, 35}));

TEST_P(ThinTrianglesOf, AreThoseOfTheDefinition) {
  const KnownConstant& known = GetParam();
  Fixture group(known.group);
  const ThinTriangles found = group.find();
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.thinness, known.thinness);
  EXPECT_EQ(found.differences.size(), known.differences);
  const std::set<Word> all(found.differences.begin(), found.differences.end());
  const std::set<Word> seen = BallOfWords(group.built.structure, known.radius).differences();
  EXPECT_TRUE(std::ranges::includes(all, seen)) << "a triangle was missed";
  EXPECT_EQ(seen.size(), known.in_ball);
}

/// A ball can be all of it.
class ThinTrianglesOfFinite : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Groups, ThinTrianglesOfFinite,
                         testing::Values("triangle:2,3,5", "triangle:2,3,4", "symmetric:4", "coxeter:3,3", "triangle:2,2,5",
                                         "<a | a^7>", "<a,b | a^2, b^2, (a*b)^6>", "<a,b | a^4, a^2*b^2, a*b*A*b>",
                                         "<a,b | a^3, b^5, a*b*A*B>", "<a | a>"));

TEST_P(ThinTrianglesOfFinite, AreThoseOfTheDefinition) {
  Fixture group(GetParam());
  const ThinTriangles found = group.find();
  EXPECT_TRUE(found.complete);
  const std::set<Word> all(found.differences.begin(), found.differences.end());
  EXPECT_EQ(all, BallOfWords(group.built.structure, 100).differences());
}

/// Z_p * Z_q and one more relator. Hard ones, large ones, and those that are not hyperbolic are left out.
std::string random_group(RandomStream& random) {
  std::string word;
  for (std::uint32_t i = 4 + random.below(6); i > 0; --i)
    word += (word.empty() ? "" : "*") + std::string(1, "abAB"[random.below(4)]);
  return "<a,b | a^" + std::to_string(2 + random.below(4)) + ", b^" + std::to_string(2 + random.below(5)) + ", (" + word + ")^" +
         std::to_string(1 + random.below(4)) + ">";
}

TEST(ThinTriangles, OfRandomGroups) {
  constexpr std::uint64_t kSeed = 20261115;
  RandomStream random(kSeed, 0);
  int finite = 0;
  int infinite = 0;
  for (int trial = 0; trial < 24; ++trial) {
    const std::string group = random_group(random);
    SCOPED_TRACE(group + ", seed " + std::to_string(kSeed));
    RunControl run;
    BuildOptions small;
    small.completion.rules = 300;
    small.states = 2000;
    const BuildResult built = build_structure(group_named(group), small, run);
    if (!built.structure.verified) continue;
    const bool is_finite = automata::is_finite(built.structure.acceptor);
    if (is_finite && ball_sizes(built.structure.acceptor, 100).back() > Natural(150)) continue;
    const Geodesics geodesics = find_geodesics(built.structure.view(), {.rounds = 8, .states = 2000}, run);
    if (!geodesics.complete) continue;
    const ThinTriangles found = find_thin_triangles(built.structure.view(), geodesics, {.states = 1U << 18}, run);
    if (!found.complete) continue;
    const std::set<Word> all(found.differences.begin(), found.differences.end());
    const std::set<Word> seen = BallOfWords(built.structure, is_finite ? 100 : 6).differences();
    EXPECT_TRUE(std::ranges::includes(all, seen)) << "a triangle was missed";
    EXPECT_TRUE(!is_finite || all == seen) << "a difference does not occur";
    ++(is_finite ? finite : infinite);
  }
  EXPECT_GT(finite, 4);
  EXPECT_GT(infinite, 4);
}

TEST(ThinTriangles, AreALowerBoundAtTheLimits) {
  Fixture group("surface:2");
  const ThinTriangles few = group.find({.states = 1000});
  EXPECT_FALSE(few.complete);
  EXPECT_LE(few.thinness, 4U);
  group.run.request_stop(StopReason::interrupted);
  EXPECT_FALSE(group.find().complete);
}

TEST(ThinTriangles, NeedAllGeodesics) {
  Fixture group("free:2");
  group.geodesics.complete = false;
  EXPECT_THROW(group.find(), InputError);
}

}  // namespace
}  // namespace wreath::word
