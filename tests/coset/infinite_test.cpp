// SPDX-License-Identifier: MIT
//
// Proofs that an index is infinite: known groups, and random subgroups of those, whose index Todd and Coxeter find if it is
// finite.
#include "coset/low_index/infinite.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/run/given_run.hpp"
#include "wreath/coset/files.hpp"

namespace wreath::coset {
namespace {

constexpr std::uint64_t kWork = std::uint64_t{1} << 16;

std::uint32_t index_of_proof(const Problem& problem, std::uint64_t work = kWork) {
  GivenRun run(nullptr);
  return InfiniteIndexSearch(problem).run(work, *run);
}

std::uint32_t index_of_proof(const std::string& group, const std::string& subgroup = "1") {
  return index_of_proof(open_problem(group, {.subgroup = subgroup}));
}

TEST(InfiniteIndex, OfTheTrivialSubgroupIsProven) {
  EXPECT_EQ(index_of_proof("<a,b | [a,b]>"), 1U);
  EXPECT_EQ(index_of_proof("<a,b | a^2, b^2>"), 2U);
  EXPECT_EQ(index_of_proof("fibonacci:2,6"), 2U);
  for (const char* group : {"<a,b | a^2, b^3>", "triangle:3,3,3", "triangle:2,4,4", "triangle:2,3,6", "triangle:2,4,5",
                            "triangle:2,3,8", "coxeter:4,4", "<a,b,c | a^2, b^2, c^2, (ab)^3, (bc)^3, (ca)^3>"})
    EXPECT_NE(index_of_proof(group), 0U) << group;
}

TEST(InfiniteIndex, OfFiniteGroupsIsNotProven) {
  for (const char* group : {"<a | a>", "symmetric:5", "triangle:2,3,5", "coxeter:3,3,4", "<a,b | a^2, b^3, (ab)^7, [a,b]^4>",
                            "fibonacci:2,5", "<a,b | a^2, b^2, (ab)^50>"})
    EXPECT_EQ(index_of_proof(group), 0U) << group;
}

TEST(InfiniteIndex, DependsOnTheSubgroup) {
  EXPECT_NE(index_of_proof("<a,b | a^2, b^2>", "a"), 0U);
  EXPECT_EQ(index_of_proof("<a,b | a^2, b^2>", "ab"), 0U);
  EXPECT_EQ(index_of_proof("<a,b | a^2, b^2>", "a, bababab"), 0U);
  EXPECT_NE(index_of_proof("triangle:2,3,6", "ab"), 0U);
  EXPECT_EQ(index_of_proof("<a,b | [a,b]>", "a^3, a*b^5"), 0U);
  EXPECT_EQ(index_of_proof("<a,b | [a,b]>", "a^3*b, a^6*b^2"), 1U);
}

/// Relators of millions of letters are enumerated as before.
TEST(InfiniteIndex, OfLongRelatorsIsNotLookedFor) {
  EXPECT_EQ(index_of_proof("<a,b | a^2000000, b^3>"), 0U);
  EXPECT_EQ(index_of_proof("<a,b | a^2, b^3>", "(ab)^2000000"), 0U);
  EXPECT_NE(index_of_proof("<a,b | a^2000, b^3>"), 0U);
}

/// An index that an enumeration finds is finite.
TEST(InfiniteIndex, AgreesWithEnumerationsForRandomSubgroups) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  int finite = 0;
  int infinite = 0;
  for (int k = 0; k < 150; ++k) {
    const char* groups[] = {"<a,b | a^2, b^2>", "triangle:3,3,3", "<a,b | a^2, b^3>", "<a,b | [a,b]>", "triangle:2,4,5"};
    const std::string group = groups[k % 5];
    Problem problem = open_problem(group);
    for (unsigned words = 1 + random() % 4; words > 0; --words) {
      Word word;
      for (unsigned letters = 1 + random() % 6; letters > 0; --letters)
        word.push_back(static_cast<Letter>(random() % problem.group.alphabet.size()));
      problem.subgroup.push_back(word);
    }
    const bool proven = index_of_proof(problem, 4096) != 0;
    Enumeration found(problem, {.machine = {.backend = BackendChoice::cpu}, .method = Method::hlt, .max_cosets = 20'000});
    const bool is_finite = found.run();
    EXPECT_FALSE(proven && is_finite) << group << ", round " << k << ", index " << (is_finite ? found.index() : 0);
    finite += is_finite ? 1 : 0;
    infinite += proven ? 1 : 0;
  }
  EXPECT_GT(finite, 10);
  EXPECT_GT(infinite, 10);
}

TEST(InfiniteIndex, EndsAnEnumeration) {
  Enumeration found(open_problem("triangle:2,3,6"));
  EXPECT_FALSE(found.run());
  EXPECT_EQ(found.ending(), Ending::infinite);
  EXPECT_EQ(found.index_of_proof(), 6U);
  EXPECT_FALSE(found.run());
  EXPECT_EQ(found.ending(), Ending::infinite);
  EXPECT_THROW((void)open_table("triangle:2,3,6"), InputError);
}

}  // namespace
}  // namespace wreath::coset
