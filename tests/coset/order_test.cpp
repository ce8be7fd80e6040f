// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <random>

#include "core/io/scratch_folders.hpp"
#include "coset/random_problem.hpp"
#include "coset/reference.hpp"
#include "kept_run.hpp"

namespace wreath::coset {
namespace {

using wreath::test::KeptRun;

std::string order_of(const std::string& group, const std::optional<std::string>& subgroup = {}) {
  const auto found = group_order(open_problem(group, {.subgroup = subgroup}));
  if (!found) return "unknown";
  const std::uint64_t product =
      std::accumulate(found->factors.begin(), found->factors.end(), std::uint64_t{1}, std::multiplies<>());
  EXPECT_EQ(Cardinal(product), found->order);
  return found->order.text();
}

TEST(CosetOrder, OfKnownGroups) {
  EXPECT_EQ(order_of("<a | a^12>"), "12");
  EXPECT_EQ(order_of("<a,b | a^2, b^3, (ab)^5>"), "60");
  EXPECT_EQ(order_of("<a,b | a^2, b^3, (ab)^5>", "ab"), "60");
  EXPECT_EQ(order_of("<a,b | a^2, b^3, (ab)^5>", "a, bab"), "60");  // a subgroup that is not cyclic, or not known to be
  EXPECT_EQ(order_of("<a,b | a^50, a^25=b^2, Baba>"), "100");       // a^25 is central: the cycles of a are too short
  EXPECT_EQ(order_of("<a,b,c | ab=c, bc=a, ca=b>"), "8");           // no relator is a power
  EXPECT_EQ(order_of("<a,b | a^2, b^3, (ab)^7, [a,b]^8>"), "10752");
  EXPECT_EQ(order_of("<a,b | a, b>"), "1");
  EXPECT_EQ(order_of("< | >"), "1");
}

/// Whatever the limit was, in the group or in the subgroup, a run from the checkpoint ends with the same factors.
TEST(CosetOrder, ContinuesFromACheckpoint) {
  const TemporaryFolder folder(testing::TempDir(), "order");
  const RunFiles first{.checkpoint = folder.path() + "/o.ck"};
  const RunFiles again{.resume = first.checkpoint};
  unsigned stopped = 0;
  const std::optional<std::string> subgroups[] = {"a, bab", std::nullopt, "", "aba, BaB"};
  for (const auto& subgroup : subgroups) {
    const Problem problem = open_problem("<a,b | a^2, b^3, (ab)^5>", {.subgroup = subgroup});
    const auto expected = group_order(problem);
    ASSERT_TRUE(expected);
    EXPECT_EQ(expected->order, Cardinal(60));
    for (std::uint64_t most = 1; most < 100; ++most) {
      OrderProgress progress;
      const auto found = group_order(problem, {.method = Method::hlt, .max_cosets = most}, KeptRun(first), &progress);
      if (found) continue;
      EXPECT_EQ(progress.ending, Ending::cosets);
      ++stopped;
      const auto resumed = group_order(problem, {.method = Method::hlt}, KeptRun(again));
      ASSERT_TRUE(resumed);
      EXPECT_EQ(resumed->factors, expected->factors);
    }
    EXPECT_THROW((void)group_order(open_problem("<a,b | a^2, b^3, (ab)^4>"), {}, KeptRun(again)), InputError);
  }
  EXPECT_GT(stopped, 3U);
}

TEST(CosetOrder, OfRandomGroups) {
  const char* given = std::getenv("WREATH_SEED");
  const unsigned seed = given != nullptr ? static_cast<unsigned>(std::atoi(given)) : std::random_device{}();
  std::mt19937 draw(seed);
  for (int finite = 0; finite < 100;) {
    Problem problem = random_problem(draw);
    Problem whole = problem;
    whole.subgroup.clear();
    const auto table = ReferenceEnumerator(whole).run(60);
    if (!table) continue;
    ++finite;
    const std::size_t letters = whole.group.alphabet.size();
    const auto found = group_order(problem);
    ASSERT_TRUE(found) << "WREATH_SEED=" << seed << ": " << problem.group.name;
    EXPECT_EQ(found->order, Cardinal(table->size() / letters)) << "WREATH_SEED=" << seed << ": " << problem.group.name;
  }
}

TEST(CosetOrder, LimitsEndWithoutAnAnswer) {
  OrderProgress progress;
  EXPECT_FALSE(group_order(open_problem("<a,b | a^2, b^3>"), {.max_cosets = 1000}, nullptr, &progress));
  EXPECT_EQ(progress.ending, Ending::cosets);
  EXPECT_FALSE(group_order(open_problem("<a,b | a^2, b^3, (ab)^7>"), {.max_cosets = 5000}));
}

TEST(CosetOrder, InfiniteAbelianQuotientsAreSeen) {
  const struct {
    const char* group;
    const char* subgroup;
    bool infinite_index;
    bool infinite_order;
  } cases[] = {{"<a,b | >", "", true, true},
               {"<a,b | [a,b]>", "a", true, true},
               {"<a,b | [a,b]>", "a^2, b^3", false, true},
               {"<a,b | a^2*b^3>", "", true, true},
               {"<a,b,c | a^6*b^10, b^6*c^10, c^6*a^-10>", "", false, false},
               {"<a,b,c | a^6*b^10, b^6*c^10, a^6*b^16*c^10>", "b^7", false, true},
               {"<a,b,c | a^6*b^10, b^6*c^10, a^6*b^16*c^10>", "[a,b], abAB", true, true},
               {"<a,b | a^2, b^3, (ab)^5>", "", false, false}};
  for (const auto& each : cases) {
    const Problem problem = open_problem(each.group, {.subgroup = each.subgroup});
    EXPECT_EQ(letter_of_infinite_order(problem).has_value(), each.infinite_index) << each.group << " over " << each.subgroup;
    if (!each.infinite_order) continue;
    const auto order = group_order(problem);
    ASSERT_TRUE(order) << each.group;
    EXPECT_TRUE(order->order.is_infinite());
    EXPECT_TRUE(order->is_infinite());
  }
  const auto dihedral = group_order(open_problem("<a,b | a^2, b^2>", {.subgroup = "ab"}));
  ASSERT_TRUE(dihedral);
  EXPECT_TRUE(dihedral->order.is_infinite());
  EXPECT_EQ(dihedral->proof, "a subgroup of index 2 has an infinite abelian quotient");
}

TEST(CosetOrder, TheTrivialSubgroupCanBeNamed) {
  const std::string group = "<a,b | a^2, b^3, (ab)^5>";
  EXPECT_EQ(group_order(open_problem(group))->factors.size(), 2U);
  EXPECT_FALSE(open_problem(group).names_trivial);
  EXPECT_FALSE(open_problem(group, {.subgroup = "ab"}).names_trivial);
  for (const char* subgroup : {"1", "", " ", "1, 1"}) {
    const Problem problem = open_problem(group, {.subgroup = subgroup});
    EXPECT_TRUE(problem.names_trivial && problem.subgroup.empty()) << "'" << subgroup << "'";
    EXPECT_EQ(group_order(problem)->factors, (std::vector<std::uint64_t>{60})) << "'" << subgroup << "'";
  }
}

/// A run over the trivial subgroup is not one over a subgroup that was chosen.
TEST(CosetOrder, CheckpointsOfTheTrivialSubgroupAreItsOwn) {
  const TemporaryFolder folder(testing::TempDir(), "order");
  const RunFiles first{.checkpoint = folder.path() + "/o.ck"};
  const RunFiles again{.resume = first.checkpoint};
  const std::string group = "<a,b | a^2, b^3, (ab)^5>";
  const Problem trivial = open_problem(group, {.subgroup = ""});
  const Options how{.method = Method::hlt};
  EXPECT_FALSE(group_order(trivial, {.method = Method::hlt, .max_cosets = 20}, KeptRun(first)));
  EXPECT_THROW((void)group_order(open_problem(group), how, KeptRun(again)), InputError);
  EXPECT_EQ(group_order(trivial, how, KeptRun(again))->factors, (std::vector<std::uint64_t>{60}));
}

/// Runs without any time get further when they are resumed, and so come to an end.
TEST(CosetOrder, ShortRunsGetFurther) {
  const TemporaryFolder folder(testing::TempDir(), "coset");
  const std::string file = folder.path() + "/short.ck";
  const Problem problem = open_problem("<a,b | a^2, b^3, (ab)^7, [a,b]^8>", {.subgroup = "ab, [a,b]^2"});
  int runs = 0;
  for (bool complete = false; !complete; ++runs) {
    ASSERT_LT(runs, 100) << "no progress";
    KeptRun run(runs == 0 ? RunFiles{.checkpoint = file} : RunFiles{.resume = file});
    run.limit_time(0);
    const auto found = group_order(problem, {.machine = {.threads = 1}}, &run);
    complete = found.has_value();
    EXPECT_EQ(found ? found->order : Cardinal(10752), Cardinal(10752));
  }
  EXPECT_GT(runs, 1);
}

}  // namespace
}  // namespace wreath::coset
