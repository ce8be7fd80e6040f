// SPDX-License-Identifier: MIT
#include "word/thin_triangles.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "word/automatic/build.hpp"
#include "word/element_set.hpp"
#include "word/families.hpp"
#include "word/hyperbolic.hpp"
#include "word/parse_presentation.hpp"

namespace wreath::word {
namespace {

Presentation group_named(const std::string& text) {
  return text.front() == '<' ? parse_presentation(text, "test") : make_family(text, "test");
}

/// The definition: all triangles with two corners in a ball around the third, and all their sides.
class Ball {
 public:
  Ball(const AutomaticStructure& structure, std::size_t radius) : table_(structure.view()) {
    elements_.insert(0);
    for (std::size_t at = 0; at < elements_.size(); ++at) {
      const std::uint32_t g = elements_.members()[at];
      for (Letter x = 0; x < structure.acceptor.symbols && table_[g].size() < radius; ++x) elements_.insert(table_.times(g, x));
    }
    const ElementTree tree(elements_, table_);
    for (const std::uint32_t g : elements_.members()) {
      tree.multiply(table_.inverse(g), 2 * radius, table_,
                    [&](std::uint32_t h, std::uint32_t quotient) { quotients_[{g, h}] = quotient; });
    }
  }

  /// All p^-1 q for opposite points.
  std::set<Word> differences() const {
    std::map<std::uint32_t, std::vector<std::uint32_t>> between;  // 1 and g
    for (const auto& [pair, quotient] : quotients_) {
      if (length(pair.first) + length(quotient) == length(pair.second)) between[pair.second].push_back(pair.first);
    }
    std::set<std::uint32_t> found;
    for (const auto& [pair, quotient] : quotients_) {
      const auto& [g, h] = pair;
      for (const std::uint32_t p : between[g]) {
        if (2 * length(p) > length(g) + length(h) - length(quotient)) continue;
        for (const std::uint32_t q : between[h]) {
          if (length(p) == length(q)) found.insert(quotients_.at({p, q}));
        }
      }
    }
    std::set<Word> words;
    for (const std::uint32_t d : found) words.insert(table_[d]);
    return words;
  }

 private:
  std::size_t length(std::uint32_t g) const { return table_[g].size(); }

  DifferenceTable table_;
  ElementSet elements_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> quotients_;  // g^-1 h
};

struct Known {
  const char* group;
  std::size_t thinness;
  std::size_t differences;
  std::size_t radius;  // of a ball whose triangles are looked at one by one
  std::size_t in_ball;  // differences that occur there
};

void PrintTo(const Known& known, std::ostream* out) { *out << known.group; }

class ThinTrianglesOf : public testing::TestWithParam<Known> {};
INSTANTIATE_TEST_SUITE_P(Groups, ThinTrianglesOf,
                         testing::Values(Known{"free:2", 0, 1, 4, 1}, Known{"surface:2", 4, 121, 3, 0},
                                         Known{"triangle:3,3,4", 5, 59, 7, 59}, Known{"triangle:2,3,7", 12, 107, 12, 0},
                                         Known{"<a,b | a^2, b^3>", 1, 0, 6, 0}));

TEST_P(ThinTrianglesOf, AreThoseOfTheDefinition) {
  const Known& known = GetParam();
  RunControl run;
  const BuildResult built = build_structure(group_named(known.group), {}, run);
  ASSERT_TRUE(built.structure.verified);
  const Hyperbolicity hyperbolicity = find_hyperbolicity(built.structure.view(), {}, run);
  ASSERT_TRUE(hyperbolicity.geodesics.complete);
  const ThinTriangles found = find_thin_triangles(built.structure.view(), hyperbolicity.geodesics, {}, run);
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.thinness, known.thinness);
  EXPECT_EQ(found.differences.size(), known.differences);
  const std::set<Word> all(found.differences.begin(), found.differences.end());
  const std::set<Word> seen = Ball(built.structure, known.radius).differences();
  std::size_t m = 0;
  for (const Word& word : seen) { EXPECT_TRUE(all.contains(word)) << "of length " << word.size(); m = std::max(m, word.size()); }
  EXPECT_EQ(seen.size(), known.in_ball) << m;
}

}  // namespace
}  // namespace wreath::word
