// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/data/rng.hpp"
#include "word/internals.hpp"
#include "word/subgroup/build_cosets.hpp"
#include "wreath/coset/enumeration.hpp"
#include "wreath/coset/subgroup.hpp"
#include "wreath/word/subgroup.hpp"

namespace wreath::word {
namespace {

/// The element that a word in the generators is.
Word evaluate(const Group& group, const std::vector<Word>& generators, const std::vector<std::int32_t>& word) {
  Word product;
  for (const std::int32_t k : word) {
    const Word& x = generators[static_cast<std::size_t>(std::abs(k) - 1)];
    const Word factor = k > 0 ? x : inverse_word(x, group.alphabet());
    product.insert(product.end(), factor.begin(), factor.end());
  }
  return group.reduce_letters(product);
}

/// The abelian invariants, by brute force: 0 for each infinite factor, else the elementary divisors greater than 1.
std::vector<std::int64_t> abelian_invariants(const SubgroupPresentation& presentation) {
  std::vector<std::vector<std::int64_t>> rows;
  const std::size_t columns = presentation.generators.size();
  for (const auto& relator : presentation.relators) {
    rows.emplace_back(columns, 0);
    for (const std::int32_t k : relator) rows.back()[static_cast<std::size_t>(std::abs(k) - 1)] += k > 0 ? 1 : -1;
  }
  std::vector<std::int64_t> divisors;
  std::size_t done = 0;
  while (done < std::min(rows.size(), columns)) {
    // The smallest entry is moved to the corner, and its row and column are cleared.
    std::int64_t least = 0;
    std::size_t row = 0;
    std::size_t column = 0;
    for (std::size_t i = done; i < rows.size(); ++i) {
      for (std::size_t j = done; j < columns; ++j) {
        if (rows[i][j] == 0 || (least != 0 && std::abs(rows[i][j]) >= least)) continue;
        least = std::abs(rows[i][j]);
        row = i;
        column = j;
      }
    }
    if (least == 0) break;
    std::swap(rows[done], rows[row]);
    for (auto& each : rows) std::swap(each[done], each[column]);
    bool clean = true;
    for (std::size_t i = done + 1; i < rows.size(); ++i) {
      const std::int64_t times = rows[i][done] / rows[done][done];
      for (std::size_t j = done; j < columns; ++j) rows[i][j] -= times * rows[done][j];
      clean &= rows[i][done] == 0;
    }
    for (std::size_t j = done + 1; j < columns; ++j) {
      const std::int64_t times = rows[done][j] / rows[done][done];
      for (std::size_t i = done; i < rows.size(); ++i) rows[i][j] -= times * rows[i][done];
      clean &= rows[done][j] == 0;
    }
    if (!clean) continue;
    divisors.push_back(std::abs(rows[done][done]));
    ++done;
  }
  // Diagonal entries become elementary divisors.
  for (std::size_t i = 0; i < divisors.size(); ++i) {
    for (std::size_t j = i + 1; j < divisors.size(); ++j) {
      const std::int64_t common = std::gcd(divisors[i], divisors[j]);
      divisors[j] = divisors[i] / common * divisors[j];
      divisors[i] = common;
    }
  }
  divisors.resize(columns, 0);
  std::erase(divisors, 1);
  return divisors;
}

struct Known {
  const char* group;
  const char* generators;
  std::size_t rank;      // generators of the simplified presentation
  std::size_t relators;  // and its relators
};

class KnownPresentations : public testing::TestWithParam<Known> {};

// Free groups of the ranks that Schreier's formula gives; surface groups of higher genus; free subgroups of infinite index;
// torsion; a parabolic subgroup of a Coxeter group.
INSTANTIATE_TEST_SUITE_P(
    Subgroups, KnownPresentations,
    testing::Values(Known{"free:2", "a^2,b,abA", 3, 0}, Known{"free:2", "a^2,bab", 2, 0}, Known{"free:3", "ab,bc,ca", 3, 0},
                    Known{"surface:2", "a^2,b,c,d,abA,acA,adA", 6, 1}, Known{"surface:2", "ab,ba^2", 2, 0},
                    Known{"surface:2", "a", 1, 0}, Known{"surface:2", "", 0, 0}, Known{"surface:2", "a,b,c,d", 4, 1},
                    Known{"triangle:2,3,7", "a", 1, 1}, Known{"triangle:2,3,7", "ab", 1, 1}, Known{"sl2z", "", 0, 0},
                    Known{"<a,b,c,d | a^2, b^2, c^2, d^2, (ab)^4, (ac)^4, (ad)^4, (bc)^2, (bd)^2, (cd)^2>", "a,b,c", 3, 6},
                    Known{"<a,b | ab=ba>", "a^2*b,b^3", 2, 1}));

/// Of the generators that can be left, those with short words are, and not the inverses of lesser words.
TEST(KnownPresentations, HaveGeneratorsWithShortWords) {
  const std::tuple<const char*, const char*, std::vector<const char*>> cases[] = {
      {"symmetric:6", "a,b,c", {"a", "b", "c"}},
      {"<a,b | a^2, b^3, (a*b)^7, [a,b]^8>", "ab", {"ab"}},
      {"surface:2", "a^2,b,c,d,abA,acA,adA", {"aa", "b", "c", "d", "acA", "adA"}}};
  for (const auto& [group, generators, words] : cases) {
    const Subgroup subgroup = Subgroup::open(group, generators);
    std::vector<std::string> found;
    for (const Word& word : subgroup.presentation().generators) found.push_back(subgroup.group().print(word));
    EXPECT_EQ(found, std::vector<std::string>(words.begin(), words.end()));
  }
}

TEST_P(KnownPresentations, HaveTheseNumbersOfGeneratorsAndRelators) {
  const Known& known = GetParam();
  const Group group = Group::build(known.group);
  const Subgroup subgroup =
      *known.generators == 0 ? Subgroup::build(group, std::vector<Word>{}) : Subgroup::build(group, known.generators);
  ASSERT_TRUE(subgroup.verified());
  const SubgroupPresentation found = subgroup.presentation();
  EXPECT_EQ(found.generators.size(), known.rank) << found.text();
  EXPECT_EQ(found.relators.size(), known.relators) << found.text();
  for (const Word& word : found.generators) EXPECT_TRUE(subgroup.contains(word));
  for (const auto& relator : found.relators) EXPECT_TRUE(evaluate(group, found.generators, relator).empty()) << found.text();
  EXPECT_EQ(Subgroup::build(group, found.generators).index(), subgroup.index());
}

/// A presentation of a finite subgroup is right if its relators hold, its generators generate, and its group is not larger.
TEST(SubgroupPresentations, OfFiniteGroupsHaveTheirOrder) {
  for (const char* name : {"symmetric:4", "triangle:2,3,4", "triangle:2,3,5", "<a,b | a^4, a^2=b^2, b*a*b^-1=a^-1>"}) {
    const Group group = Group::build(name);
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      SCOPED_TRACE(testing::Message() << name << ", seed " << seed);
      RandomStream random(seed, 41);
      std::vector<Word> generators(random.below(3));
      for (Word& word : generators) {
        word.resize(1 + random.below(6));
        for (Letter& x : word) x = static_cast<Letter>(random.below(static_cast<std::uint32_t>(group.alphabet().size())));
      }
      const Subgroup subgroup = Subgroup::build(group, generators);
      for (const bool simplify : {true, false}) {
        const SubgroupPresentation found = subgroup.presentation({.simplify = simplify});
        for (const auto& relator : found.relators) ASSERT_TRUE(evaluate(group, found.generators, relator).empty());
        if (found.generators.empty()) {
          EXPECT_EQ(subgroup.order().text(), "1");
        } else {
          EXPECT_EQ(Group::build(found.text()).order(), subgroup.order()) << found.text();
        }
      }
    }
  }
}

/// By the table of cosets of the other engine.
TEST(SubgroupPresentations, OfFiniteIndexAgreeWithCosetTables) {
  const std::pair<const char*, const char*> cases[] = {{"surface:2", "a^2,b,c,d,abA,acA,adA"},
                                                       {"triangle:2,3,7", "a*b*a*B,B*a*b"},
                                                       {"<a,b | a^2, b^3, (a*b)^7, (a*b*a*B)^4>", "a,a*b*a*B*a"},
                                                       {"<a,b | a^3, b^3, (a*b)^4>", "[a,b],a*b*a,A*b"},
                                                       {"<a,b | ab=ba>", "a^2*b,b^3"}};
  for (const auto& [name, generators] : cases) {
    SCOPED_TRACE(name);
    const Group group = Group::build(name);
    const Subgroup subgroup = Subgroup::build(group, generators);
    ASSERT_TRUE(subgroup.verified());
    if (subgroup.index().is_infinite()) continue;
    const coset::Problem problem{read_presentation(name), subgroup.generators()};
    coset::Enumeration enumeration(problem);
    ASSERT_TRUE(enumeration.run());
    const SubgroupPresentation other = coset::subgroup_presentation(enumeration.take_table());
    EXPECT_EQ(abelian_invariants(subgroup.presentation()), abelian_invariants(other));
    EXPECT_EQ(abelian_invariants(subgroup.presentation({.simplify = false})), abelian_invariants(other));
  }
}

/// The relators that languages give, as words in elements, are those that the table of a finite index gives.
TEST(SubgroupPresentations, LanguagesOfCosetsGiveTheRelatorsOfTheTable) {
  const std::pair<const char*, const char*> cases[] = {
      {"free:2", "a^2,b,abA"}, {"<a,b | ab=ba>", "a^2*b,b^3"}, {"surface:2", "a^2,b,c,d,abA,acA,adA"},
      {"symmetric:4", "a,b"},  {"triangle:2,3,5", "ab"},       {"<a,b | a^2, b^3, (a*b)^7, (a*b*a*B)^4>", "a,a*b*a*B*a"}};
  for (const auto& [name, generators] : cases) {
    SCOPED_TRACE(name);
    const Group group = Group::build(name);
    const AutomaticStructure& structure = Internals::proven(group);
    RunControl run;
    const CosetStructure cosets = build_cosets(structure, parse_words(group.text(), generators), {.whole_graph = false}, run);
    ASSERT_TRUE(cosets.verified);
    const auto relators_of = [&](CosetsFollowed how) {
      const RewrittenSubgroup found = rewrite_subgroup(structure, cosets, {}, how);
      std::set<std::vector<Word>> relators;
      for (const GeneratorWord& relator : found.relators) {
        std::vector<Word> elements;
        for (const std::int32_t k : relator) elements.push_back(evaluate(group, found.generators, {k}));
        relators.insert(elements);
      }
      for (const GeneratorWord& relator : found.relators) EXPECT_TRUE(evaluate(group, found.generators, relator).empty());
      return relators;
    };
    const auto table = relators_of(CosetsFollowed::automatic);
    const auto languages = relators_of(CosetsFollowed::languages);
    EXPECT_EQ(table, languages);
  }
}

}  // namespace
}  // namespace wreath::word
