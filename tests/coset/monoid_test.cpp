// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "coset/monoid_reference.hpp"
#include "core/io/scratch_folders.hpp"
#include "wreath/semigroup.hpp"

namespace wreath::coset {
namespace {

constexpr MonoidMethod kMethods[] = {MonoidMethod::automatic, MonoidMethod::hlt, MonoidMethod::felsch};

std::uint64_t size_of(const MonoidProblem& problem, MonoidMethod method = MonoidMethod::automatic) {
  MonoidEnumeration found(problem, {.method = method});
  EXPECT_TRUE(found.run());
  return found.complete() ? found.table().size() : 0;
}

// --- presentations from the literature, by the number of their generators

using Numbers = std::vector<int>;

/// A monoid on letters 0, 1, ... with relations as numbers.
struct Draft {
  std::vector<std::pair<Numbers, Numbers>> relations = {};
  int letters = 0;

  void add(const Numbers& u, const Numbers& v) { relations.emplace_back(u, v); }
  MonoidProblem problem() const {
    MonoidProblem made;
    for (int x = 0; x < letters; ++x) {
      made.monoid.alphabet.names.push_back("x" + std::to_string(x + 1));
      made.monoid.alphabet.inverses.push_back(word::kNoLetter);
    }
    for (const auto& [u, v] : relations)
      made.monoid.equations.emplace_back(word::Word(u.begin(), u.end()), word::Word(v.begin(), v.end()));
    return made;
  }
};

/// Generators of a Coxeter group, from `first` on, with the orders of products of neighbours; the square of each is itself in the
/// 0-Hecke monoid.
void add_coxeter(Draft& draft, const Numbers& diagram, bool is_group, int first = 0) {
  const int count = static_cast<int>(diagram.size()) + 1;
  draft.letters = std::max(draft.letters, first + count);
  for (int i = first; i < first + count; ++i) draft.add({i, i}, is_group ? Numbers{} : Numbers{i});
  for (int i = first; i < first + count; ++i) {
    for (int j = i + 1; j < first + count; ++j) {
      const int order = j == i + 1 ? diagram[static_cast<std::size_t>(i - first)] : 2;
      Numbers u;
      Numbers v;
      for (int k = 0; k < order; ++k) {
        u.push_back(k % 2 == 0 ? i : j);
        v.push_back(k % 2 == 0 ? j : i);
      }
      draft.add(u, v);
    }
  }
}

Draft coxeter(const Numbers& diagram, bool is_group) {
  Draft draft;
  add_coxeter(draft, diagram, is_group);
  return draft;
}

Numbers threes(int points) {
  return Numbers(static_cast<std::size_t>(points - 2), 3);
}

void add_jones(Draft& draft, int points, int first) {
  draft.letters = std::max(draft.letters, first + points - 1);
  for (int i = first; i < first + points - 1; ++i) {
    draft.add({i, i}, {i});
    for (int j = first; j < first + points - 1; ++j) {
      if (j == i + 1 || i == j + 1) draft.add({i, j, i}, {i});
      if (j > i + 1) draft.add({i, j}, {j, i});
    }
  }
}

Draft jones(int points) {
  Draft draft;
  add_jones(draft, points, 0);
  return draft;
}

/// Kudryavtseva and Mazorchuk 2006.
Draft brauer(int points) {
  Draft draft;
  const int p = points - 1;  // the first hook
  add_coxeter(draft, threes(points), true);
  add_jones(draft, points, p);
  for (int i = 0; i < p; ++i) {
    draft.add({i, p + i}, {p + i});
    draft.add({p + i, i}, {p + i});
    for (int j = 0; j < p; ++j) {
      if (j == i + 1 || i == j + 1) {
        draft.add({i, p + j, p + i}, {j, p + i});
        draft.add({p + i, p + j, i}, {p + i, j});
      } else if (i != j) {
        draft.add({i, p + j}, {p + j, i});
      }
    }
  }
  return draft;
}

/// Popova 1961: the symmetric group and the idempotent that leaves out one point.
Draft symmetric_inverse(int points) {
  Draft draft;
  add_coxeter(draft, threes(points), true);
  const int e = points - 1;
  draft.letters = points;
  draft.add({e, e}, {e});
  for (int i = 1; i < e; ++i) draft.add({e, i}, {i, e});
  draft.add({e, 0, e, 0}, {e, 0, e});
  draft.add({0, e, 0, e}, {e, 0, e});
  return draft;
}

/// Order-preserving maps that increase no point (Solomon 1996).
Draft catalan(int points) {
  Draft draft{.letters = points - 1};
  for (int i = 0; i < points - 1; ++i) {
    draft.add({i, i}, {i});
    for (int j = i + 2; j < points - 1; ++j) draft.add({i, j}, {j, i});
    if (i + 1 == points - 1) continue;
    draft.add({i, i + 1, i}, {i, i + 1});
    draft.add({i + 1, i, i + 1}, {i, i + 1});
  }
  return draft;
}

/// Knuth's relations, with idempotent generators (Abram and Reutenauer 2021).
Draft stylic(int letters) {
  Draft draft{.letters = letters};
  for (int x = 0; x < letters; ++x) {
    draft.add({x, x}, {x});
    for (int y = x; y < letters; ++y) {
      for (int z = y; z < letters; ++z) {
        if (x < y) draft.add({y, z, x}, {y, x, z});
        if (y < z) draft.add({x, z, y}, {z, x, y});
      }
    }
  }
  return draft;
}

/// Kudryavtseva and Mazorchuk 2009.
Draft kiselman(int letters) {
  Draft draft{.letters = letters};
  for (int i = 0; i < letters; ++i) {
    draft.add({i, i}, {i});
    for (int j = i + 1; j < letters; ++j) {
      draft.add({i, j, i}, {i, j});
      draft.add({j, i, j}, {i, j});
    }
  }
  return draft;
}

Draft semilattice(int letters) {
  Draft draft = coxeter(Numbers(static_cast<std::size_t>(letters - 1), 2), false);
  return draft;
}

/// x w x = x w for each word w without x in which no letter is repeated.
Draft left_regular_band(int letters) {
  Draft draft{.letters = letters};
  for (int x = 0; x < letters; ++x) {
    const std::function<void(Numbers)> extend = [&](const Numbers& word) {  // which begins with x
      Numbers again = word;
      again.push_back(x);
      draft.add(again, word);
      for (int y = 0; y < letters; ++y) {
        if (std::ranges::find(word, y) != word.end()) continue;
        Numbers longer = word;
        longer.push_back(y);
        extend(longer);
      }
    };
    extend({x});
  }
  return draft;
}

Draft cyclic(int index, int period) {
  Draft draft{.letters = 1};
  draft.add(Numbers(static_cast<std::size_t>(index + period), 0), Numbers(static_cast<std::size_t>(index), 0));
  return draft;
}

struct KnownSize {
  const char* name;
  Draft draft;
  std::uint64_t size;
};

std::vector<KnownSize> known_sizes() {
  return {{"S3", coxeter(threes(3), true), 6},
          {"S4", coxeter(threes(4), true), 24},
          {"S6", coxeter(threes(6), true), 720},
          {"B3", coxeter({4, 3}, true), 48},
          {"H3", coxeter({5, 3}, true), 120},
          {"F4", coxeter({3, 4, 3}, true), 1152},
          {"0-Hecke S3", coxeter(threes(3), false), 6},
          {"0-Hecke S4", coxeter(threes(4), false), 24},
          {"0-Hecke S5", coxeter(threes(5), false), 120},
          {"0-Hecke S7", coxeter(threes(7), false), 5040},
          {"0-Hecke B3", coxeter({4, 3}, false), 48},
          {"0-Hecke H3", coxeter({5, 3}, false), 120},
          {"0-Hecke F4", coxeter({3, 4, 3}, false), 1152},
          {"0-Hecke I2(9)", coxeter({9}, false), 18},
          {"Jones 3", jones(3), 5},
          {"Jones 4", jones(4), 14},
          {"Jones 5", jones(5), 42},
          {"Jones 6", jones(6), 132},
          {"Jones 8", jones(8), 1430},
          {"Brauer 2", brauer(2), 3},
          {"Brauer 3", brauer(3), 15},
          {"Brauer 4", brauer(4), 105},
          {"Brauer 5", brauer(5), 945},
          {"symmetric inverse 2", symmetric_inverse(2), 7},
          {"symmetric inverse 3", symmetric_inverse(3), 34},
          {"symmetric inverse 4", symmetric_inverse(4), 209},
          {"symmetric inverse 5", symmetric_inverse(5), 1546},
          {"Catalan 3", catalan(3), 5},
          {"Catalan 4", catalan(4), 14},
          {"Catalan 6", catalan(6), 132},
          {"Catalan 8", catalan(8), 1430},
          {"stylic 2", stylic(2), 5},
          {"stylic 3", stylic(3), 15},
          {"stylic 4", stylic(4), 52},
          {"stylic 6", stylic(6), 877},
          {"Kiselman 2", kiselman(2), 5},
          {"Kiselman 3", kiselman(3), 18},
          {"Kiselman 4", kiselman(4), 115},
          {"Kiselman 5", kiselman(5), 1710},
          {"free semilattice 3", semilattice(3), 8},
          {"free semilattice 8", semilattice(8), 256},
          {"free left regular band 2", left_regular_band(2), 5},
          {"free left regular band 3", left_regular_band(3), 16},
          {"free left regular band 4", left_regular_band(4), 65},
          {"cyclic 5, 7", cyclic(5, 7), 12},
          {"cyclic 0, 1000", cyclic(0, 1000), 1000}};
}

TEST(CosetMonoid, FindsTheKnownSizes) {
  const auto cases = known_sizes();
  EXPECT_GE(cases.size(), 40U);
  for (const auto& [name, draft, size] : cases) {
    for (const MonoidMethod method : kMethods)
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
    for (const MonoidMethod method : kMethods) {
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
    for (const MonoidMethod method : kMethods) {
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
  for (const MonoidMethod method : kMethods) {
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
  for (const MonoidMethod method : kMethods) {
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

TEST(CosetMonoid, InfiniteAbelianQuotientsAreSeen) {
  EXPECT_FALSE(why_infinite(open_monoid("monoid<a,b | ab=ba, a^2=a>")).empty());
  EXPECT_FALSE(why_infinite(open_monoid("semigroup<a | >")).empty());
  EXPECT_TRUE(why_infinite(open_monoid("monoid<a,b | ab=ba, a^2=a, b^3=b>")).empty());
  EXPECT_TRUE(why_infinite(open_monoid("monoid<a,b | ab=ba, a^2=a>", "b^5 = b")).empty());
}

}  // namespace
}  // namespace wreath::coset
