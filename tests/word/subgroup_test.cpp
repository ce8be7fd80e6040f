// SPDX-License-Identifier: MIT
#include "wreath/word/subgroup.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/run/rng.hpp"

namespace wreath::word {
namespace {

Word random_word(RandomStream& random, std::size_t letters, std::size_t longest) {
  Word word(random.below(static_cast<std::uint32_t>(longest + 1)));
  for (Letter& x : word) x = static_cast<Letter>(random.below(static_cast<std::uint32_t>(letters)));
  return word;
}

Word joined(const Word& u, const Word& v) {
  Word word = u;
  word.insert(word.end(), v.begin(), v.end());
  return word;
}

struct KnownSubgroup {
  const char* group;
  const char* generators;
  std::uint32_t acceptor;  // states, as kbmag 1.5.11 has them
  std::uint32_t multiplier;
  const char* index;
};

class KnownSubgroups : public testing::TestWithParam<KnownSubgroup> {};

// Examples of kbmag's subgp_data (237, 2374, degen5, f3.sub1, cox444), with the sizes that its programs find; then indices alone.
INSTANTIATE_TEST_SUITE_P(
    Kbmag, KnownSubgroups,
    testing::Values(KnownSubgroup{"<a,b | a^2, b^3, (a*b)^7>", "a*b*a*B,B*a*b*a*B*a*b^2*a*B*a*B*a*b*a*B*a*b", 48, 116,
                                  "infinite"},
                    KnownSubgroup{"<a,b | a^2, b^3, (a*b)^7, (a*b*a*B)^4>", "a,a*b*a*B*a", 15, 31, "21"},
                    KnownSubgroup{"<a,b,c,d,e,f | aCAd, bfBE, ceCD, dFDa, ebEA, fCFB>", "a", 5, 28, "11"},
                    KnownSubgroup{"<x,y,z | >", "x^2,x*y*X,y*X*y,y^3,y*x^2*y,y*x*Z*Y", 10, 22, "infinite"},
                    KnownSubgroup{"<a,b,c,d | a^2, b^2, c^2, d^2, (ab)^4, (ac)^4, (ad)^4, (bc)^2, (bd)^2, (cd)^2>", "a,b,c", 24,
                                  130, "infinite"},
                    KnownSubgroup{"<a,b | ab=ba>", "a^2*b,b^3", 0, 0, "6"}, KnownSubgroup{"free:2", "a^2,b,aba^-1", 0, 0, "2"},
                    KnownSubgroup{"symmetric:5", "a,b", 0, 0, "20"}));

TEST_P(KnownSubgroups, HaveTheirSizes) {
  const KnownSubgroup& known = GetParam();
  const Group group = Group::build(known.group);
  const Subgroup subgroup = Subgroup::build(group, known.generators);
  ASSERT_TRUE(subgroup.verified()) << subgroup.ending();
  EXPECT_EQ(subgroup.index(), known.index);
  if (known.acceptor != 0) {
    EXPECT_EQ(subgroup.coset_acceptor_states(), known.acceptor);
    EXPECT_EQ(subgroup.coset_multiplier_states(), known.multiplier);
  }
}

/// Everything about random subgroups of finite groups, by listing all elements.
TEST(Subgroups, OfFiniteGroupsAgreeWithListsOfElements) {
  for (const char* name : {"symmetric:4", "triangle:2,3,4", "triangle:2,3,5", "<a,b | a^4, a^2=b^2, b*a*b^-1=a^-1>"}) {
    const Group group = Group::build(name);
    std::vector<Word> elements;
    for (const std::string& text : group.ball(100)) elements.push_back(group.parse(text));
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      SCOPED_TRACE(testing::Message() << name << ", seed " << seed);
      RandomStream random(seed, 21);
      std::vector<Word> generators;
      for (std::uint32_t i = random.below(3); i > 0; --i) generators.push_back(random_word(random, group.alphabet().size(), 6));
      std::set<Word> members{{}};
      std::vector<Word> todo{{}};
      while (!todo.empty()) {
        const Word element = todo.back();
        todo.pop_back();
        for (const Word& h : generators) {
          const Word product = group.reduce_letters(joined(element, h));
          if (members.insert(product).second) todo.push_back(product);
        }
      }
      const Subgroup subgroup = Subgroup::build(group, generators);
      ASSERT_TRUE(subgroup.verified()) << subgroup.ending();
      EXPECT_EQ(subgroup.index(), std::to_string(elements.size() / members.size()));
      EXPECT_EQ(subgroup.order(), std::to_string(members.size()));
      for (const Word& g : elements) {
        Word least = g;
        for (const Word& h : members)
          least = std::min(least, group.reduce_letters(joined(h, g)),
                           [](const Word& u, const Word& v) { return compare_shortlex(u, v) < 0; });
        ASSERT_EQ(subgroup.coset_form(g), least);
        ASSERT_EQ(subgroup.contains(g), members.contains(g));
      }
      // The permutations are those of the cosets.
      const std::vector<Word> cosets = subgroup.transversal();
      const auto moves = subgroup.permutations();
      for (std::size_t i = 0; i < cosets.size(); ++i) {
        for (std::size_t x = 0; x < moves.size(); ++x)
          ASSERT_EQ(cosets[moves[x][i]], subgroup.coset_form(joined(cosets[i], {static_cast<Letter>(x)})));
      }
      const Subgroup again = Subgroup::build(group, subgroup.schreier_generators());
      EXPECT_EQ(again.order(), subgroup.order());
    }
  }
}

/// Cosets of random subgroups of hyperbolic groups: the form is in the coset, the same for all its words, and none smaller is
/// among those that short elements of the subgroup show.
TEST(Subgroups, OfHyperbolicGroupsHaveLeastForms) {
  for (const char* name : {"free:2", "surface:2", "triangle:3,3,4", "triangle:2,3,7"}) {
    const Group group = Group::build(name);
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      SCOPED_TRACE(testing::Message() << name << ", seed " << seed);
      RandomStream random(seed, 22);
      std::vector<Word> generators{random_word(random, group.alphabet().size(), 5)};
      if (seed % 2 == 0) generators.push_back(random_word(random, group.alphabet().size(), 4));
      const Subgroup subgroup = Subgroup::build(group, generators);
      ASSERT_TRUE(subgroup.verified()) << subgroup.ending();
      std::set<Word> members{{}};  // products of at most four generators and inverses
      for (int round = 0; round < 4; ++round) {
        for (const Word& element : std::set<Word>(members)) {
          for (const Word& h : generators) {
            members.insert(group.reduce_letters(joined(element, h)));
            members.insert(group.reduce_letters(joined(element, inverse_word(h, group.alphabet()))));
          }
        }
      }
      const Automaton acceptor = subgroup.word_acceptor();
      for (const Word& h : members) {
        ASSERT_TRUE(subgroup.contains(h));
        ASSERT_TRUE(acceptor.accepts(h));
      }
      for (int i = 0; i < 20; ++i) {
        const Word g = group.reduce_letters(random_word(random, group.alphabet().size(), 12));
        const Word form = subgroup.coset_form(g);
        EXPECT_EQ(acceptor.accepts(g), form.empty());
        EXPECT_TRUE(subgroup.contains(joined(form, inverse_word(g, group.alphabet()))));
        for (const Word& h : members) {
          const Word other = group.reduce_letters(joined(h, g));
          ASSERT_TRUE(compare_shortlex(form, other) <= 0);
          ASSERT_EQ(subgroup.coset_form(other), form);
        }
      }
    }
  }
}

