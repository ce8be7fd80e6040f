// SPDX-License-Identifier: MIT
//
// What is enumerated instead of searched for: cosets of finite index, and the rules of finite groups.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/data/rng.hpp"
#include "word/completion/completion.hpp"
#include "word/internals.hpp"
#include "word/subgroup/build_cosets.hpp"
#include "word/subgroup/coset_automata.hpp"
#include "word/subgroup/coset_tree.hpp"
#include "wreath/word/completion.hpp"
#include "wreath/word/subgroup.hpp"

namespace wreath::word {
namespace {

struct FiniteIndex {
  const char* group;
  const char* generators;
  const char* index;
};

class CosetsOfFiniteIndex : public testing::TestWithParam<FiniteIndex> {};

INSTANTIATE_TEST_SUITE_P(Enumerated, CosetsOfFiniteIndex,
                         testing::Values(FiniteIndex{"<a,b | a^2, b^3, (a*b)^7, (a*b*a*B)^4>", "a,a*b*a*B*a", "21"},
                                         FiniteIndex{"<a,b,c,d,e,f | aCAd, bfBE, ceCD, dFDa, ebEA, fCFB>", "a", "11"},
                                         FiniteIndex{"<a,b | ab=ba>", "a^2*b,b^3", "6"},
                                         FiniteIndex{"free:2", "a^2,b,aba^-1", "2"}, FiniteIndex{"symmetric:5", "a,b", "20"},
                                         FiniteIndex{"symmetric:4", "1", "24"}, FiniteIndex{"surface:2", "a,b,c,d", "1"},
                                         FiniteIndex{"heisenberg", "a^2,b", "4"},
                                         FiniteIndex{"baumslag-solitar:1,2", "a^3,t", "3"},
                                         FiniteIndex{"<a,b | a^2, b^3, (a*b)^7, [a,b]^8>", "ab", "1536"}));

/// The axioms of a coset structure hold, although nothing was checked.
TEST_P(CosetsOfFiniteIndex, HaveAnAutomaticStructure) {
  const Presentation presentation = read_presentation(GetParam().group);
  const WordText text(presentation.alphabet);
  const std::vector<Word> generators = parse_words(text, GetParam().generators);
  RunControl run;
  const automata::Limits limits{.run = &run};
  const auto cosets = enumerate_cosets(presentation, generators, 1U << 14, limits);
  ASSERT_TRUE(cosets.has_value());
  EXPECT_TRUE(find_missing_coset_products(cosets->automata, limits).empty());
  EXPECT_FALSE(find_broken_coset_axiom(presentation, generators, cosets->automata, limits).has_value());
}

TEST_P(CosetsOfFiniteIndex, NeedNoStructureOfTheGroup) {
  const auto& [group, generators, index] = GetParam();
  const Subgroup subgroup = Subgroup::open(group, generators);
  ASSERT_TRUE(subgroup.verified());
  EXPECT_FALSE(subgroup.group().verified());
  EXPECT_EQ(subgroup.index().text(), index);
  for (const Word& h : subgroup.generators()) EXPECT_TRUE(subgroup.contains(h));
  const auto moves = subgroup.permutations();
  const std::vector<Word> cosets = subgroup.transversal();
  for (std::size_t i = 0; i < cosets.size(); ++i) EXPECT_EQ(subgroup.coset_form(cosets[i]), cosets[i]);
  // The generators of the presentation are in the subgroup, and generate it.
  const SubgroupPresentation found = subgroup.presentation();
  std::string listed = "1";
  for (const Word& h : found.generators) {
    EXPECT_TRUE(subgroup.contains(h));
    listed += "," + subgroup.group().print(h);
  }
  EXPECT_EQ(Subgroup::open(group, listed).index().text(), index);
}

TEST(CosetsOfFiniteIndex, AreThoseOfTheStructure) {
  const std::pair<const char*, const char*> cases[] = {
      {"<a,b | a^2, b^3, (a*b)^7, (a*b*a*B)^4>", "a,a*b*a*B*a"}, {"<a,b | ab=ba>", "a^2*b,b^3"}, {"triangle:2,3,5", "ab"}};
  for (const auto& [name, generators] : cases) {
    SCOPED_TRACE(name);
    const Subgroup enumerated = Subgroup::open(name, generators);
    const Group group = Group::build(name);
    const Subgroup built = Subgroup::build(group, generators);
    EXPECT_FALSE(first_difference(enumerated.coset_acceptor(), built.coset_acceptor()));
    RunControl run;
    const CosetStructure by_machine = build_cosets(Internals::proven(group), built.generators(), {.whole_graph = false}, run);
    ASSERT_TRUE(by_machine.verified && by_machine.machine != nullptr);
    EXPECT_EQ(built.coset_acceptor_states(), by_machine.automata.acceptor.states());
    EXPECT_EQ(built.coset_multiplier_states(), by_machine.automata.general.dfa.states());
    const auto graph = enumerate_cosets(read_presentation(name), built.generators(), 1U << 12, {.run = &run});
    EXPECT_TRUE(graph->automata.acceptor == by_machine.automata.acceptor &&
                graph->automata.letters == by_machine.automata.letters);
    EXPECT_FALSE(first_difference(enumerated.word_acceptor(), built.word_acceptor()));  // builds the structure
    EXPECT_EQ(enumerated.order(), built.order());
    EXPECT_EQ(enumerated.schreier_generators(), built.schreier_generators());
    EXPECT_EQ(intersect(enumerated, enumerated).index(), built.index());
  }
}

TEST(CosetsInFreeGroups, FoldingEndsWithTheRun) {
  const Presentation free = read_presentation("free:2");
  constexpr std::uint32_t kLong = 1U << 17;
  const std::vector<Word> generators{Word(kLong, 0)};
  RunControl run;
  const auto tree = fold_generators(free, generators, run);
  ASSERT_TRUE(tree.has_value());
  EXPECT_EQ(tree->size(), kLong);
  run.request_stop(StopReason::interrupted);
  EXPECT_FALSE(fold_generators(free, generators, run).has_value());
}

/// Folding the generators gives what the search for differences does; with involutions, too.
TEST(CosetsInFreeGroups, AreThoseOfTheSearchForDifferences) {
  for (const char* name : {"free:1", "free:2", "free:3", "<a/a,b/b,c/c | >", "<a,b/b | >"}) {
    const Group group = Group::build(name);
    const AutomaticStructure& structure = Internals::proven(group);
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      SCOPED_TRACE(testing::Message() << name << ", seed " << seed);
      RandomStream random(seed, 24);
      std::vector<Word> generators;
      for (std::uint64_t k = 0; k < seed % 4; ++k) {
        Word& word = generators.emplace_back();
        const auto letters = static_cast<std::uint32_t>(group.alphabet().size());
        for (std::uint32_t n = random.below(7); n > 0; --n) word.push_back(static_cast<Letter>(random.below(letters)));
      }
      RunControl run;
      const automata::Limits limits{.run = &run};
      const auto folded = enumerate_cosets(structure.presentation, generators, 1, limits);
      ASSERT_TRUE(folded.has_value() && folded->verified);
      EXPECT_TRUE(find_missing_coset_products(folded->automata, limits).empty());
      EXPECT_FALSE(find_broken_coset_axiom(structure.presentation, generators, folded->automata, limits).has_value());
      const CosetStructure searched = build_cosets(structure, generators, {.whole_graph = false}, run);
      ASSERT_TRUE(searched.verified && searched.machine != nullptr);
      EXPECT_TRUE(folded->automata.acceptor == searched.automata.acceptor);
      EXPECT_TRUE(folded->automata.letters == searched.automata.letters);
      EXPECT_EQ(folded->automata.general.dfa.states(), searched.automata.general.dfa.states());
      EXPECT_TRUE(make_subgroup_acceptor(structure, *folded, generators, limits) ==
                  make_subgroup_acceptor(structure, searched, generators, limits));
      const RewrittenSubgroup basis = rewrite_subgroup(structure, *folded, limits);
      const auto again = enumerate_cosets(structure.presentation, basis.generators, 1, limits);
      EXPECT_TRUE(again->automata.acceptor == folded->automata.acceptor);
      for (const GeneratorWord& relator : basis.relators) EXPECT_EQ(relator.size(), 2U);  // involutions
    }
  }
}

/// In time near the length of the generators: by the square of it this would not end.
TEST(CosetsInFreeGroups, LongGenerators) {
  RandomStream random(1, 25);
  std::string word = "b";
  while (word.size() < 50000) {
    const char x = "abAB"[random.below(4)];
    if ((x ^ word.back()) != ('a' ^ 'A')) word += x;
  }
  for (const std::string& generator : {std::string("a^50000"), word}) {
    const Subgroup subgroup = Subgroup::open("free:2", generator);
    ASSERT_TRUE(subgroup.verified());
    EXPECT_EQ(subgroup.index().text(), "infinite");
    Word h = subgroup.generators()[0];
    EXPECT_TRUE(subgroup.contains(h));
    h.pop_back();
    EXPECT_FALSE(subgroup.contains(h));
    EXPECT_EQ(subgroup.presentation().generators.size(), 1U);
    EXPECT_EQ(subgroup.order().text(), "infinite");
  }
}

/// What the engine coset notes in a run of word bears its name.
TEST(CosetsOfFiniteIndex, AreNotedAsCosets) {
  RunControl run;
  ASSERT_TRUE(enumerate_cosets(read_presentation("symmetric:4"), {}, 1U << 17, {.run = &run}).has_value());
  EXPECT_FALSE(run.choice("coset method").empty());
  for (const Choice& choice : run.choices()) EXPECT_TRUE(choice.what.starts_with("coset ")) << choice.what;
  EXPECT_FALSE(run.phases().empty());
  for (const Phase& phase : run.phases()) EXPECT_TRUE(phase.name.starts_with("coset ")) << phase.name;
}

/// The structure of the group is known, and more than the first rows are needed.
TEST(CosetsOfFiniteIndex, AreEnumeratedIfThereAreManyDifferences) {
  const Group group = Group::build("<a,b | a^2, b^3, (a*b)^7, [a,b]^6>");
  ASSERT_TRUE(group.verified());
  const Subgroup subgroup = Subgroup::build(group, "ab");
  EXPECT_EQ(subgroup.index().text(), "156");
  EXPECT_EQ(subgroup.coset_differences(), 0U);
}

TEST(CosetsOfFiniteIndex, AreThoseThatTheSearchForDifferencesFound) {
  const Subgroup subgroup = Subgroup::open("<a,b | a^2, b^3, (a*b)^7, [a,b]^8>", "ab");
  EXPECT_EQ(subgroup.coset_acceptor_states(), 615U);
  EXPECT_EQ(subgroup.coset_multiplier_states(), 3096U);
}

TEST(CosetsOfFiniteIndex, NothingIsClaimedIfNeitherIsFound) {
  const Subgroup subgroup = Subgroup::open("heisenberg", "a", {.max_rules = 100}, {.max_vertices = 64});
  EXPECT_FALSE(subgroup.verified());
  EXPECT_FALSE(subgroup.group().verified());
  EXPECT_THROW(static_cast<void>(subgroup.index()), InputError);
}

std::vector<Equation> rules_by_overlaps(const Presentation& presentation) {
  RunControl run;
  Completion completion(presentation, {}, &run);
  while (completion.advance(1U << 14, run)) {
  }
  EXPECT_TRUE(completion.confluent());
  return completion.rules();
}

/// The reduced confluent system of an order is unique.
TEST(FiniteGroupRules, AreThoseOfTheCompletion) {
  for (const char* name :
       {"symmetric:4", "triangle:2,3,4", "triangle:2,3,5", "quaternion", "cyclic:12", "dihedral:5", "fibonacci:2,5",
        "alternating:5", "<a,b | a^2, b^3, (a*b)^7, (a*b*a*B)^4>", "<a,b | a=b^2, b^7>", "<a | a>"}) {
    SCOPED_TRACE(name);
    const Presentation presentation = read_presentation(name);
    RunControl run;
    const std::vector<Equation> all = rules_by_overlaps(presentation);
    EXPECT_EQ(complete(presentation).rules(), all);
    std::vector<Equation> found = finite_group_rules(presentation, {.entries = 1U << 20, .rules = 1U << 20}, run);
    std::ranges::sort(found, [](const Equation& a, const Equation& b) { return compare_shortlex(a.first, b.first) < 0; });
    EXPECT_EQ(found, all);
    EXPECT_TRUE(finite_group_rules(presentation, {.entries = 1U << 20, .rules = all.size() - 1}, run).empty());
  }
  RunControl run;
  EXPECT_TRUE(finite_group_rules(read_presentation("free:2"), {.entries = 1U << 16, .rules = 1U << 16}, run).empty());
}

/// Cosets as kbmag writes them: a letter H for the subgroup, with a finite group at its right and names of generators at its
/// left.
TEST(FiniteGroupRules, StartTheCompletionOfAMonoid) {
  const Alphabet alphabet{{"a", "b", "c", "H", "x", "X", "y", "Y"}, {0, 1, 2, kNoLetter, 5, 4, 7, 6}};
  const WordText text(alphabet);
  for (const Ordering ordering : {Ordering::shortlex, Ordering::wreath_product, Ordering::weighted_lex}) {
    Presentation monoid{
        .name = "", .alphabet = alphabet, .equations = {}, .ordering = ordering, .weights = {2, 2, 2, 1, 1, 1, 1, 1}};
    for (const auto& [left, right] : {std::pair{"abab*ab", "1"}, {"bcbcbc", "1"}, {"acac", "1"}, {"Ha", "xH"}, {"Hb", "yH"}})
      monoid.equations.emplace_back(text.read(left), text.read(right));
    RunControl run;
    EXPECT_EQ(finite_group_rules(monoid, {.entries = 1U << 12, .rules = 1U << 12}, run).size(),
              rules_by_overlaps(read_presentation("symmetric:4")).size());
    const RuleSystem system = complete(monoid);
    ASSERT_TRUE(system.confluent());
    EXPECT_EQ(system.rules(), rules_by_overlaps(monoid));
  }
  // A group part that collapses further in the monoid.
  Presentation monoid{.name = "", .alphabet = alphabet, .equations = {}, .ordering = Ordering::shortlex, .weights = {}};
  for (const auto& [left, right] : {std::pair{"abab*ab", "1"}, {"bcbcbc", "1"}, {"acac", "1"}, {"H", "a"}, {"Hb", "aa"}})
    monoid.equations.emplace_back(text.read(left), text.read(right));
  EXPECT_EQ(complete(monoid).rules(), rules_by_overlaps(monoid));
}

}  // namespace
}  // namespace wreath::word
