// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <functional>
#include <map>

#include "wreath/word/completion.hpp"
#include "wreath/word/word_problem.hpp"

namespace wreath::word {
namespace {

/// Letters a, b, c, ..., and the relations that `relate` adds for each two or three of them.
std::string monoid_of(int letters, const std::function<void(int, int, std::vector<std::string>&)>& relate,
                      const char* kind = "monoid") {
  std::vector<std::string> names;
  std::vector<std::string> relations;
  for (int i = 0; i < letters; ++i) names.emplace_back(1, static_cast<char>('a' + i));
  for (int i = 0; i < letters; ++i)
    for (int j = 0; j < letters; ++j) relate(i, j, relations);
  return fmt::format("{}<{} | {}>", kind, fmt::join(names, ","), fmt::join(relations, ", "));
}

char letter(int i) {
  return static_cast<char>('a' + i);
}

/// Knuth's relations.
std::string plactic(int rank, bool idempotent) {
  return monoid_of(rank, [&](int x, int z, std::vector<std::string>& relations) {
    if (idempotent && x == z) relations.push_back(fmt::format("{0}{0}={0}", letter(x)));
    if (x >= z) return;
    for (int y = x; y < z; ++y) relations.push_back(fmt::format("{2}{0}{1}={0}{2}{1}", letter(x), letter(y), letter(z)));
    for (int y = x + 1; y <= z; ++y) relations.push_back(fmt::format("{1}{0}{2}={1}{2}{0}", letter(x), letter(y), letter(z)));
  });
}

/// Generators on a line: neighbours are related by `near`, of which {0} and {1} are letters; others commute.
std::string on_a_line(int letters, const std::vector<std::string>& near, const char* square, const char* kind = "monoid") {
  return monoid_of(
      letters,
      [&](int i, int j, std::vector<std::string>& relations) {
        if (i == j)
          relations.push_back(fmt::format("{0}{0}={1}", letter(i), square[0] == 'x' ? std::string(1, letter(i)) : square));
        if (j == i + 1)
          for (const std::string& relation : near) relations.push_back(fmt::format(fmt::runtime(relation), letter(i), letter(j)));
        if (j > i + 1) relations.push_back(fmt::format("{1}{0}={0}{1}", letter(i), letter(j)));
      },
      kind);
}

RuleSystem completed(const std::string& text) {
  RuleSystem system = complete(read_presentation(text));
  EXPECT_TRUE(system.confluent()) << text;
  return system;
}

TEST(Monoids, HaveTheirKnownSizes) {
  const std::vector<std::string> hecke{"{0}{1}{0}={1}{0}{1}"};
  const std::vector<std::string> catalan{"{0}{1}{0}={0}{1}", "{1}{0}{1}={0}{1}"};
  const std::vector<std::string> jones{"{0}{1}{0}={0}", "{1}{0}{1}={1}"};
  const std::map<std::string, const char*> sizes{
      {plactic(1, true), "2"},
      {plactic(2, true), "5"},
      {plactic(3, true), "15"},  // stylic: Bell numbers
      {plactic(4, true), "52"},
      {on_a_line(2, hecke, "x"), "6"},
      {on_a_line(3, hecke, "x"), "24"},
      {on_a_line(4, hecke, "x"), "120"},
      {on_a_line(3, hecke, "1"), "24"},
      {on_a_line(3, catalan, "x"), "14"},
      {on_a_line(4, catalan, "x"), "42"},
      {on_a_line(3, jones, "x"), "14"},
      {on_a_line(5, jones, "x"), "132"},
      {"monoid<a,b | aaa=a, ab=ba, bbbb=b>", "12"},
      {"semigroup<a | a^10=a^3>", "9"},
      {"semigroup<a,b | ab=b, ba=a, aa=a, bb=b>", "2"},
      {"semigroup<a,b,c,d,e | ab=c, bc=d, cd=e, de=a, ea=b>", "11"}};  // the Fibonacci semigroup F(2,5)
  for (const auto& [text, size] : sizes) EXPECT_EQ(completed(text).order().text(), size) << text;
}

TEST(Monoids, PlacticAndChineseHaveTheGrowthOfTableaux) {
  const auto chinese = monoid_of(3, [](int a, int c, std::vector<std::string>& relations) {
    for (int b = a; b <= c; ++b) {
      relations.push_back(fmt::format("{2}{1}{0}={2}{0}{1}", letter(a), letter(b), letter(c)));
      relations.push_back(fmt::format("{2}{1}{0}={1}{2}{0}", letter(a), letter(b), letter(c)));
    }
  });
  for (const std::string& text : {plactic(3, false), chinese}) {
    const RuleSystem system = completed(text);
    EXPECT_EQ(system.order().text(), "infinite");
    std::map<std::size_t, int> spheres;
    for (const Word& form : system.normal_forms(1 + 3 + 9 + 19 + 39)) ++spheres[form.size()];
    EXPECT_EQ(spheres, (std::map<std::size_t, int>{{0, 1}, {1, 3}, {2, 9}, {3, 19}, {4, 39}})) << text;
  }
}

TEST(Monoids, SemigroupsHaveNoIdentity) {
  const RuleSystem system = completed("semigroup<a,b | ab=ba, aa=a, bb=b>");
  EXPECT_EQ(system.order().text(), "3");
  EXPECT_EQ(system.normal_forms(10), (std::vector<Word>{{0}, {1}, {0, 1}}));
  EXPECT_EQ(print_presentation(system.presentation()), "semigroup<a,b | a*b = b*a, a^2 = a, b^2 = b>");
  EXPECT_THROW((void)read_presentation("semigroup<a | a^2=1>"), InputError);
  EXPECT_THROW((void)read_presentation("semigroup<a | a^2>"), InputError);
  EXPECT_THROW((void)read_presentation("semigroup<a | a*a^-1=a>"), InputError);
}

TEST(Monoids, EqualityIsDecidedByConfluentRules) {
  WordProblem problem = WordProblem::open("monoid<a,b | ab=ba, a^3=a>");
  const Equality yes = problem.equal("abaa", "ab");
  ASSERT_TRUE(yes.equal.has_value());
  EXPECT_TRUE(*yes.equal);
  EXPECT_EQ(yes.by, EqualityProof::confluent_rules);
  EXPECT_FALSE(*problem.equal("a", "b").equal);
}

}  // namespace
}  // namespace wreath::word
