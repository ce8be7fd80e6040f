// SPDX-License-Identifier: MIT
//
// Every verb for every method, for any number of threads, and for every kind of subgroup, against the slow reference.
#include <gtest/gtest.h>

#include "coset/matrix.hpp"
#include "coset/words/relators.hpp"

namespace wreath::coset {
namespace {

class CosetMatrix : public testing::TestWithParam<std::tuple<SubgroupKind, Method, unsigned>> {
 protected:
  Options options() const { return {.machine = {.threads = std::get<2>(GetParam())}, .method = std::get<1>(GetParam())}; }
  Problem drawn(std::mt19937& draw) const { return draw_problem(draw, std::get<0>(GetParam())); }
};

TEST_P(CosetMatrix, EveryVerbAgreesWithTheReference) {
  const unsigned seed = 4242;
  std::mt19937 draw(seed);
  int finite = 0;
  for (int k = 0; k < 24; ++k) {
    const Problem problem = drawn(draw);
    SCOPED_TRACE("seed " + std::to_string(seed) + ", problem " + std::to_string(k));
    const auto rows = reference_rows(problem, problem.subgroup);
    const auto group = reference_rows(problem, {});  // the regular table: where a word leads is the element that it is
    if (!rows || !group) continue;
    ++finite;
    const std::size_t letters = problem.group.alphabet.size();
    Enumeration found(problem, options());
    ASSERT_TRUE(found.run());
    ASSERT_EQ(found.index() * letters, rows->size());
    EXPECT_FALSE(found.resumed());
    const Table table = found.take_table();
    EXPECT_TRUE(std::ranges::equal(table.entries(), *rows));
    EXPECT_TRUE(verify(table, problem, options().machine.threads).verified);

    const std::vector<Word> words = least_words(*rows, letters);
    for (Coset c = 0; c < table.index(); ++c) {
      EXPECT_EQ(table.representative(c), words[c]);
      EXPECT_EQ(table.trace(words[c]), c);
    }
    for (std::size_t x = 0; x < letters; ++x) {
      const std::vector<Coset> images = table.permutation(static_cast<Letter>(x));
      for (Coset c = 0; c < table.index(); ++c) EXPECT_EQ(images[c], (*rows)[c * letters + x]);
    }

    const Table regular(Problem{problem.group}, *group);
    const std::vector<Word> generators = schreier_generators(table);
    for (const Word& word : generators) EXPECT_EQ(table.trace(word), 0);
    EXPECT_EQ(reference_rows(problem, generators), rows) << "Schreier generators generate the subgroup";

    const std::uint64_t order = regular.index() / table.index();
    for (const bool simplify : {true, false}) {
      const SubgroupPresentation subgroup = subgroup_presentation(table, {.simplify = simplify});
      EXPECT_EQ(reference_rows(problem, subgroup.generators), rows);
      if (2 * subgroup.generators.size() > word::kMaxLetters) continue;
      Enumeration counted(open_problem(subgroup.text()), options());
      ASSERT_TRUE(counted.run());
      EXPECT_EQ(counted.index(), order);
    }
    const auto found_order = group_order(problem, options());
    ASSERT_TRUE(found_order);
    EXPECT_EQ(found_order->order, Cardinal(regular.index()));
  }
  EXPECT_GT(finite, 6);
}

/// A table proves what it proves: at least its rows, and exactly that only where it is.
TEST_P(CosetMatrix, TablesOfLargerSubgroupsProveALowerBound) {
  std::mt19937 draw(99);
  int exact = 0;
  int smaller = 0;
  for (int k = 0; k < 60; ++k) {
    const Problem problem = drawn(draw);
    const auto rows = reference_rows(problem, problem.subgroup);
    if (!rows) continue;
    const std::uint64_t index = rows->size() / problem.group.alphabet.size();
    for (const std::size_t added : {0, 1, 2}) {  // generators that the table has, and the problem does not
      Problem larger = problem;
      for (std::size_t j = 0; j < added; ++j)
        larger.subgroup.push_back({static_cast<Letter>(draw() % problem.group.alphabet.size()),
                                   static_cast<Letter>(draw() % problem.group.alphabet.size())});
      Enumeration found(larger, options());
      ASSERT_TRUE(found.run());
      const Table table = found.take_table();
      const Verification verified = verify(table, problem, 1);
      ASSERT_TRUE(verified.verified) << verified.problem;
      EXPECT_EQ(index % table.index(), 0);
      if (verified.exact) {
        EXPECT_EQ(table.index(), index);
      }
      exact += verified.exact ? 1 : 0;
      smaller += table.index() < index ? 1 : 0;
    }
  }
  EXPECT_GT(exact, 20);
  if (std::get<0>(GetParam()) <= SubgroupKind::cyclic) {
    EXPECT_GT(smaller, 5);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, CosetMatrix,
    testing::Combine(testing::Values(SubgroupKind::trivial, SubgroupKind::cyclic, SubgroupKind::several, SubgroupKind::whole),
                     testing::Values(Method::automatic, Method::hlt, Method::felsch, Method::mixed, Method::sparse),
                     testing::Values(1U, 3U)));

TEST(CosetLimits, InfiniteGroupsEndAtALimitForEveryStrategy) {
  for (const char* group : {"<a,b | a^2, b^3>", "<a,b | [a,b]>", "<a,b | >", "<a,b | a^2, b^3, (ab)^7>", "<a | >"}) {
    for (const Method method : {Method::automatic, Method::hlt, Method::felsch, Method::mixed, Method::sparse}) {
      for (const unsigned threads : {1U, 3U}) {
        const Options options{.machine = {.threads = threads}, .method = method, .max_cosets = 3'000};
        Enumeration found(open_problem(group), options);
        EXPECT_FALSE(found.run()) << group;
        EXPECT_EQ(found.ending(), found.index_of_proof() == 0 ? Ending::cosets : Ending::infinite);
        OrderProgress progress;
        const auto order = group_order(open_problem(group), options, nullptr, &progress);
        if (order) {
          EXPECT_TRUE(order->is_infinite());
          continue;
        }
        EXPECT_EQ(progress.ending, Ending::cosets);
        ASSERT_TRUE(progress.enumeration);
        EXPECT_GT(progress.enumeration->total(), 0U);
      }
    }
  }
}

/// Of a finite group one can ask which words are 1.
TEST(CosetSubgroup, SchreierGeneratorsAreNotTrivial) {
  for (const auto& [group, subgroup] : {std::pair("<a,b | a^2, b^3, (ab)^5>", "ab"), std::pair("<a,b | a^2, b^3, (ab)^5>", ""),
                                        std::pair("<a,b | a^2, b^3, (ab)^7, [a,b]^4>", "ab"), std::pair("symmetric:5", "a"),
                                        std::pair("<a,b | a^4, b^3, (ab)^2>", "b"), std::pair("<a | a^1000>", "a^10"),
                                        std::pair("<a,b,c | a^2, b^2, c^2, (ab)^3, (bc)^5, (ac)^2>", "ab")}) {
    const auto table_of = [&](const char* words) {
      Enumeration found(open_problem(group, {.subgroup = words}));
      EXPECT_TRUE(found.run());
      return found.take_table();
    };
    const Table regular = table_of("");
    for (const word::Word& word : schreier_generators(table_of(subgroup))) EXPECT_NE(regular.trace(word), 0) << group;
  }
}

TEST(CosetSubgroup, GeneratorsThatTheCallerNamesAreKept) {
  for (const auto& [group, subgroup] :
       {std::pair("<a,b | a^2, b^3, (ab)^7, [a,b]^8>", "ab"), std::pair("<a,b | a^2, b^3, (ab)^5>", "a, b^a"),
        std::pair("<a,b | a^2, b^3>", "[a,b], [a,B]"), std::pair("symmetric:6", "a, b, c"),
        std::pair("<a,b | [a,b]>", "aab, b^3")}) {
    Enumeration found(open_problem(group, {.subgroup = subgroup}));
    ASSERT_TRUE(found.run());
    const std::vector<word::Word> named = found.problem().subgroup;
    const auto kept = subgroup_presentation(found.take_table()).generators;
    EXPECT_EQ(kept, named) << group;
  }
}

}  // namespace
}  // namespace wreath::coset
