// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/data/rng.hpp"
#include "wreath/word/automaton.hpp"
#include "wreath/word/geometry.hpp"

namespace wreath::word {
namespace {

/// All geodesics of an element, by the definition: those of the elements one letter nearer to the identity, and that letter.
std::vector<Word> geodesics_reference(const Group& group, const Word& form) {
  if (form.empty()) return {{}};
  std::vector<Word> found;
  for (Letter x = 0; x < group.alphabet().size(); ++x) {
    Word before = form;
    before.push_back(group.alphabet().inverses[x]);
    before = group.reduce_letters(before);
    if (before.size() + 1 != form.size()) continue;
    for (Word word : geodesics_reference(group, before)) {
      word.push_back(x);
      found.push_back(std::move(word));
    }
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

TEST(GeodesicWords, AreAllShortestWords) {
  for (const char* name : {"surface:2", "triangle:3,3,4", "triangle:2,3,7", "triangle:2,3,5", "free:2"}) {
    const Group group = Group::build(name);
    const Hyperbolicity found = find_hyperbolicity(group);
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
      SCOPED_TRACE(testing::Message() << name << ", seed " << seed);
      RandomStream random(seed, 31);
      Word word(random.below(16));
      for (Letter& x : word) x = static_cast<Letter>(random.below(static_cast<std::uint32_t>(group.alphabet().size())));
      const Word form = group.reduce_letters(word);
      const std::vector<Word> all = geodesics_reference(group, form);
      EXPECT_EQ(count_geodesics(group, found, word), Natural(all.size()));
      EXPECT_EQ(list_geodesics(group, found, word, 1000000), all);
      EXPECT_EQ(list_geodesics(group, found, word, 1), std::vector<Word>{form});
    }
  }
}

TEST(GeodesicWords, AreCountedWhereTheyCannotBeListed) {
  // The cells of the surface group give two ways each, one after the other: 2^100 geodesics for 100 of them.
  const Group group = Group::build("surface:2");
  const Hyperbolicity found = find_hyperbolicity(group);
  Word word;
  for (int i = 0; i < 100; ++i) {
    const Word cell = group.parse("AdcD");
    word.insert(word.end(), cell.begin(), cell.end());
    if (group.reduce_letters(word).size() != word.size()) FAIL() << "not geodesic at " << i;
  }
  EXPECT_EQ(list_geodesics(group, found, word, 3).size(), 3U);
  EXPECT_GT(count_geodesics(group, found, word).text().size(), 20U);
}

TEST(GeodesicWords, NeedAllGeodesics) {
  const Group group = Group::build("<a,b | ab=ba>");
  const Hyperbolicity found = find_hyperbolicity(group, {.rounds = 2});
  EXPECT_THROW(static_cast<void>(count_geodesics(group, found, Word{0})), InputError);
  EXPECT_THROW(static_cast<void>(geodesic_pairs(group, found)), InputError);
}

}  // namespace
}  // namespace wreath::word
