// SPDX-License-Identifier: MIT
#include "core/words/parse_presentation.hpp"

#include <gtest/gtest.h>

#include "temporary_folder.hpp"
#include "core/words/words.hpp"
#include "wreath/run.hpp"

namespace wreath::word {
namespace {

using wreath::test::message_of;

Presentation parse(std::string_view text, std::string_view order = {}) {
  return parse_presentation(text, "p", {.order = std::string(order)});
}
/// The letters, and then the presentation.
std::string parsed(std::string_view text, std::string_view order = {}) {
  const Presentation presentation = parse(text, order);
  return print_order(presentation.alphabet) + " " + print_presentation(presentation);
}
std::string complaint(std::string_view text, std::string_view order = {}) {
  return message_of<InputError>([&] { parse(text, order); });
}

TEST(ParsePresentation, RelatorsAndEquations) {
  const Presentation group = parse("<a,b | a^3, b^3, (a*b)^4>");
  EXPECT_EQ(group.alphabet.names, (std::vector<std::string>{"a", "A", "b", "B"}));
  EXPECT_EQ(group.alphabet.inverses, (std::vector<Letter>{1, 0, 3, 2}));
  EXPECT_EQ(group.equations, (std::vector<Equation>{{{0, 0, 0}, {}}, {{2, 2, 2}, {}}, {{0, 2, 0, 2, 0, 2, 0, 2}, {}}}));
  EXPECT_TRUE(group.is_group());
  EXPECT_EQ(group.name, "<a,b | a^3, b^3, (a*b)^4>");
  EXPECT_EQ(parsed("<a,b|ab=ba>"), "a,A,b,B <a,b | a*b = b*a>");
  EXPECT_EQ(parsed("<a,b|[a,b]=1>"), "a,A,b,B <a,b | a^-1*b^-1*a*b>");
  EXPECT_EQ(parsed("<a,b|a^3=b^4=1>"), "a,A,b,B <a,b | a^3, b^4>");
  EXPECT_EQ(parsed("<a,b|1=a^3=b^4>"), "a,A,b,B <a,b | a^3, b^4>");
  EXPECT_EQ(parsed("<a,b|a^3=b^2=ab>"), "a,A,b,B <a,b | a^3 = b^2, a*b = b^2>");
}

TEST(ParsePresentation, Forms) {
  EXPECT_EQ(parsed("<a b;a^3>"), "a,A,b,B <a,b | a^3>");
  EXPECT_EQ(parsed("< a, b : a^3 > ;"), "a,A,b,B <a,b | a^3>");
  EXPECT_EQ(parsed("<a,b>"), "a,A,b,B <a,b>");
  EXPECT_EQ(parsed("<a,b|>"), "a,A,b,B <a,b>");
  EXPECT_EQ(parsed("Group< a, b |\n # a comment\n a^3,\n b^3 >"), "a,A,b,B <a,b | a^3, b^3>");
  EXPECT_EQ(parsed("<x1,x2 | x1*x2 = x2^2*X1>"), "x1,x1^-1,x2,x2^-1 <x1,x2 | x1*x2 = x2^2*x1^-1>");
  EXPECT_EQ(parsed("<a/a^-1,A/A^-1 | a*A = A*a>"), "a,a^-1,A,A^-1 <a/a^-1,A/A^-1 | a*A = A*a>");
  EXPECT_EQ(parsed("<x/y, t/t | x*t = t*y>"), "x,y,t <x/y,t/t | x*t = t*x^-1>");
  EXPECT_EQ(parsed("<A | A^3>"), "A,a <A | A^3>");
}

TEST(ParsePresentation, WithoutGenerators) {
  for (const char* text : {"<|>", "<>", "< | >", "group<;>", "F := FreeGroup(0);"}) {
    const Presentation presentation = parse_presentation(text, "g");
    EXPECT_EQ(presentation.alphabet.size(), 0U) << text;
    EXPECT_TRUE(presentation.is_group()) << text;
    EXPECT_TRUE(presentation.equations.empty()) << text;
  }
}

TEST(ParsePresentation, Involutions) {
  EXPECT_EQ(parsed("<a,b | a^2, b^3, (ab)^7>"), "a,b,B <a/a,b | b^3, a*b*a*b*a*b*a*b*a*b*a*b*a*b>");
  EXPECT_EQ(parsed("<a,b | a=A, bA=a>"), "a,b,B <a/a,b | b*a = a>");
  EXPECT_EQ(parsed("<a,b | b*a^-2*B>"), "a,b,B <a/a,b>");   // a conjugate of a square
  EXPECT_EQ(parsed("<a | a^2, a^6, a^5>"), "a <a/a | a>");  // what the alphabet does not say stays
  EXPECT_EQ(parsed("<a,b | a^2=b^2=1>"), "a,b <a/a,b/b>");
  const Presentation kept = parse_presentation("<a | a^2>", "p", {.order = "", .involutions = false});
  EXPECT_EQ(print_presentation(kept), "<a | a^2>");
  EXPECT_EQ(parsed("<a,b | a^2>", "a,A,b,B"), "a,A,b,B <a,b | a^2>");  // both were asked for
  EXPECT_EQ(parsed("<a,b | a^2>", "b,B,A"), "b,B,a <b,a/a>");
}

TEST(ParsePresentation, Order) {
  EXPECT_EQ(parsed("<a,b|ab=ba>", "a,b,A,B"), "a,b,A,B <a,b | a*b = b*a>");
  EXPECT_EQ(parsed("<a,b|ab=ba>", "abBA"), "a,b,B,A <a,b | a*b = b*a>");
  EXPECT_EQ(parsed("<a,b|ab=ba>", "b a"), "b,B,a,A <b,a | a*b = b*a>");
  EXPECT_EQ(parsed("<a,b|a^2>", "b,a"), "b,B,a <b,a/a>");
  EXPECT_EQ(parsed("<x1,x2>", "x2^-1,x1^-1,x1,x2"), "x2^-1,x1^-1,x1,x2 <x1,x2>");
  EXPECT_EQ(parse("<a,b|ab=ba>", "a,b,A,B").alphabet.inverses, (std::vector<Letter>{2, 3, 0, 1}));
  EXPECT_EQ(complaint("<a,b>", "a,b,A"), "letter order 'a,b,A': 'B' is missing");
  EXPECT_EQ(complaint("<a,b>", "a"), "letter order 'a': 'b' is missing");
  EXPECT_EQ(complaint("<a,b>", "a,a,b"), "letter order 'a,a,b': 'a' appears twice");
  EXPECT_EQ(complaint("<a,b>", "a,c"), "letter order:1:3: 'c' is not a letter of this group: the letters are a, A, b, B");
  EXPECT_EQ(complaint("<a,b>", "a;b"), "letter order:1:2: expected ',' or a letter, found ';'");
}

TEST(ParsePresentation, Monoids) {
  const Presentation monoid = parse("monoid<a,b | ab=ba, a^2=1>");
  EXPECT_FALSE(monoid.is_group());
  EXPECT_EQ(monoid.alphabet.names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(monoid.equations, (std::vector<Equation>{{{0, 1}, {1, 0}}, {{0, 0}, {}}}));
  EXPECT_EQ(parsed("monoid<a/A,b | aA=1, ab=b>"), "a,A,b monoid<a/A,b | a*b = b>");
  EXPECT_EQ(parsed("monoid<a,A | aA=1>"), "a,A monoid<a,A | a*A>");  // one side only
  EXPECT_EQ(parsed("monoid<a,b>", "b,a"), "b,a monoid<b,a>");
  EXPECT_EQ(complaint("monoid<a,b | a^-1=b>"), "p:1:14: 'a' has no inverse in this monoid");
}

TEST(ParsePresentation, SaysWhereAndWhatIsWrong) {
  EXPECT_EQ(complaint("<a,b | a^3, c>"), "p:1:13: 'c' is not a letter of this group: the letters are a, A, b, B");
  EXPECT_EQ(complaint("<a,b |\n a^3,\n (ab>"), "p:3:5: expected ')' for the '(' at 3:2, found '>'");
  EXPECT_EQ(complaint("<a,b | a^3"), "p:1:11: the text ends inside the presentation, whose '<' is at 1:1");
  EXPECT_EQ(complaint("<a,b | a)>"), "p:1:9: ')' without a matching opening bracket");
  EXPECT_EQ(complaint("<a,b | a,,b>"), "p:1:10: expected a word, found ','");
  EXPECT_EQ(complaint("<a,b | a=>"), "p:1:10: expected a word, found '>'");
  EXPECT_EQ(complaint("<a,a>"), "p:1:4: 'a' is named twice: generators come before '|', relators after it");
  EXPECT_EQ(complaint("<,>"), "p:1:2: expected the name of a generator, found ','");
  EXPECT_EQ(complaint("<a> b"), "p:1:5: expected the end after the presentation's '>', found 'b'");
  EXPECT_EQ(complaint("surfac:2"), "p:1:1: expected a presentation such as <a,b | a^3> or monoid<a,b | ab=ba>, found 'surfac'");
  EXPECT_EQ(complaint(""), "p:1:1: expected '<' in a presentation, found the end of the text");
  EXPECT_EQ(complaint("<a | a^60000000, a^60000000>"),
            "p:1:18: the words of this text have more than 100000000 letters in total");
  std::string generators = "<x1";
  for (int i = 2; i < 200; ++i) generators += ",x" + std::to_string(i);
  EXPECT_NE(complaint(generators + ">").find("may have at most 250 letters"), std::string::npos);
}

/// What is well formed, but not what was meant.
TEST(ParsePresentation, ProbableMistakesAreErrorsThatShowWhatToWrite) {
  const std::pair<const char*, const char*> mistakes[] = {
      {"<a,b ab>",
       "p:1:6: expected ',' or '|' before 'ab': write <a,b | ab> for a relator, or <a,b,ab | ...> for a generator of that name"},
      {"<a,b c | c^2>",
       "p:1:6: expected ',' or '|' before 'c': write <a,b | c> for a relator, or <a,b,c | ...> for a generator of that name"},
      {"<a b, c | c^2>",
       "p:1:4: expected ',' or '|' before 'b': write <a,c | b> for a relator, or <a,b,c | ...> for a generator of that name"},
      {"<a,b,ab>",
       "p:1:6: 'ab' is a word in the other generators, and there is no '|': write <a,b | ab> for a relator, or <a,b,ab | ...> "
       "for a generator of that name"},
      {"<a b ab>",
       "p:1:6: 'ab' is a word in the other generators, and there is no '|': write <a,b | ab> for a relator, or <a,b,ab | ...> "
       "for a generator of that name"},
      {"<a,b,aBAb>",
       "p:1:6: 'aBAb' is a word in the other generators, and there is no '|': write <a,b | aBAb> for a relator, or <a,b,aBAb | "
       "...> for a generator of that name"},
      {"monoid<a,b,ab>",
       "p:1:12: 'ab' is a word in the other generators, and there is no '|': write <a,b | ab> for a relator, or <a,b,ab | ...> "
       "for a generator of that name"},
      {"<a,b ab=ba>",
       "p:1:6: expected ',' or '|' before 'ab': write <a,b | ab> for a relator, or <a,b,ab | ...> for a generator of that name"},
      {"<a,b,ab=ba>", "p:1:8: expected '|' between the generators and the relators, or ',', found '='"},
      {"<a,b (ab)^2>", "p:1:6: expected '|' between the generators and the relators, or ',', found '('"},
      {"<a,b [a,b]>", "p:1:6: expected '|' between the generators and the relators, or ',', found '['"},
      {"<a^2>", "p:1:3: expected '|' between the generators and the relators, or ',', found '^'"},
      {"<a,b a^2>", "p:1:6: 'a' is named twice: generators come before '|', relators after it"},
      {"<a,b, a^2>", "p:1:7: 'a' is named twice: generators come before '|', relators after it"},
      {"<a,a | a^2>", "p:1:4: 'a' is named twice: generators come before '|', relators after it"},
      {"<a/A,A | a^2>", "p:1:6: 'A' is named twice: generators come before '|', relators after it"},
      {"<a,A | a^2>",
       "p:1:4: 'A' is the inverse of 'a': leave it out of the generators; if it is not to be the inverse, write a/a^-1,A/A^-1"},
      {"<a,b,B>",
       "p:1:6: 'B' is the inverse of 'b': leave it out of the generators; if it is not to be the inverse, write b/b^-1,B/B^-1"},
      {"<X1,x1 | x1^2>",
       "p:1:5: 'x1' is the inverse of 'X1': leave it out of the generators; if it is not to be the inverse, write "
       "X1/X1^-1,x1/x1^-1"},
      {"<a,b, | ab>", "p:1:7: expected the name of a generator, found '|'"},
      {"<a | , a^2>", "p:1:6: expected a word, found ','"},
      {"<a | a^2,>", "p:1:10: expected a word, found '>'"},
      {"<a/ | a^2>", "p:1:5: expected the name of an inverse after '/', found '|'"},
  };
  for (const auto& [text, message] : mistakes) EXPECT_EQ(complaint(text), message) << text;
  // Each can be asked for.
  EXPECT_EQ(parsed("<a,b,ab | >"), "a,A,b,B,ab,ab^-1 <a,b,ab | >");
  EXPECT_EQ(parsed("<a b | ab>"), "a,A,b,B <a,b | a*b>");
  EXPECT_EQ(parsed("<a b c>"), "a,A,b,B,c,C <a,b,c>");
  EXPECT_EQ(parsed("<a/x, A | a^2>"), "a,A,A^-1 <a/a,A/A^-1>");
  EXPECT_EQ(parsed("<a | aA>"), "a,A <a>");  // the relator is 1
  EXPECT_EQ(parsed("F := FreeGroup(\"a\",\"A\");; F/[F.1^3]"), "a,a^-1,A,A^-1 <a/a^-1,A/A^-1 | a^3>");
}

TEST(ParsePresentation, WhatIsPrintedIsReadBack) {
  for (const char* text : {"<a,b | a^3, b^3, (a*b)^4>", "<x1,x2,t/t | x1^x2 = t>", "<a/a^-1,A,b/c | a*A = c>",
                           "<x1/x1^-1,X1/X1^-1>", "<a,b,ab | >", "monoid<a/A,b,c/c | ab=b^3>", "<a,b | a^2, (ab)^3>", "<a,b>"}) {
    const Presentation first = parse(text);
    const Presentation second = parse(print_presentation(first), print_order(first.alphabet));
    EXPECT_EQ(first.alphabet, second.alphabet) << text;
    EXPECT_EQ(first.equations, second.equations) << text;
    EXPECT_EQ(second.name, print_presentation(first));
  }
}

TEST(ParsePresentation, LooksLikeOne) {
  for (const char* text : {"<a|a>", " monoid <a>", "F := FreeGroup(2);", "Group<a>"})
    EXPECT_TRUE(looks_like_presentation(text)) << text;
  for (const char* text : {"surface:2", "file.txt", "", "monoid"}) EXPECT_FALSE(looks_like_presentation(text)) << text;
}

TEST(ParseGapGroup, Quotients) {
  const std::string expected = "a,A,b,B <a,b | a^3, b^3, a*b*a*b*a*b*a*b>";
  for (const char* text : {
           "F := FreeGroup(\"a\",\"b\");; G := F/[F.1^3, F.2^3, (F.1*F.2)^4];",
           "F:=FreeGroup([\"a\",\"b\"]);a:=F.1;b:=F.2;rels:=[a^3,b^3,(a*b)^4];;G:=F/rels;",
           "f := FreeGroup( \"a\", \"b\" );; AssignGeneratorVariables(f);; f / [ a^3, b^3, (a*b)^4 ]",
           "f := FreeGroup( \"a\", \"b\" );; gens:=GeneratorsOfGroup(f);; y:=gens[2];;\nG := f / [ f.1^3, y^3, (gens1*y)^4 ];",
           "F := FreeGroup(\"a\",\"b\"); G := F / ParseRelators(F, \"a^3=b^3=1, (ab)^4\");",
           "FreeGroup(\"a\",\"b\") / [ a^3, b^3, (a*b)^4 ];",
           "gap> F := FreeGroup(\"a\",\"b\");\n<free group on the generators [ a, b ]>\ngap> G := F/[ F.1^3, F.2^3,\n> "
           "(F.1*F.2)^4 ];\n"
           "<fp group on the generators [ a, b ]>\n",
       }) {
    std::string source(text);
    if (const auto at = source.find("gens1"); at != std::string::npos) source.replace(at, 5, "f.1");
    EXPECT_EQ(parsed(source), expected) << source;
  }
  EXPECT_EQ(parse("F := FreeGroup(2);; MyGroup := F/[F.1^3];").name, "MyGroup");
}

TEST(ParseGapGroup, NamesWordsAndPairs) {
  EXPECT_EQ(parsed("F := FreeGroup(2);; G := F/[F.1*F.2^-1];"), "f1,f1^-1,f2,f2^-1 <f1,f2 | f1*f2^-1>");
  EXPECT_EQ(parsed("F := FreeGroup(2, \"x\");; G := F/[];"), "x1,x1^-1,x2,x2^-1 <x1,x2>");
  EXPECT_EQ(parsed("F := FreeGroup(\"a\",\"b\");;"), "a,A,b,B <a,b>");
  EXPECT_EQ(parsed("F := FreeGroup(\"a\",\"b\");; u := F.1*F.2;; G := F/[ u^2, Comm(F.1,F.2), [F.1,F.2^3] ];"),
            "a,A,b,B <a,b | a*b*a*b, a^-1*b^-1*a*b, a = b^3>");
  // In GAP a variable is what it was set to, whatever its name.
  EXPECT_EQ(parsed("F := FreeGroup(\"a\",\"b\");; b := F.1;; a := F.2;; G := F/[ a^3*b ];"), "a,A,b,B <a,b | b^3*a>");
  EXPECT_EQ(parsed("F := FreeMonoid(\"a\",\"b\");; a:=F.1;; M := F/[ [a*F.2,F.2*a] ];"), "a,b monoid<a,b | a*b = b*a>");
  EXPECT_EQ(parsed("F := FreeGroup(\"a\",\"b\");; G := F/[ F.1^2 ];", "b,a"), "b,B,a <b,a/a>");
}

TEST(ParseGapGroup, SaysWhereAndWhatIsWrong) {
  EXPECT_EQ(complaint("F := FreeGroup(2);;\nG := F/[F.3];"),
            "p:2:9: 'F.3' is not a letter of this group: the letters are f1, f1^-1, f2, f2^-1");
  EXPECT_EQ(complaint("G := F/[F.1];"), "p:1:6: define a free group first, as in F := FreeGroup(\"a\",\"b\")");
  EXPECT_EQ(complaint("F := FreeGroup(\"a\";"), "p:1:19: expected ')' for the '(' at 1:15, found ';'");
  EXPECT_EQ(complaint("F := FreeGroup(\"a"), "p:1:16: the quotation mark before the name of a generator is not closed");
  EXPECT_EQ(complaint("F := FreeGroup(\"a b\");"),
            "p:1:17: the name of a generator must begin with a letter and have only letters, digits and '_'");
  EXPECT_EQ(
      complaint("F := FreeGroup(2);; Size(F);"),
      "p:1:21: this statement does not define a group: expected FreeGroup, an assignment of words or lists, or F / [ ... ]");
  EXPECT_EQ(complaint("F := FreeGroup(2);; G := F/[F.1;"), "p:1:32: expected ']' for the '[' at 1:28, found ';'");
  EXPECT_EQ(complaint("F := FreeGroup(2);; G := F/rels;"), "p:1:28: expected a list of relators after '/'");
  EXPECT_EQ(complaint("F := FreeGroup(\"a\",\"b\");; G := F/ParseRelators(F,\"a^3, x\");"),
            "p:1:56: 'x' is not a letter of this group: the letters are a, A, b, B");
}

}  // namespace
}  // namespace wreath::word