TEST(Subgroups, TheTrivialOneHasTheElementsAsCosets) {
  const Group group = Group::build("surface:2");
  const Subgroup trivial = Subgroup::build(group, std::vector<Word>{});
  ASSERT_TRUE(trivial.verified());
  EXPECT_EQ(trivial.coset_acceptor_states(), group.word_acceptor_states());
  EXPECT_EQ(trivial.coset_multiplier_states(), group.general_multiplier_states());
  EXPECT_EQ(trivial.order(), "1");
  EXPECT_EQ(trivial.word_acceptor().size(), "1");
  const Subgroup whole = Subgroup::build(group, "a,b,c,d");
  EXPECT_EQ(whole.index(), "1");
  EXPECT_FALSE(first_difference(whole.word_acceptor(), group_automaton(group, "wa")));
}

TEST(Subgroups, NothingIsClaimedAtALimit) {
  const Group group = Group::build("triangle:2,3,7");
  const Subgroup subgroup = Subgroup::build(group, "ab", {.max_states = 4, .max_vertices = 64});
  EXPECT_FALSE(subgroup.verified());
  EXPECT_FALSE(subgroup.ending().empty());
  EXPECT_THROW(static_cast<void>(subgroup.index()), InputError);
  EXPECT_THROW(static_cast<void>(subgroup.contains(Word{0})), InputError);
  EXPECT_THROW(Subgroup::build(group, std::vector<Word>{{200}}), InputError);
  EXPECT_THROW(static_cast<void>(Subgroup::build(group, "a").transversal()), InputError);  // infinite index
}

TEST(Subgroups, ListsOfWordsHaveCommasBetweenThem) {
  const Group group = Group::build("free:2");
  EXPECT_EQ(parse_words(group.text(), "ab,[a,b],(a*b)^2").size(), 3U);
  EXPECT_THROW(parse_words(group.text(), "ab,x"), InputError);
}

}  // namespace
}  // namespace wreath::word
