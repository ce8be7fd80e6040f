// SPDX-License-Identifier: MIT
#include "word/automatic/build.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "word/automata/operations.hpp"
#include "word/automatic/verify.hpp"
#include "word/geometry/difference_table.hpp"
#include "word/geometry/geodesic.hpp"
#include "word/families/families.hpp"
#include "core/words/parse_presentation.hpp"
#include "core/words/words.hpp"
#include "wreath/word/growth.hpp"

namespace wreath::word {
namespace {

Presentation group(const std::string& text) {
  return is_family(text) ? make_family(text, "test") : parse_presentation(text, "test");
}

BuildResult build(const std::string& text, const BuildOptions& options = {}) {
  RunControl run;
  return build_structure(group(text), options, run);
}

/// Sizes that kbmag finds, too.
struct Known {
  const char* group;
  unsigned acceptor;
  unsigned multiplier;
  const char* order = "infinite";
};
std::ostream& operator<<(std::ostream& out, const Known& known) {
  return out << known.group;
}

class KnownStructure : public testing::TestWithParam<Known> {};

TEST_P(KnownStructure, HasKnownSizes) {
  const auto [structure, report] = build(GetParam().group);
  ASSERT_TRUE(structure.verified);
  EXPECT_EQ(report.ending, BuildEnding::verified);
  EXPECT_EQ(structure.acceptor.states(), GetParam().acceptor);
  EXPECT_EQ(structure.multiplier.dfa.states(), GetParam().multiplier);
  const auto size = automata::language_size(structure.acceptor);
  EXPECT_EQ(size ? size->text() : "infinite", GetParam().order);
}

INSTANTIATE_TEST_SUITE_P(
    Kbmag, KnownStructure,
    testing::Values(Known{"surface:2", 36, 104}, Known{"triangle:3,3,4", 29, 77}, Known{"triangle:2,3,7", 52, 135},
                    Known{"triangle:7,7,7", 68, 174}, Known{"triangle:2,3,5", 28, 101, "60"}, Known{"abelian:2", 5, 17},
                    Known{"<a,b | a^2*b^-3>", 27, 63}, Known{"<a,b | a*b*a = b*a*b>", 15, 71}, Known{"fibonacci:2,6", 44, 354},
                    Known{"coxeter:5,3,5", 129, 601}, Known{"coxeter:4,3,4", 27, 147}, Known{"coxeter:4,4,4", 23, 79},
                    Known{"free:2", 5, 9}, Known{"abelian:4", 9, 65}, Known{"<a,b | a^2, b^3>", 3, 6},
                    Known{"<a,b | a^2, b^2>", 3, 5}, Known{"<a,b | a^2, b^2, (a*b)^5>", 6, 16, "10"},
                    Known{"<a,b | b*a^2*b^-1*a^-2>", 13, 47}, Known{"<a,b | b*a*b^-1*a>", 5, 17},
                    Known{"<a,b | b*a^3*b^-1*a^-3>", 28, 116}, Known{"<a,b | a^2*b^-2, b*a*b^-1*a>", 3, 13, "8"},
                    Known{"fibonacci:2,4", 2, 6, "5"}, Known{"fibonacci:2,5", 2, 12, "11"}, Known{"surface:3", 90, 252},
                    Known{"triangle:2,3,13", 100, 255}, Known{"coxeter:3,3,3,3", 16, 101, "720"},
                    Known{"<a,b | a^-1*b*a*b^-1*a*b*a^-1*b^-1*a*b^-1>", 101, 525},
                    Known{"<a,b | a^2, b^3, (a*b)^7, [a,b]^4>", 86, 291, "168"}, Known{"<a,b,c | a^2*b^2*c^2>", 24, 78},
                    Known{"<a,b | a^3, b^3, (a*b)^4, (a^-1*b)^4>", 66, 364, "168"}));

TEST(Build, SurfaceAndTriangleGroupAreThePapers) {
  const auto surface = build("surface:2").structure;
  EXPECT_EQ(surface.multiplier.differences.size(), 33U);
  EXPECT_EQ(automata::growth_series(surface.acceptor).text, "(1+2x+2x^2+2x^3+x^4)/(1-6x-6x^2-6x^3+x^4)");
  EXPECT_EQ(ball_sizes(surface.acceptor, 5).back().text(), "22289");
  const auto triangle = build("triangle:3,3,4").structure;
  EXPECT_EQ(triangle.multiplier.differences.size(), 17U);
  EXPECT_EQ(automata::growth_series(triangle.acceptor).text, "(1+4x+7x^2+9x^3+9x^4+6x^5+3x^6-2x^7)/(1-x^2-3x^3-x^4+x^6)");
  EXPECT_EQ(ball_sizes(triangle.acceptor, 5).back().text(), "109");
}

/// A generator that is trivial, two that are equal, and a group that is trivial altogether.
TEST(Build, DegenerateGenerators) {
  const auto trivial = build("<a,b | a*b*a^-1*b^-2, b*a*b^-1*a^-2>").structure;
  ASSERT_TRUE(trivial.verified);
  EXPECT_EQ(automata::language_size(trivial.acceptor)->text(), "1");
  const auto equal = build("<a,b,c | a=b, c>").structure;
  ASSERT_TRUE(equal.verified);
  EXPECT_EQ(equal.acceptor.states(), 3U);
  EXPECT_EQ(equal.multiplier.label[0], equal.multiplier.label[2]);
  EXPECT_EQ(equal.multiplier.label[4], kIdentityLabel);
  EXPECT_TRUE(build("<a,b>").structure.verified);
}

/// Normal forms agree with a faithful image that needs no automata: permutations, for a finite group.
TEST(Build, NormalFormsAreShortlexLeast) {
  const Presentation presentation = group("<a,b | a^2, b^3, (a*b)^4>");  // S_4
  using Permutation = std::array<int, 4>;
  const Permutation a{1, 0, 2, 3}, b{0, 2, 3, 1}, inverse_b{0, 3, 1, 2};
  const std::array<Permutation, 3> images{a, b, inverse_b};
  const auto times = [](const Permutation& p, const Permutation& q) {
    Permutation product{};
    for (std::size_t i = 0; i < 4; ++i) product[i] = q[static_cast<std::size_t>(p[i])];
    return product;
  };
  std::map<Permutation, Word> least;  // by breadth, letters in order: shortlex
  std::vector<std::pair<Permutation, Word>> level{{{0, 1, 2, 3}, {}}};
  least.emplace(level[0]);
  while (!level.empty()) {
    std::vector<std::pair<Permutation, Word>> next;
    for (const auto& [p, word] : level)
      for (Letter x = 0; x < 3; ++x) {
        Word longer = word;
        longer.push_back(x);
        const Permutation product = times(p, images[x]);
        if (least.emplace(product, longer).second) next.emplace_back(product, longer);
      }
    level = std::move(next);
  }
  ASSERT_EQ(least.size(), 24U);
  RunControl run;
  const auto structure = build_structure(presentation, {}, run).structure;
  ASSERT_TRUE(structure.verified);
  NormalForms normal(structure.view());
  std::mt19937 random(3);
  for (int i = 0; i < 500; ++i) {
    Word word(random() % 20);
    Permutation p{0, 1, 2, 3};
    for (Letter& x : word) {
      x = static_cast<Letter>(random() % 3);
      p = times(p, images[x]);
    }
    EXPECT_EQ(normal.reduce(word), least[p]);
  }
}

TEST(Build, AnOrderOfTheUsersOwn) {
  RunControl run;
  const auto structure =
      build_structure(parse_presentation("<a,b | a^3, b^3, (a*b)^4>", "test", {.order = "b,a,B,A"}), {}, run).structure;
  EXPECT_TRUE(structure.verified);
  EXPECT_EQ(structure.presentation.alphabet.names[0], "b");
  EXPECT_EQ(ball_sizes(structure.acceptor, 5).back().text(), "109");  // balls do not depend on the order
}

TEST(Build, WhatIsNotAutomaticEndsWithoutAClaim) {
  RunControl run;
  BuildOptions options;
  options.completion.rules = 300;
  options.states = 20000;
  const auto [structure, report] = build_structure(group("heisenberg"), options, run);
  EXPECT_FALSE(structure.verified);
  EXPECT_NE(report.ending, BuildEnding::verified);
  RunControl stopped;
  stopped.request_stop(StopReason::interrupted);
  EXPECT_FALSE(build_structure(group("surface:2"), {}, stopped).structure.verified);
  EXPECT_THROW(build("monoid<a,b | ab=ba>"), InputError);
  Presentation recursive = group("abelian:2");
  recursive.ordering = Ordering::recursive;
  EXPECT_THROW(build_structure(recursive, {}, run), InputError);
}

/// Two generators that are equal, which the rules do not say yet: only their inverses are known to be. The machine follows.
TEST(Build, SaysWhatEndedIt) {
  EXPECT_EQ(build("baumslag-solitar:1,2", {.completion = {.rules = 100}}).report.ending, BuildEnding::max_rules);
  EXPECT_EQ(build("baumslag-solitar:1,2", {.states = 100}).report.ending, BuildEnding::max_states);
  EXPECT_EQ(build("<a,b | a^300>", {.completion = {.length = 100}}).report.ending, BuildEnding::max_length);
  RunControl run;
  run.listen([&](const Progress& progress) {
    if (progress.phase == "automata") run.request_stop(StopReason::interrupted);  // in the middle of a try
  });
  const auto [structure, report] = build_structure(group("cyclic:1000"), {}, run);
  EXPECT_FALSE(structure.verified);
  EXPECT_EQ(report.ending, BuildEnding::stopped);
  EXPECT_EQ(report.stop_reason, StopReason::interrupted);
}

TEST(Build, EqualGeneratorsAreSeenInOneStep) {
  const Presentation free = group("free:2");  // a, A, b, B
  Completion completion(free);
  completion.add_equation({3}, {1});  // B = A, and nothing else for now
  DifferenceMachine machine(DifferenceSet{}, free.alphabet, completion);
  const automata::Dfa all = automata::all_words(4);
  ASSERT_EQ(machine.run(Word{2}, Word{0}), 0U);
  ASSERT_FALSE(machine.is_marked(0, machine.pairs().pair(2, 0)));
  EXPECT_FALSE(make_multiplier(all, machine, {}).has_value());
  EXPECT_TRUE(machine.is_marked(0, machine.pairs().pair(2, 0)));
}

/// A table of differences by pairs of 120 letters takes its time: a stop must be heard inside it.
TEST(Build, AMachineHearsAStop) {
  const Presentation free = group("free:60");
  Completion completion(free);
  RunControl run;
  run.request_stop(StopReason::interrupted);
  EXPECT_THROW(DifferenceMachine(DifferenceSet{}, free.alphabet, completion, {.run = &run}), automata::LimitReached);
}

TEST(Build, ReportsRulesDifferencesAndEquations) {
  RunControl run;
  std::string note;
  run.listen([&](const Progress& progress) {
    if (progress.phase == "completion" && progress.unit == "equations") note = progress.note;
  });
  build_structure(group("surface:2"), {}, run);
  EXPECT_NE(note.find(" rules, "), std::string::npos);
  EXPECT_NE(note.find(" word differences"), std::string::npos);
}

TEST(DifferenceTable, TargetsTakeNoRows) {
  const auto [structure, report] = build("free:30");  // 60 letters
  DifferenceTable table(structure.view());
  for (Letter x = 0; x < 60; ++x) {
    for (Letter y = 0; y < 60; ++y) {
      const std::uint32_t target = table.step(0, x, y);
      if (x == y) {
        EXPECT_EQ(target, 0U);
      } else {
        EXPECT_EQ(table[target], (Word{structure.presentation.alphabet.inverses[x], y}));
      }
    }
  }
  EXPECT_EQ(table.step(table.number(Word{2}), 2, 5), table.number(Word{5}));
  EXPECT_EQ(table.size(), 1U + 60 + 60 * 59);
  EXPECT_LT(table.bytes(), 200'000U);  // two full rows for each of the 3601 would be 1.7 MB
}

TEST(Build, GoesOnFromRules) {
  RunControl run;
  BuildOptions first;
  first.completion.rules = 40;
  first.states = 50;
  const BuildResult begun = build_structure(group("triangle:2,3,7"), first, run);
  EXPECT_FALSE(begun.structure.verified);
  ASSERT_FALSE(begun.structure.rules.empty());
  BuildOptions second;
  second.known = begun.structure.rules;
  EXPECT_TRUE(build_structure(group("triangle:2,3,7"), second, run).structure.verified);
}

// --- verification finds what is wrong

bool passes(const AutomaticStructure& structure) {
  if (find_wrong_edge(structure.acceptor, structure.multiplier, structure.presentation.alphabet)) return false;
  const bool has_products = find_missing_products(structure.acceptor, structure.multiplier, {}).empty();
  EXPECT_EQ(find_missing_products_backwards(structure.acceptor, structure.multiplier, {}).empty(), has_products);
  return has_products && !find_broken_axiom(structure.presentation, structure.acceptor, structure.multiplier, {});
}

TEST(Verify, AcceptsWhatIsRight) {
  for (const char* name : {"surface:2", "triangle:3,3,4", "abelian:2", "coxeter:5,3", "fibonacci:2,6"})
    EXPECT_TRUE(passes(build(name).structure)) << name;
}

/// With confluent rules the axioms of inverses and relators are not checked; they hold. Then larger groups of the kind take no
/// time.
TEST(Verify, ConfluentRulesSuffice) {
  for (const char* name : {"symmetric:6", "<a,b | a^4, a^2=b^2, b*a*b^-1=a^-1>", "free:3", "abelian:3"}) {
    const BuildResult found = build(name);
    EXPECT_TRUE(found.structure.confluent && passes(found.structure)) << name;
  }
  const BuildResult found = build("symmetric:14");
  EXPECT_TRUE(found.structure.verified);
  EXPECT_EQ(found.structure.acceptor.states(), 14 * 13 / 2 + 1);
}

/// The structure of one group is none of a quotient: a relator does not act trivially.
TEST(Verify, FindsARelatorThatDoesNotHold) {
  for (const char* relator : {"a", "a^2", "a*b*a^-1*b^-1", "a*b*a", "a^5", "a*b^-1*a*b", "(a*b)^7"}) {
    AutomaticStructure free = build("free:2").structure;
    const Alphabet alphabet = free.presentation.alphabet;
    free.presentation.equations.emplace_back(parse_word(relator, alphabet, "test"), Word{});
    EXPECT_TRUE(find_broken_axiom(free.presentation, free.acceptor, free.multiplier, {})) << relator;
    EXPECT_FALSE(passes(free));
  }
  AutomaticStructure plane = build("abelian:2").structure;
  plane.presentation.equations.push_back({{0, 0, 0}, {2}});
  EXPECT_FALSE(passes(plane));
}

/// Dropping, adding or redirecting any one edge, or changing a label, is found.
TEST(Verify, FindsEverySmallChange) {
  std::mt19937 random(11);
  int harmless = 0;
  for (const char* name : {"triangle:3,3,4", "abelian:2", "surface:2", "coxeter:5,3"}) {
    const AutomaticStructure right = build(name).structure;
    for (int i = 0; i < 60; ++i) {
      AutomaticStructure wrong = right;
      automata::Dfa& dfa = i % 2 == 0 ? wrong.multiplier.dfa : wrong.acceptor;
      const automata::State chosen = static_cast<automata::State>(random() % dfa.states());
      if (i % 6 == 4) {
        dfa.labels[chosen] = static_cast<automata::Label>((dfa.labels[chosen] + 1) % (wrong.multiplier.labels + 1));
      } else {
        automata::Table table;
        for (automata::State s = 0; s < dfa.states(); ++s) {
          const std::size_t edges = dfa.table.row_size(s);
          const std::size_t at = edges == 0 ? 0 : random() % edges;
          for (std::size_t e = 0; e < edges; ++e) {
            automata::State target = dfa.table.targets(s)[e];
            if (s == chosen && e == at) {
              if (i % 6 < 2) continue;
              target = static_cast<automata::State>(random() % dfa.states());
            }
            table.add(dfa.table.symbols(s)[e], target);
          }
          table.close_row();
        }
        dfa.table = table;
      }
      const bool same = automata::minimise(wrong.acceptor) == right.acceptor &&
                        automata::minimise(wrong.multiplier.dfa) == right.multiplier.dfa;
      if (same) ++harmless;
      EXPECT_EQ(passes(wrong), same) << name << ", change " << i;
    }
  }
  EXPECT_LT(harmless, 60);
}

}  // namespace
}  // namespace wreath::word
