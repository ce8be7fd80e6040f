// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/data/rng.hpp"
#include "wreath/word/ball.hpp"
#include "wreath/word/conjugacy.hpp"

namespace wreath::word {
namespace {

constexpr const char* kGroups[] = {"free:2",         "surface:2",      "triangle:3,3,4", "triangle:2,3,7",
                                   "triangle:4,4,4", "triangle:2,4,5", "triangle:2,3,5", "sl2z"};

Word random_word(const Group& group, std::size_t length, RandomStream& random) {
  Word word(length);
  for (Letter& x : word) x = static_cast<Letter>(random.below(static_cast<std::uint32_t>(group.alphabet().size())));
  return word;
}

Word product(const Group& group, std::initializer_list<Word> factors) {
  Word all;
  for (const Word& factor : factors) all.insert(all.end(), factor.begin(), factor.end());
  return group.reduce_letters(all);
}

Word conjugated(const Group& group, const Word& u, const Word& c) {
  return product(group, {inverse_word(c, group.alphabet()), u, c});
}

/// The classes of the elements of length at most `radius`, as far as conjugators of length at most `reach` show them: pairs that
/// are in one class are conjugate, others may be.
std::map<Word, std::size_t> classes_reference(const Group& group, std::size_t radius, std::size_t reach) {
  const std::vector<std::string> elements = group.ball(radius);
  const std::vector<std::string> conjugators = group.ball(reach);
  std::map<Word, std::size_t> class_of;
  std::size_t classes = 0;
  for (const std::string& text : elements) {
    const Word u = group.parse(text);
    if (class_of.contains(u)) continue;
    std::vector<Word> found{u};
    class_of[u] = classes;
    for (std::size_t at = 0; at < found.size(); ++at) {
      for (const std::string& c : conjugators) {
        const Word v = conjugated(group, found[at], group.parse(c));
        if (v.size() <= radius && class_of.emplace(v, classes).second) found.push_back(v);
      }
    }
    ++classes;
  }
  return class_of;
}

/// Whether conjugators of this length show that they are conjugate.
bool conjugate_within(const Group& group, const Word& u, const Word& v, std::size_t reach) {
  for (const std::string& c : group.ball(reach))
    if (conjugated(group, u, group.parse(c)) == v) return true;
  return false;
}

TEST(Conjugacy, PairsThatAreConjugateByConstructionAreFound) {
  for (const char* name : kGroups) {
    const Group group = Group::build(name);
    Conjugacy conjugacy(group);
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      SCOPED_TRACE(testing::Message() << name << ", seed " << seed);
      RandomStream random(seed, 41);
      const Word u = random_word(group, random.below(40), random);
      const Word c = random_word(group, random.below(30), random);
      const Word v = conjugated(group, u, c);
      const Conjugate answer = conjugacy.decide(u, v);
      ASSERT_TRUE(answer.conjugate) << group.print(u) << " and " << group.print(v) << ": " << answer.proof;
      EXPECT_EQ(conjugated(group, u, answer.conjugator), v);
    }
  }
}

TEST(Conjugacy, AgreesWithBruteForceInBalls) {
  for (const char* name : kGroups) {
    const Group group = Group::build(name);
    Conjugacy conjugacy(group);
    const std::size_t radius = group.alphabet().size() > 4 ? 2 : 4;
    const auto classes = classes_reference(group, radius, group.order().is_infinite() ? radius + 1 : 12);
    std::vector<std::pair<Word, std::size_t>> all(classes.begin(), classes.end());
    RandomStream random(7, 43);
    for (int i = 0; i < 200; ++i) {
      const auto& [u, first] = all[random.below(static_cast<std::uint32_t>(all.size()))];
      const auto& [v, second] = all[random.below(static_cast<std::uint32_t>(all.size()))];
      const Conjugate answer = conjugacy.decide(u, v);
      EXPECT_EQ(answer.conjugate, first == second)
          << name << ": " << group.print(u) << " and " << group.print(v) << ": " << answer.proof;
      EXPECT_NE(answer.conjugate, !answer.proof.empty());
    }
  }
}

TEST(Conjugacy, NoIsConfirmedByBruteForceForRandomPairs) {
  for (const char* name : {"surface:2", "triangle:3,3,4", "triangle:2,3,7", "sl2z"}) {
    const Group group = Group::build(name);
    Conjugacy conjugacy(group);
    for (std::uint64_t seed = 1; seed <= 15; ++seed) {
      RandomStream random(seed, 47);
      const Word u = random_word(group, 1 + random.below(8), random);
      const Word v = random_word(group, 1 + random.below(8), random);
      const Conjugate answer = conjugacy.decide(u, v);
      if (answer.conjugate) continue;
      EXPECT_FALSE(conjugate_within(group, group.reduce_letters(u), group.reduce_letters(v), 3)) << name << ", seed " << seed;
    }
  }
}

TEST(Conjugacy, FindsTheShortestConjugates) {
  for (const char* name : {"free:2", "surface:2", "triangle:3,3,4", "triangle:2,3,7", "triangle:2,3,5"}) {
    const Group group = Group::build(name);
    Conjugacy conjugacy(group);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      SCOPED_TRACE(testing::Message() << name << ", seed " << seed);
      RandomStream random(seed, 53);
      const Word u = random_word(group, random.below(24), random);
      const std::vector<Word> shortest = conjugacy.shortest(u);
      ASSERT_FALSE(shortest.empty());
      EXPECT_TRUE(std::ranges::is_sorted(shortest));
      const std::set<Word> listed(shortest.begin(), shortest.end());
      for (const Word& form : shortest) {
        EXPECT_EQ(form.size(), shortest.front().size());
        EXPECT_TRUE(conjugacy.decide(u, form).conjugate);
        for (const std::string& text : group.ball(2)) {  // nothing near is shorter or missing
          const Word near = conjugated(group, form, group.parse(text));
          EXPECT_GE(near.size(), form.size());
          EXPECT_EQ(near.size() == form.size(), listed.contains(near));
        }
      }
    }
  }
}

