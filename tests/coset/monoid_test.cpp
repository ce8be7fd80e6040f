// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>

#include "coset/known_monoids.hpp"
#include "coset/monoid_reference.hpp"
#include "core/io/scratch_folders.hpp"
#include "wreath/semigroup.hpp"

namespace wreath::coset {
namespace {

constexpr MonoidMethod kMonoidMethods[] = {MonoidMethod::automatic, MonoidMethod::hlt, MonoidMethod::felsch};

std::uint64_t size_of(const MonoidProblem& problem, MonoidMethod method = MonoidMethod::automatic) {
  MonoidEnumeration found(problem, {.method = method});
  EXPECT_TRUE(found.run());
  return found.complete() ? found.table().size() : 0;
}

TEST(CosetMonoid, FindsTheKnownSizes) {
  const auto cases = known_sizes();
  EXPECT_GE(cases.size(), 40U);
  for (const auto& [name, draft, size] : cases) {
    for (const MonoidMethod method : kMonoidMethods)
      EXPECT_EQ(size_of(draft.problem(), method), size) << name << ", " << to_string(method);
  }
}

TEST(CosetMonoid, ReadsPresentations) {
  EXPECT_EQ(size_of(open_monoid("monoid<a,b | a^3=a, b^2=b, aba=bab>")), 10);
  EXPECT_EQ(size_of(open_monoid("semigroup<a,b | a^3=a, b^2=b, aba=bab>")), 9);
  EXPECT_EQ(size_of(open_monoid("<a,b | a^2, b^3, (ab)^5>")), 60);
  EXPECT_EQ(size_of(open_monoid("<a,b | a^2, b^3, (ab)^5>", "ab = 1", CongruenceKind::right)), 12);
  EXPECT_EQ(size_of(open_monoid("<a,b | a^2, b^3, (ab)^5>", "ab = 1", CongruenceKind::left)), 12);
  EXPECT_EQ(size_of(open_monoid("<a,b | a^2, b^3, (ab)^5>", "ab = 1")), 1);
  EXPECT_EQ(size_of(open_monoid("monoid<x/y | x^5=1>")), 5);
  EXPECT_EQ(size_of(open_monoid("monoid< | >")), 1);
  EXPECT_EQ(size_of(open_monoid("semigroup<a | a=a^2>")), 1);
  EXPECT_EQ(open_monoid("monoid<a,b | ab=ba>", "a = b = ab, aa = a").pairs.size(), 3U);
  EXPECT_THROW(static_cast<void>(open_monoid("monoid<a,b | ab=ba>", "ab")), InputError);
  EXPECT_THROW(MonoidEnumeration(open_monoid("semigroup<a | a^3=a>", "a = 1")), InputError);
}

TEST(CosetMonoid, AgreesWithTheReferenceOnRandomProblems) {
  const char* given = std::getenv("WREATH_SEED");
  const unsigned seed = given != nullptr ? static_cast<unsigned>(std::atoi(given)) : std::random_device{}();
  std::mt19937 draw(seed);
  unsigned finite = 0;
  for (int round = 0; finite < 200 && round < 2000; ++round) {
    const MonoidProblem problem = random_monoid(draw);
    const auto expected = ReferenceMonoid(problem).run(60);
    if (!expected) continue;
    ++finite;
    for (const MonoidMethod method : kMonoidMethods) {
      MonoidEnumeration found(problem, {.method = method});
      ASSERT_TRUE(found.run());
      const auto entries = found.table().entries();
      EXPECT_EQ(std::vector(entries.begin(), entries.end()), *expected)
          << "WREATH_SEED=" << seed << ", round " << round << ": " << word::print_presentation(problem.monoid) << ", "
          << problem.pairs.size() << " pairs, " << to_string(problem.kind) << ", " << to_string(method);
    }
  }
  EXPECT_EQ(finite, 200U) << "WREATH_SEED=" << seed;
}

/// The largest member of a family, NAME:1, NAME:2, ..., that is small.
std::optional<semigroup::Enumeration> small_member(std::string_view family) {
  constexpr std::uint64_t kMost = 600;
  std::optional<semigroup::Enumeration> found;
  for (int n = 1; n < 6; ++n) {
    try {
      semigroup::Enumeration next(semigroup::make_family(std::string(family) + ":" + std::to_string(n)),
                                  {.machine = {.backend = BackendChoice::cpu, .threads = 1}, .graphs = true});
      next.run_until(kMost);
      if (!next.complete()) break;
      found = std::move(next);
    } catch (const InputError&) {  // this family begins later, or ends
    }
  }
  return found;
}

/// What the rules of a semigroup present is that semigroup, with the same Cayley graph.
TEST(CosetMonoid, TheRulesOfEveryFamilyGiveItsGraph) {
  unsigned tried = 0;
  for (const semigroup::FamilyInfo& family : semigroup::families()) {
    const auto found = small_member(family.name);
    if (!found || found->generators().count() > 20) continue;
    ++tried;
    Draft draft{.letters = static_cast<int>(found->generators().count())};
    for (const auto& [u, v] : found->rules()) draft.add({u.begin(), u.end()}, {v.begin(), v.end()});
    MonoidProblem problem = draft.problem();
    for (const MonoidMethod method : kMonoidMethods) {
      MonoidEnumeration again(problem, {.method = method});
      ASSERT_TRUE(again.run()) << family.name;
      EXPECT_EQ(again.table().size(), found->size()) << family.name;
      EXPECT_TRUE(std::ranges::equal(again.table().entries(), found->right_graph())) << family.name << ", " << to_string(method);
    }
  }
  EXPECT_GT(tried, 10U);
}

TEST(CosetMonoid, TransformationsGenerateTheMonoid) {
  const TemporaryFolder folder(testing::TempDir(), "monoid");
  for (const char* text : {"monoid<a,b | a^3=a, b^2=b, aba=bab>", "semigroup<a,b | a^3=a, b^2=b, aba=bab>"}) {
    MonoidEnumeration found(open_monoid(text));
    ASSERT_TRUE(found.run());
    for (const std::string name : {"/t.txt", "/t.npy"}) {
      write_transformations(folder.path() + name, found.table());
      semigroup::Enumeration again(semigroup::open_generators(folder.path() + name, !found.problem().monoid.is_semigroup));
      again.run();
      EXPECT_EQ(again.size(), found.table().size());
    }
  }
}

TEST(CosetMonoid, WordsLeadToTheirNodes) {
  for (const CongruenceKind kind : {CongruenceKind::twosided, CongruenceKind::right, CongruenceKind::left}) {
    MonoidEnumeration found(open_monoid("monoid<a,b | a^3=a, b^2=b, aba=bab>", "ab = b", kind));
    ASSERT_TRUE(found.run());
    const auto words = found.table().representatives();
    ASSERT_EQ(words.size(), found.table().nodes());
    for (std::size_t c = 0; c < words.size(); ++c) EXPECT_EQ(found.table().trace(words[c]), c);
  }
}

TEST(CosetMonoid, LimitsEndWithWhatIsKnown) {
  for (const MonoidMethod method : kMonoidMethods) {
    MonoidEnumeration found(open_monoid("monoid<a,b | aa=a, bb=b>"), {.method = method, .max_nodes = 1000});
    EXPECT_FALSE(found.run());
    EXPECT_EQ(found.ending(), Ending::cosets);
    EXPECT_LE(found.maximum(), 1000U);
    EXPECT_THROW(static_cast<void>(found.table()), InputError);
    MonoidEnumeration tiny(open_monoid("monoid<a,b | aa=a, bb=b>"), {.method = method, .max_nodes = 1});
    EXPECT_FALSE(tiny.run());
  }
}

TEST(CosetMonoid, AStoppedRunContinues) {
  for (const MonoidMethod method : kMonoidMethods) {
    MonoidEnumeration found(kiselman(5).problem(), {.method = method});
    RunControl stopped;
    stopped.request_stop(StopReason::interrupted);
    EXPECT_FALSE(found.run(&stopped));
    EXPECT_EQ(found.ending(), Ending::stopped);
    EXPECT_TRUE(found.run());
    EXPECT_EQ(found.table().size(), 1710U);
  }
}

TEST(CosetMonoid, AFullTableIsCompacted) {
  for (const MonoidMethod method : {MonoidMethod::hlt, MonoidMethod::felsch}) {
    MonoidEnumeration found(open_monoid("<a,b | a^2, b^3, (ab)^7, [a,b]^8>"), {.method = method, .max_nodes = 300'000});
    EXPECT_TRUE(found.run());
    EXPECT_EQ(found.table().size(), 10752U);
  }
}

TEST(CosetMonoid, AWrongTableIsRejected) {
  const MonoidProblem problem = open_monoid("monoid<a | a^3=a>");
  EXPECT_TRUE(verify(MonoidTable(problem, {1, 2, 1})).verified);
  EXPECT_FALSE(verify(MonoidTable(problem, {1, 2, 0})).verified);
  EXPECT_FALSE(verify(MonoidTable(problem, {1, 0, 2})).verified);  // not all are reached
  EXPECT_FALSE(verify(MonoidTable(open_monoid("monoid<a | a^3=a>", "a = 1", CongruenceKind::right), {1, 2, 1})).verified);
  EXPECT_THROW(MonoidTable(problem, {1, 3, 1}), InputError);
}

/// Words of millions of letters are asked for a stop while they are prepared, defined and verified.
TEST(CosetMonoid, LongRelationsAreStopped) {
  const MonoidProblem problem = open_monoid("monoid<a | a^1000000=a>");
  RunControl run;
  run.request_stop(StopReason::interrupted);
  EXPECT_THROW(MonoidEnumeration(problem, {.method = MonoidMethod::hlt}, &run), LimitReached);
  MonoidEnumeration found(problem, {.method = MonoidMethod::hlt});
  EXPECT_FALSE(found.run(&run));
  EXPECT_EQ(found.ending(), Ending::stopped);
  RunControl second;
  second.listen([&](const Progress&) { second.request_stop(StopReason::interrupted); });  // in the first turn
  EXPECT_FALSE(found.run(&second));
  EXPECT_LT(found.total(), 500'000U);
}

TEST(CosetMonoid, InfiniteAbelianQuotientsAreSeen) {
  EXPECT_FALSE(why_infinite(open_monoid("monoid<a,b | ab=ba, a^2=a>")).empty());
  EXPECT_FALSE(why_infinite(open_monoid("semigroup<a | >")).empty());
  EXPECT_TRUE(why_infinite(open_monoid("monoid<a,b | ab=ba, a^2=a, b^3=b>")).empty());
  EXPECT_TRUE(why_infinite(open_monoid("monoid<a,b | ab=ba, a^2=a>", "b^5 = b")).empty());
}

}  // namespace
}  // namespace wreath::coset
