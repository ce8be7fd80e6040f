// SPDX-License-Identifier: MIT
#include "wreath/word/subgroup.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/data/rng.hpp"
#include "core/words/words.hpp"

namespace wreath::word {
namespace {

Word random_word(RandomStream& random, std::size_t letters, std::size_t longest) {
  Word word(random.below(static_cast<std::uint32_t>(longest + 1)));
  for (Letter& x : word) x = static_cast<Letter>(random.below(static_cast<std::uint32_t>(letters)));
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
  EXPECT_EQ(subgroup.index().text(), known.index);
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
      EXPECT_EQ(subgroup.index(), Cardinal(elements.size() / members.size()));
      EXPECT_EQ(subgroup.order(), Cardinal(members.size()));
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
          ASSERT_EQ(cosets[moves[x][i]], subgroup.coset_form(joined(cosets[i], Word{static_cast<Letter>(x)})));
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

/// By the definition of the multiplier: a letter at a time, the one partner of the word among the pairs of the letter.
Word coset_form_reference(const Group& group, const std::vector<Automaton>& multipliers, const Word& word) {
  Word form;
  for (const Letter x : word) {
    const std::vector<std::string> letters = group.letters();
    const Automaton pairs =
        intersect(multipliers[x], compose(diagonal(Automaton::of_words(letters, std::vector<Word>{form})), multipliers[x]));
    form = pairs.words(2).at(0).second;
  }
  return form;
}

TEST(Subgroups, ManyCosetsAtOnceAreThoseOfTheMultiplier) {
  const std::pair<const char*, const char*> cases[] = {{"surface:2", "ab,ba^2"},
                                                       {"triangle:2,3,7", "a"},
                                                       {"triangle:3,3,4", "ab,a^b"},
                                                       {"symmetric:5", "a,b"},
                                                       {"free:2", "a^2,bab"}};
  for (const auto& [name, generators] : cases) {
    const Group group = Group::build(name);
    const Subgroup subgroup = Subgroup::build(group, generators);
    ASSERT_TRUE(subgroup.verified()) << name;
    std::vector<Automaton> multipliers;
    for (std::size_t x = 0; x < group.alphabet().size(); ++x)
      multipliers.push_back(with_label(subgroup.coset_multiplier(), Word{static_cast<Letter>(x)}));
    Words words;
    RandomStream random(5, 23);
    for (int i = 0; i < 300; ++i) {
      const Word word = random_word(random, group.alphabet().size(), i < 10 ? 12 : 200);
      words.letters.insert(words.letters.end(), word.begin(), word.end());
      words.end_word();
    }
    Word out(words.letters.size());
    std::vector<std::uint64_t> lengths(words.size());
    ASSERT_EQ(subgroup.coset_forms(words.ref(), out, lengths), words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto begin = out.begin() + static_cast<std::ptrdiff_t>(words.offsets[i]);
      const Word form(begin, begin + static_cast<std::ptrdiff_t>(lengths[i]));
      const Word word(words.ref()[i].begin(), words.ref()[i].end());
      EXPECT_EQ(form, subgroup.coset_form(word));
      EXPECT_EQ(form, subgroup.coset_form(group.reduce_letters(word)));
      if (i < 10) {
        EXPECT_EQ(form, coset_form_reference(group, multipliers, word)) << name << " " << group.print(word);
      }
    }
  }
}

TEST(Subgroups, CosetFormsInFreeGroupsAreTheSameForAllThreads) {
  const Group group = Group::build("free:2");
  const Subgroup subgroup = Subgroup::build(group, "a^2,bab,ab^3A");
  RandomStream random(6, 23);
  for (const std::size_t count : {1U, 63U, 64U, 65U, 1000U}) {
    Words words;
    for (std::size_t i = 0; i < count; ++i) {
      const Word word = random_word(random, group.alphabet().size(), 40);
      words.letters.insert(words.letters.end(), word.begin(), word.end());
      words.end_word();
    }
    for (const unsigned threads : {1U, 3U}) {
      Word out(words.letters.size());
      std::vector<std::uint64_t> lengths(words.size());
      RunControl run;
      ASSERT_EQ(subgroup.coset_forms(words.ref(), out, lengths, {.machine = {.threads = threads}}, &run), count);
      EXPECT_EQ(run.choice("backend"), "cpu");
      for (std::size_t i = 0; i < count; ++i) {
        const auto begin = out.begin() + static_cast<std::ptrdiff_t>(words.offsets[i]);
        EXPECT_EQ(Word(begin, begin + static_cast<std::ptrdiff_t>(lengths[i])), subgroup.coset_form(words.ref()[i]));
      }
      run.request_stop(StopReason::interrupted);
      EXPECT_EQ(subgroup.coset_forms(words.ref(), out, lengths, {.machine = {.threads = threads}}, &run), 0U);
    }
  }
}

TEST(Subgroups, Intersections) {
  const std::tuple<const char*, const char*, const char*> cases[] = {{"free:2", "a^2,b,aba^-1", "a,b^2,bab^-1"},
                                                                     {"free:2", "a^2,b^2", "a^3,b^2"},
                                                                     {"surface:2", "a^2,b", "a^3,c"},
                                                                     {"triangle:2,3,7", "a", "b"},
                                                                     {"symmetric:4", "a,b", "b,c"}};
  for (const auto& [name, first, second] : cases) {
    SCOPED_TRACE(name);
    const Group group = Group::build(name);
    const Subgroup h = Subgroup::build(group, first);
    const Subgroup k = Subgroup::build(group, second);
    const Subgroup both = intersect(h, k);
    ASSERT_TRUE(both.verified());
    for (const Word& word : both.generators()) EXPECT_TRUE(h.contains(word) && k.contains(word));
    RandomStream random(9, 31);
    std::vector<Word> tested;  // random words are rarely in both: products of generators are
    for (int i = 0; i < 200; ++i) tested.push_back(random_word(random, group.alphabet().size(), 10));
    for (const Word& word : both.generators()) tested.push_back(joined(word, tested.front()));
    for (const Word& word : tested) EXPECT_EQ(both.contains(word), h.contains(word) && k.contains(word)) << group.print(word);
    EXPECT_FALSE(first_difference(both.word_acceptor(), intersect(h.word_acceptor(), k.word_acceptor())));
  }
  const Group free = Group::build("free:2");
  EXPECT_EQ(intersect(Subgroup::build(free, "a^2,b,aba^-1"), Subgroup::build(free, "a,b^2,bab^-1")).index().text(), "4");
  EXPECT_EQ(intersect(Subgroup::build(free, "a"), Subgroup::build(free, "b")).order().text(), "1");
}

TEST(Subgroups, CosetsOfLongWords) {
  const Group group = Group::build("surface:2");
  const Subgroup subgroup = Subgroup::build(group, "ab,ba^2");
  RandomStream random(6, 24);
  Word word(100000);
  for (Letter& x : word) x = static_cast<Letter>(random.below(8));
  const Word form = subgroup.coset_form(word);
  EXPECT_EQ(form, subgroup.coset_form(joined(group.parse("ab*ba^2*(ab)^-1"), word)));
}

TEST(Subgroups, TheTrivialOneHasTheElementsAsCosets) {
  const Group group = Group::build("surface:2");
  const Subgroup trivial = Subgroup::build(group, std::vector<Word>{});
  ASSERT_TRUE(trivial.verified());
  EXPECT_EQ(trivial.coset_acceptor_states(), group.word_acceptor_states());
  EXPECT_EQ(trivial.coset_multiplier_states(), group.general_multiplier_states());
  EXPECT_EQ(trivial.order().text(), "1");
  EXPECT_EQ(trivial.word_acceptor().size(), Cardinal(1));
  const Subgroup whole = Subgroup::build(group, "a,b,c,d");
  EXPECT_EQ(whole.index().text(), "1");
  EXPECT_FALSE(first_difference(whole.word_acceptor(), group_automaton(group, "wa")));
}

TEST(Subgroups, NothingIsClaimedAtALimit) {
  const Group group = Group::build("triangle:2,3,7");
  const Subgroup subgroup = Subgroup::build(group, "ab", {.max_states = 4, .max_vertices = 64});
  EXPECT_FALSE(subgroup.verified());
  EXPECT_FALSE(subgroup.ending().empty());
  EXPECT_THROW(static_cast<void>(subgroup.index()), InputError);
  EXPECT_THROW(static_cast<void>(subgroup.contains(Word{0})), InputError);
  EXPECT_THROW((void)Subgroup::build(group, std::vector<Word>{{200}}), InputError);
  EXPECT_THROW(static_cast<void>(Subgroup::build(group, "a").transversal()), InputError);  // infinite index
}

TEST(Subgroups, ListsOfWordsHaveCommasBetweenThem) {
  const Group group = Group::build("free:2");
  EXPECT_EQ(parse_words(group.text(), "ab,[a,b],(a*b)^2").size(), 3U);
  EXPECT_THROW((void)parse_words(group.text(), "ab,x"), InputError);
}

}  // namespace
}  // namespace wreath::word