/// abAB is dcDC: conjugates that begin inside either of them are listed, however far they are from the places where lines begin.
TEST(Conjugacy, FindsTheShortestConjugatesOfLongWords) {
  const Group group = Group::build("surface:2");
  Conjugacy conjugacy(group);
  std::string text;
  for (int i = 0; i < 12; ++i) text += "ac";
  text += "abAB";
  for (int i = 0; i < 24; ++i) text += "db";
  const std::vector<Word> shortest = conjugacy.shortest(group.parse(text));
  ASSERT_FALSE(shortest.empty());
  const std::set<Word> listed(shortest.begin(), shortest.end());
  for (const Word& form : shortest) {
    for (const std::string& letter : group.ball(1)) {
      const Word near = conjugated(group, form, group.parse(letter));
      EXPECT_GE(near.size(), form.size());
      EXPECT_EQ(near.size() == form.size(), listed.contains(near));
    }
  }
  EXPECT_TRUE(listed.contains(group.reduce_letters(group.parse("cDC" + text.substr(28) + text.substr(0, 24) + "d"))));
}

TEST(Conjugacy, DecidesOrders) {
  for (const char* name : {"triangle:2,3,7", "triangle:3,3,4", "triangle:2,3,5", "surface:2"}) {
    const Group group = Group::build(name);
    Conjugacy conjugacy(group);
    for (std::uint64_t seed = 1; seed <= 16; ++seed) {
      SCOPED_TRACE(testing::Message() << name << ", seed " << seed);
      RandomStream random(seed, 59);
      const Word u = random_word(group, random.below(20), random);
      const ElementOrder order = conjugacy.order_of(u);
      const ElementOrder known = group.order_of_letters(u);
      ASSERT_NE(order.kind, ElementOrder::Kind::unknown);
      if (known.kind != ElementOrder::Kind::unknown) {
        EXPECT_EQ(order.kind, known.kind);
        EXPECT_EQ(order.order, known.order);
      }
    }
  }
}

TEST(Conjugacy, FindsRoots) {
  for (const char* name : {"free:2", "surface:2", "triangle:3,3,4", "triangle:2,3,7", "sl2z"}) {
    const Group group = Group::build(name);
    Conjugacy conjugacy(group);
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      SCOPED_TRACE(testing::Message() << name << ", seed " << seed);
      RandomStream random(seed, 61);
      const Word h = random_word(group, 1 + random.below(8), random);
      if (conjugacy.order_of(h).kind == ElementOrder::Kind::finite) {
        EXPECT_THROW(conjugacy.root_of(h), InputError);
        continue;
      }
      const std::uint64_t exponent = 1 + random.below(5);
      Word power;
      for (std::uint64_t i = 0; i < exponent; ++i) power.insert(power.end(), h.begin(), h.end());
      const ElementRoot root = conjugacy.root_of(power);
      EXPECT_EQ(root.exponent % exponent, 0U) << group.print(h);
      Word check;
      for (std::uint64_t i = 0; i < root.exponent; ++i) check.insert(check.end(), root.root.begin(), root.root.end());
      EXPECT_EQ(group.reduce_letters(check), group.reduce_letters(power));
      EXPECT_EQ(conjugacy.root_of(root.root).exponent, 1U);
    }
  }
}

TEST(Conjugacy, TakesLongWords) {
  const Group group = Group::build("surface:2");
  Conjugacy conjugacy(group);
  RandomStream random(3, 67);
  const Word u = random_word(group, 50000, random);
  const Word v = conjugated(group, u, random_word(group, 30000, random));
  EXPECT_TRUE(conjugacy.decide(u, v).conjugate);
  EXPECT_FALSE(conjugacy.decide(u, random_word(group, 50000, random)).conjugate);
  const Word power(100000, 0);
  EXPECT_TRUE(conjugacy.decide(power, power).conjugate);
  EXPECT_EQ(conjugacy.root_of(power).exponent, 100000U);
}

TEST(Conjugacy, KnowsWhatItIsNotFor) {
  const Group plane = Group::build("<a,b | a*b = b*a>");
  EXPECT_THROW(Conjugacy{plane}, LimitReached);
  const Group group = Group::build("free:2");
  Conjugacy conjugacy(group);
  const Word wrong{9};
  EXPECT_THROW(conjugacy.decide(wrong, wrong), InputError);
  EXPECT_TRUE(conjugacy.decide("", "1").conjugate);
  EXPECT_FALSE(conjugacy.decide("", "a").conjugate);
  EXPECT_FALSE(conjugacy.decide("a", "A").conjugate);
  EXPECT_EQ(conjugacy.thinness(), 0U);
}

}  // namespace
}  // namespace wreath::word
