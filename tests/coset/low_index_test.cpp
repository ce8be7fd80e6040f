// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "core/algebra/smith.hpp"
#include "core/io/scratch_folders.hpp"
#include "coset/low_index_reference.hpp"
#include "coset/random_problem.hpp"
#include "kept_run.hpp"
#include "wreath/coset.hpp"

namespace wreath::coset {
namespace {

std::vector<SubgroupClass> listed(const Problem& problem, const LowIndexOptions& options) {
  LowIndexSubgroups search(problem, options);
  std::vector<SubgroupClass> found;
  EXPECT_TRUE(search.run(nullptr, [&](const SubgroupClass& each) { found.push_back(each); }));
  EXPECT_EQ(search.total().classes, found.size());
  return found;
}

std::vector<std::uint64_t> classes_of(const Problem& problem, const LowIndexOptions& options) {
  LowIndexSubgroups search(problem, options);
  EXPECT_TRUE(search.run());
  std::vector<std::uint64_t> classes;
  for (const LowIndexCounts& counts : search.counts()) classes.push_back(counts.classes);
  return classes;
}

Problem named(const std::string& group, const std::string& contains = "") {
  return open_problem(group, {.subgroup = contains});
}

/// What there is of one index, from tables found by force.
struct Expected {
  LowIndexCounts counts;
  std::set<Rows> least;
};

Expected expected_of(const std::set<Rows>& tables, const Problem& problem, bool normal) {
  const std::size_t letters = problem.group.alphabet.size();
  std::map<Rows, std::size_t> classes;
  for (const Rows& rows : tables) {
    const bool contains =
        std::ranges::all_of(problem.subgroup, [&](const word::Word& word) { return traced(rows, letters, word, 0) == 0; });
    if (contains) classes.insert(class_of(rows, letters));
  }
  Expected expected;
  for (const auto& [least, conjugates] : classes) {
    if (normal && conjugates != 1) continue;
    expected.least.insert(least);
    ++expected.counts.classes;
    expected.counts.normal += conjugates == 1 ? 1 : 0;
    expected.counts.subgroups += conjugates;
  }
  return expected;
}

void compare(const Problem& problem, const LowIndexOptions& options, const std::vector<std::set<Rows>>& by_force) {
  const std::size_t letters = problem.group.alphabet.size();
  std::vector<Expected> expected;
  for (const std::set<Rows>& tables : by_force) expected.push_back(expected_of(tables, problem, options.normal));
  LowIndexSubgroups search(problem, options);
  std::vector<std::set<Rows>> least(options.max_index);
  search.run(nullptr, [&](const SubgroupClass& each) {
    EXPECT_EQ(each.entries, seen_from(each.entries, letters, 0));
    EXPECT_TRUE(verify(Table(problem, each.entries), problem).verified);
    const auto [of_class, conjugates] = class_of(each.entries, letters);
    EXPECT_EQ(each.conjugates, conjugates);
    EXPECT_TRUE(least[each.index - 1].insert(of_class).second);
  });
  ASSERT_TRUE(search.complete());
  for (std::size_t k = 0; k < options.max_index; ++k) {
    EXPECT_EQ(search.counts()[k], expected[k].counts) << "index " << k + 1;
    EXPECT_EQ(least[k], expected[k].least) << "index " << k + 1;
  }
}

/// All subgroups, and then the normal ones, which are searched for in another way.
void compare_with_force(const Problem& problem, std::uint32_t max_index) {
  std::vector<std::set<Rows>> by_force;
  for (std::size_t index = 1; index <= max_index; ++index) by_force.push_back(subgroups_by_force(problem, index));
  for (const bool normal : {false, true}) compare(problem, {.max_index = max_index, .normal = normal}, by_force);
}

TEST(LowIndex, AgreesWithForce) {
  const unsigned seed = 20261119;
  std::mt19937 draw(seed);
  for (int k = 0; k < 20; ++k) {
    const Problem problem = random_problem(draw);
    SCOPED_TRACE(word::print_presentation(problem.group) + ", seed " + std::to_string(seed) + ", " + std::to_string(k));
    compare_with_force(problem, problem.group.alphabet.size() <= 4 ? 5 : 3);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(LowIndex, AgreesWithForceOnFreeGroups) {
  for (const char* contains : {"", "a^2", "a^2, b^3", "abAB", "a*b, b^2*a"}) {
    compare_with_force(named("<a,b | >", contains), 4);
    compare_with_force(named("<a,b | a^2>", contains), 5);
  }
  compare_with_force(named("<a,b,c | >"), 3);
  compare_with_force(named("<a | >"), 6);
  compare_with_force(named("<a,b | a, b>"), 3);
}

TEST(LowIndex, LongRelatorsAreTracedAsShortOnes) {
  for (const char* group :
       {"<a,b | aabbabABaabABBab>", "<a,b | (aabbabABaabABBab)^2, (ab)^4>", "<a,b | a^2, (abaBaBabaBabbaB)^2>"}) {
    SCOPED_TRACE(group);
    compare_with_force(named(group), 5);
    compare_with_force(named(group, "ab"), 4);
  }
}

/// u^m acts on few points as u^gcd(m, e) for the least common multiple e of all cycle lengths.
TEST(LowIndex, HighPowersAreTracedAsLowOnes) {
  for (const char* group : {"<a,b | a^84, b^7, (ab)^90>", "<a,b | a^121, b^16>", "<a,b | a^2, (aabbabABaabABBab)^12, b^25>"}) {
    SCOPED_TRACE(group);
    compare_with_force(named(group), 5);
    compare_with_force(named(group, "b^30, (ab)^8"), 4);
  }
  // 3,000,000 = 2^6 * 3 * 5^6 and 7^7 = 823,543
  EXPECT_EQ(classes_of(named("<a,b | a^3000000, b^823543>"), {.max_index = 5}),
            classes_of(named("<a,b | a^60, b>"), {.max_index = 5}));
}

struct KnownCase {
  std::string name;
  std::string group;
  std::vector<std::uint64_t> classes;
  std::map<std::uint64_t, std::uint64_t> ranks;
};

std::vector<KnownCase> known_cases() {
  std::ifstream file(std::string(WREATH_TEST_DATA) + "/low_index_cases.tsv");
  std::vector<KnownCase> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || line.starts_with("id\t")) continue;
    std::vector<std::string> fields;
    std::istringstream row(line);
    for (std::string field; std::getline(row, field, '\t');) fields.push_back(field);
    KnownCase known{fields.at(0), "<" + fields.at(1) + " | " + fields.at(2) + ">", {}, {}};
    std::istringstream classes(fields.at(4));
    for (std::uint64_t count = 0; classes >> count;) known.classes.push_back(count);
    std::istringstream ranks(fields.at(5));
    char colon = ' ';
    for (std::uint64_t rank = 0, count = 0; ranks >> rank >> colon >> count;) known.ranks[rank] = count;
    cases.push_back(known);
  }
  return cases;
}

TEST(LowIndex, FindsTheKnownCountsAndRanks) {
  const std::vector<KnownCase> cases = known_cases();
  ASSERT_EQ(cases.size(), 16U);
  for (const KnownCase& known : cases) {
    SCOPED_TRACE(known.name);
    const auto index = static_cast<std::uint32_t>(known.classes.size());
    EXPECT_EQ(classes_of(named(known.group), {.max_index = index}), known.classes);
    std::map<std::uint64_t, std::uint64_t> ranks;
    for (const SubgroupClass& each : listed(named(known.group), {.max_index = index})) ++ranks[each.invariants.rank];
    EXPECT_EQ(ranks, known.ranks);
    LowIndexSubgroups infinite(named(known.group), {.max_index = index, .least_rank = 1});
    EXPECT_TRUE(infinite.run());
    std::uint64_t expected = 0;
    for (const auto& [rank, count] : known.ranks) expected += rank == 0 ? 0 : count;
    EXPECT_EQ(infinite.total().classes, expected);
  }
}

/// The numbers of subgroups of free groups by Hall's recursion: n * n!^(r-1) less the sum over k < n of (n-k)!^(r-1) * N(k).
TEST(LowIndex, CountsTheSubgroupsOfFreeGroupsAsHallDoes) {
  for (const auto& [rank, most] : {std::pair(1, 12U), std::pair(2, 7U), std::pair(3, 4U)}) {
    LowIndexSubgroups search(named("free:" + std::to_string(rank)), {.max_index = most});
    ASSERT_TRUE(search.run());
    const auto power = [rank = rank](std::uint64_t n) {
      std::uint64_t factorial = 1;
      for (std::uint64_t k = 2; k <= n; ++k) factorial *= k;
      std::uint64_t product = 1;
      for (int k = 1; k < rank; ++k) product *= factorial;
      return product;
    };
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t n = 1; n <= most; ++n) {
      std::uint64_t number = n * power(n);
      for (std::uint64_t k = 1; k < n; ++k) number -= power(n - k) * numbers[k - 1];
      numbers.push_back(number);
      EXPECT_EQ(search.counts()[n - 1].subgroups, number) << "rank " << rank << ", index " << n;
    }
  }
}

TEST(LowIndex, TablesOfMoreThan255RowsAreWider) {
  for (const std::uint32_t most : {254U, 255U, 256U, 300U}) {
    const std::vector<std::uint64_t> classes = classes_of(named("<a,b | a^2, b^2>"), {.max_index = most});
    for (std::uint32_t n = 1; n <= most; ++n) EXPECT_EQ(classes[n - 1], n % 2 == 0 ? 3U : 1U) << n;
  }
}

TEST(LowIndex, TheOrderDoesNotDependOnTheThreads) {
  const Problem problem = named("<a,b | a^2, b^3>");
  const auto entries_with = [&](unsigned threads) {
    std::vector<Rows> entries;
    for (SubgroupClass& each : listed(problem, {.max_index = 18, .machine = {.threads = threads}}))
      entries.push_back(std::move(each.entries));
    return entries;
  };
  const std::vector<Rows> entries = entries_with(1);
  EXPECT_EQ(entries.size(), 4769U);
  EXPECT_EQ(entries_with(2), entries);
  EXPECT_EQ(entries_with(5), entries);
}

/// Asked to stop at each step, and resumed.
TEST(LowIndex, IsResumed) {
  const TemporaryFolder folder(testing::TempDir(), "low-index");
  const std::string path = folder.path() + "/a.ck";
  const Problem problem = named("<a,b | a^2, b^3>");
  const LowIndexOptions options{.max_index = 22, .machine = {.threads = 2}};
  const std::vector<std::uint64_t> classes = classes_of(problem, options);
  unsigned stops = 0;
  for (bool complete = false; !complete; ++stops) {
    ASSERT_LT(stops, 100U);
    LowIndexSubgroups search(problem, options);
    wreath::test::KeptRun run(stops == 0 ? RunFiles{.checkpoint = path} : RunFiles{.resume = path});
    run.listen([&](const Progress&) { run.request_stop(StopReason::interrupted); });
    complete = search.run(run);
    if (!complete) continue;
    for (std::size_t k = 0; k < classes.size(); ++k) EXPECT_EQ(search.counts()[k].classes, classes[k]);
  }
  EXPECT_GT(stops, 2U);
  LowIndexSubgroups other(problem, {.max_index = 21});
  EXPECT_THROW(other.run(wreath::test::KeptRun({.resume = path})), InputError);
}

TEST(LowIndex, AListIsContinuedAfterAStop) {
  const Problem problem = named("<a,b | a^2, b^3>");
  const std::vector<SubgroupClass> all = listed(problem, {.max_index = 16});
  LowIndexSubgroups search(problem, {.max_index = 16, .machine = {.threads = 2}});
  std::vector<Rows> entries;
  unsigned stops = 0;
  for (bool complete = false; !complete; ++stops) {
    ASSERT_LT(stops, 1000U);
    RunControl run;
    complete = search.run(&run, [&](const SubgroupClass& each) {
      entries.push_back(each.entries);
      if (entries.size() % 100 == 0) run.request_stop(StopReason::interrupted);
    });
    EXPECT_EQ(search.total().classes, entries.size()) << "what is counted is what was listed";
  }
  ASSERT_EQ(entries.size(), all.size());
  for (std::size_t k = 0; k < all.size(); ++k) EXPECT_EQ(entries[k], all[k].entries);
  EXPECT_GT(stops, 10U);
}

TEST(LowIndex, AStoppedListIsContinuedAsACount) {
  const Problem problem = named("<a,b | a^2, b^3>");
  LowIndexSubgroups search(problem, {.max_index = 16, .machine = {.threads = 2}});
  RunControl run;
  EXPECT_FALSE(search.run(&run, [&](const SubgroupClass&) { run.request_stop(StopReason::interrupted); }));
  EXPECT_EQ(search.total().classes, 1U);
  EXPECT_TRUE(search.run());
  EXPECT_EQ(search.total().classes, listed(problem, {.max_index = 16}).size());
}

TEST(LowIndex, APresentationThatWasStoppedIsNotListed) {
  const Problem problem = named("<a,b | a^2, b^3, (ab)^7>");
  const SubgroupClass found = listed(problem, {.max_index = 7}).back();
  RunControl run;
  EXPECT_NO_THROW((void)subgroup_class_report("1", problem, found, true, &run));
  run.request_stop(StopReason::interrupted);
  EXPECT_THROW((void)subgroup_class_report("1", problem, found, true, &run), LimitReached);
}

/// From the presentation of the subgroup, which is made in another way.
TEST(LowIndex, InvariantsAreThoseOfThePresentation) {
  const unsigned seed = 7;
  std::mt19937 draw(seed);
  for (int k = 0; k < 30; ++k) {
    Problem problem = random_problem(draw);
    problem.subgroup.clear();
    SCOPED_TRACE(word::print_presentation(problem.group) + ", seed " + std::to_string(seed) + ", " + std::to_string(k));
    for (const SubgroupClass& each : listed(problem, {.max_index = 5})) {
      const Table table(problem, each.entries);
      EXPECT_EQ(abelian_invariants(table), each.invariants);
      const SubgroupPresentation presented = subgroup_presentation(table);
      std::vector<std::int64_t> entries;
      for (const auto& relator : presented.relators) {
        std::vector<std::int64_t> row(presented.generators.size());
        for (const std::int32_t name : relator) row[static_cast<std::size_t>(std::abs(name)) - 1] += name > 0 ? 1 : -1;
        entries.insert(entries.end(), row.begin(), row.end());
      }
      const SmithForm form = smith_form(entries, presented.generators.size());
      EXPECT_EQ(presented.generators.size() - form.rank, each.invariants.rank);
      EXPECT_EQ(form.divisors, each.invariants.torsion);
    }
  }
}

TEST(LowIndex, RefusesWhatIsWrong) {
  EXPECT_THROW(LowIndexSubgroups(named("free:2"), {.max_index = 0}), InputError);
  EXPECT_THROW(LowIndexSubgroups(named("free:2"), {.max_index = kMaxLowIndex + 1}), InputError);
  EXPECT_THROW(LowIndexSubgroups(named("<a,b | a^600000*b^600000>"), {.max_index = 2}), InputError);
  LowIndexSubgroups search(named("free:2"), {.max_index = 3});
  EXPECT_THROW(search.run(wreath::test::KeptRun({.checkpoint = "/nowhere/a.ck"}), [](const SubgroupClass&) {}), InputError);
}

}  // namespace
}  // namespace wreath::coset
