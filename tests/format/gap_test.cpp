// SPDX-License-Identifier: MIT
#include "format/gap.hpp"

#include <gtest/gtest.h>

#include "core/data/rng.hpp"
#include "temporary_folder.hpp"
#include "wreath/perm.hpp"

namespace wreath::format {
namespace {

using wreath::test::message_of;
using Images = std::vector<std::uint64_t>;

Images parse(std::string_view text, std::uint64_t least_degree = 0) {
  GapReading reading;
  reading.least_degree = least_degree;
  return parse_gap(text, "p.g", reading);
}
std::string complaint(std::string_view text) {
  return message_of<InputError>([&] { parse(text); });
}

TEST(Gap, ReadsEveryForm) {
  EXPECT_EQ(parse("PermList([2,1,3])"), (Images{1, 0, 2}));
  EXPECT_EQ(parse("[2,1,3]"), (Images{1, 0, 2}));
  EXPECT_EQ(parse("Transformation([2,2,1]);"), (Images{1, 1, 0}));
  EXPECT_EQ(parse("(1,2,3)(4,5)"), (Images{1, 2, 0, 4, 3}));
  EXPECT_EQ(parse("(1,2,3)(4,5)", 8), (Images{1, 2, 0, 4, 3, 5, 6, 7}));
  EXPECT_EQ(parse("(5,2)"), (Images{0, 4, 2, 3, 1}));
  EXPECT_EQ(parse("()"), Images{});
  EXPECT_EQ(parse("()", 3), (Images{0, 1, 2}));
  EXPECT_EQ(parse("(3)"), (Images{0, 1, 2}));
  EXPECT_EQ(parse("[]"), Images{});
  EXPECT_EQ(parse("PermList([])"), Images{});
  EXPECT_EQ(parse("[7]"), (Images{6}));  // a list alone may map anywhere
}

TEST(Gap, PointsLeftOutAreFixed) {
  EXPECT_EQ(parse("Transformation([1,1])", 4), (Images{0, 0, 2, 3}));
  EXPECT_EQ(parse("PermList([2,1])", 3), (Images{1, 0, 2}));
  EXPECT_EQ(parse("IdentityTransformation", 2), (Images{0, 1}));
  EXPECT_EQ(parse("[2,1]", 4), (Images{1, 0}));  // a list is not a map
  using Maps = std::vector<Images>;
  EXPECT_EQ(parse_gap_maps("[ Transformation( [ 2, 3, 1 ] ), Transformation( [ 1, 1 ] ), IdentityTransformation ]", "g"),
            (Maps{{1, 2, 0}, {0, 0, 2}, {0, 1, 2}}));
  EXPECT_EQ(parse_gap_maps("Group([ (1,2,3)(4,5), (1,2), () ])", "g"), (Maps{{1, 2, 0, 4, 3}, {1, 0, 2, 3, 4}, {0, 1, 2, 3, 4}}));
  EXPECT_EQ(parse_gap_maps("[[2,1],[1,2,3]]", "g"), (Maps{{1, 0}, {0, 1, 2}}));
}

TEST(Gap, TheIdentityAloneHasAPoint) {
  using Maps = std::vector<Images>;
  for (const char* text : {"()", "[()]", "[ () ];", "Group(())", "Group([ () ])", "IdentityTransformation", "(1)",
                           "PermList([1])", "[1]", "[[1]]", "Semigroup([Transformation([1])]);"})
    EXPECT_EQ(parse_gap_maps(text, "g"), (Maps{{0}})) << text;
  EXPECT_EQ(parse_gap_maps("[(),()]", "g"), (Maps{{0}, {0}}));
}

TEST(Gap, LinesOfCyclesAreSeveralPermutations) {
  using Maps = std::vector<Images>;
  const Maps two{{1, 0, 2, 3}, {0, 1, 3, 2}};
  const Maps one{{1, 0, 3, 2}};
  for (const char* text :
       {"(1,2)\n(3,4)", "(1,2) # first\r\n\n  (3,4)\r\n", "(1,2),\n(3,4)", "(1,2);\n(3,4);", "[(1,2),\n(3,4)]"})
    EXPECT_EQ(parse_gap_maps(text, "g"), two) << text;
  for (const char* text : {"(1,2)(3,4)", "(1,2)\n(3,4);", "x := (1,2)\n(3,4);", "[(1,2)\n(3,4)]", "Group((1,2)\n(3,4))"})
    EXPECT_EQ(parse_gap_maps(text, "g"), one) << text;
  EXPECT_EQ(parse_gap_maps("()\n(1,2)\n(2,1)", "g"), (Maps{{0, 1}, {1, 0}, {1, 0}}));
  std::string wide = "(1,2)";
  for (int point = 3; point < 40; ++point) wide += "(" + std::to_string(point) + ")";
  EXPECT_EQ(parse_gap_maps(wide + "\n(1,3)", "g").size(), 2U);  // not one permutation: 1 and 3 are named twice
  try {
    (void)parse_gap_maps(wide + "\n(50,51)", "g");
    ADD_FAILURE() << "a broken line or two permutations: the text does not say";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("g:2:1: this line may begin another permutation"), std::string::npos)
        << error.what();
  }
}

TEST(Gap, ReadsRanges) {
  EXPECT_EQ(parse("[1..5]"), (Images{0, 1, 2, 3, 4}));
  EXPECT_EQ(parse("[ 1, 3 .. 9 ]"), (Images{0, 2, 4, 6, 8}));
  EXPECT_EQ(parse("PermList([3,2..1])"), (Images{2, 1, 0}));
  EXPECT_EQ(parse("[5..1]"), Images{});
  EXPECT_EQ(parse("[5,4..5]"), (Images{4}));
}

TEST(Gap, WhatGapAllowsAround) {
  EXPECT_EQ(parse("x := PermList( [ 2,\n 1,\t3 ] ) ;\n"), (Images{1, 0, 2}));
  EXPECT_EQ(parse("perm_1:=(1,2);;"), (Images{1, 0}));
  EXPECT_EQ(parse("# made by hand\r\n( 1 , 2 ) # a cycle (3,4)\r\n ( 3 , 4 )\r\n"), (Images{1, 0, 3, 2}));
  EXPECT_EQ(parse("(1,1\\\n1)"), (Images{10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0}));  // a number broken over two lines
  EXPECT_EQ(parse("[2,\\\r\n1]"), (Images{1, 0}));
  EXPECT_EQ(parse("\xEF\xBB\xBF[2,1]"), (Images{1, 0}));
}

TEST(Gap, SaysWhereAndWhatIsWrong) {
  EXPECT_EQ(complaint("[2,1"), "p.g:1:5: the text ends inside the list, whose '[' is at 1:1");
  EXPECT_EQ(complaint("(1,2)\n(3,4"), "p.g:2:5: the text ends inside the cycle, whose '(' is at 2:1");
  EXPECT_EQ(complaint("PermList([2,1]"), "p.g:1:15: the '(' at 1:9 is not closed: found the end of the text");
  EXPECT_EQ(complaint("[2,1)"), "p.g:1:5: expected ',' or ']' in the list, found ')'");
  EXPECT_EQ(complaint("[2,\n 0]"), "p.g:2:2: in GAP's notation points are 1, 2, 3, ...: 0 is not a point");
  EXPECT_EQ(complaint("(1,-2)"), "p.g:1:4: in GAP's notation points are 1, 2, 3, ...: a number must not be negative");
  EXPECT_EQ(complaint("(1,2)(3,2)"), "p.g:1:9: the point 2 appears twice: cycles must not share points");
  EXPECT_EQ(complaint("(1,1)"), "p.g:1:4: the point 1 appears twice: cycles must not share points");
  EXPECT_EQ(complaint("[4294967297]"), "p.g:1:2: this number is too large: points go up to 4294967296");
  EXPECT_EQ(complaint("[99999999999999999999999999]"), "p.g:1:2: this number is too large: points go up to 4294967296");
  EXPECT_EQ(complaint("PermList([1,\n3])"), "p.g:2:1: entry 2 of the list is 3: a permutation of 2 points has none above 2");
  EXPECT_EQ(complaint("PermList([2,1, 2])"), "p.g:1:16: entry 3 of the list is 2, as entry 1 is: this is not a permutation");
  EXPECT_EQ(complaint("PermList([2..3])"), "p.g:1:10: entry 2 of the list is 3: a permutation of 2 points has none above 2");
  EXPECT_EQ(complaint("Transformation([3,1])"),
            "p.g:1:17: entry 1 of the list is 3: a transformation of 2 points has none above 2");
  EXPECT_EQ(complaint("[1,4..9]"), "p.g:1:1: the range from 1 in steps of 3 does not meet 9");
  EXPECT_EQ(complaint("[1,1..9]"), "p.g:1:1: the first two numbers of a range must differ");
  EXPECT_EQ(complaint("Sym(5)"), "p.g:1:1: 'Sym' is not known: expected PermList, Transformation, a list or cycles");
  EXPECT_EQ(complaint("x = (1,2)").substr(0, 8), "p.g:1:1:");
  EXPECT_EQ(complaint("x := ").substr(0, 8), "p.g:1:6:");
  EXPECT_EQ(complaint("(1,2); (3,4)"), "p.g:1:8: unexpected '(' after the permutation");
  EXPECT_EQ(complaint("[1]]"), "p.g:1:4: unexpected ']' after the permutation");
  EXPECT_EQ(complaint("[1,2x]"), "p.g:1:5: unexpected 'x' in a number");
  EXPECT_EQ(complaint(""), "p.g:1:1: expected a permutation such as PermList([2,1]), [2,1] or (1,2), found the end of the text");
  EXPECT_EQ(complaint("\x93NUMPY").substr(0, 8), "p.g:1:1:");
  EXPECT_NE(complaint("\x93NUMPY").find("the byte 0x93"), std::string::npos);
}

TEST(Gap, ManyBracketsAreNoTrouble) {
  EXPECT_THROW(parse(std::string(1000000, '(')), InputError);
  EXPECT_THROW(parse(std::string(1000000, '[')), InputError);
  std::string pairs;
  for (int i = 0; i < 100000; ++i) pairs += "()";
  EXPECT_EQ(parse(pairs), Images{});
}

TEST(Gap, HugePointsAskForNoMoreMemoryThanThereIs) {
  GapReading reading;
  reading.most_points = std::uint64_t{1} << 59;
  EXPECT_THROW(parse_gap("(1,500000000000000000)", "p.g", reading), ResourceError);
  EXPECT_THROW(parse_gap("[1..500000000000000000]", "p.g", reading), ResourceError);
}

TEST(Gap, WritesBothForms) {
  const std::vector<std::uint8_t> x{1, 2, 0, 3, 5, 4};
  EXPECT_EQ(to_gap<std::uint8_t>(x, GapForm::list), "PermList([2,3,1,4,6,5])");
  EXPECT_EQ(to_gap<std::uint8_t>(x, GapForm::cycles), "(1,2,3)(5,6)");
  EXPECT_EQ(to_gap<std::uint64_t>(Images{0, 1}, GapForm::cycles), "()");
  EXPECT_EQ(to_gap<std::uint64_t>(Images{}, GapForm::list), "PermList([])");
  for (const Images& map : {Images{1, 1}, Images{0, 0}, Images{1, 2, 1}, Images{5}})
    EXPECT_THROW(to_gap<std::uint64_t>(map, GapForm::cycles), InputError);
}

TEST(Gap, TextsComeBack) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Images x(seed % 50 == 49 ? 3000 : seed % 50);
    perm::random(std::span(x), seed);
    EXPECT_EQ(parse(to_gap<std::uint64_t>(x, GapForm::list)), x) << "seed " << seed;
    EXPECT_EQ(parse(to_gap<std::uint64_t>(x, GapForm::cycles), x.size()), x) << "seed " << seed;
  }
}

TEST(Gap, FilesComeBack) {
  const wreath::test::TestFolder folder;
  std::vector<std::uint32_t> x(300000);  // some pieces of text
  perm::random(std::span(x), 5);
  for (const GapForm form : {GapForm::list, GapForm::cycles}) {
    OutputFile file(folder.file("x.g"));
    write_gap<std::uint32_t>(x, form, file, "x");
    file.commit();
    GapReading reading;
    reading.least_degree = x.size();
    const std::string text = wreath::test::read_text(folder.file("x.g"));
    const Images read = parse_gap(text, "x.g", reading);
    EXPECT_TRUE(std::equal(read.begin(), read.end(), x.begin(), x.end()));
    EXPECT_EQ(text.substr(0, 5), "x := ");
    EXPECT_EQ(text.substr(text.size() - 2), ";\n");
    std::size_t longest = 0;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find('\n', begin);
      longest = std::max(longest, end - begin);
      begin = end + 1;
    }
    EXPECT_LT(longest, 80U);
  }
}

/// Either it is read or it is refused with a place; anything else is a bug.
void survives(const std::string& text, std::uint64_t seed) {
  GapReading reading;
  reading.most_points = 100000;
  try {
    const Images images = parse_gap(text, "fuzz", reading);
    for (const std::uint64_t image : images) EXPECT_LT(image, reading.most_points) << "seed " << seed;
  } catch (const InputError& error) {
    EXPECT_EQ(std::string_view(error.what()).substr(0, 5), "fuzz:") << "seed " << seed;
  }
}

TEST(GapFuzz, RandomBytes) {
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    RandomStream random(seed, 0);
    std::string text(random.below(40), ' ');
    for (char& c : text) c = static_cast<char>(random.next());
    survives(text, seed);
  }
}

TEST(GapFuzz, RandomTokens) {
  const std::vector<std::string> tokens{
      "PermList", "Transformation", "(", ")",  "[", "]",  ",", "..", ".",    "1",  "2", "3", "4",
      "17",       "99999999999",    " ", "\n", ";", ":=", "x", "#",  "\\\n", "\\", "-", "0"};
  for (std::uint64_t seed = 0; seed < 50000; ++seed) {
    RandomStream random(seed, 1);
    std::string text;
    for (std::uint32_t left = random.below(16); left > 0; --left)
      text += tokens[random.below(static_cast<std::uint32_t>(tokens.size()))];
    survives(text, seed);
  }
}

TEST(GapFuzz, MutatedTexts) {
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    RandomStream random(seed, 2);
    Images x(random.below(12));
    perm::Options one_thread;
    one_thread.machine.threads = 1;
    perm::random(std::span(x), seed, one_thread);
    std::string text = "x := " + to_gap<std::uint64_t>(x, random.below(2) == 0 ? GapForm::list : GapForm::cycles) + ";\n";
    for (std::uint32_t changes = 1 + random.below(3); changes > 0; --changes) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
      switch (random.below(4)) {
        case 0: text[at] = static_cast<char>(random.next()); break;
        case 1: text.erase(at, 1 + random.below(3)); break;
        case 2: text.insert(at, 1, "()[],.;:=0123456789# \\"[random.below(22)]); break;
        default: text.resize(at);
      }
      if (text.empty()) break;
    }
    survives(text, seed);
  }
}

TEST(GapText, EndsWithTheRun) {
  Images x(std::size_t{1} << 19);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = i ^ 1U;
  RunControl stopped;
  stopped.request_stop(StopReason::interrupted);
  const test::TestFolder folder;
  for (const GapForm form : {GapForm::list, GapForm::cycles}) {
    const std::string text = to_gap<std::uint64_t>(x, form);
    EXPECT_EQ(parse_gap(text, "x"), x);
    EXPECT_THROW(parse_gap(text, "x", {.run = &stopped}), LimitReached);
    OutputFile file(folder.file("x.g"));
    EXPECT_THROW(write_gap<std::uint64_t>(x, form, file, "x", &stopped), LimitReached);
  }
  EXPECT_EQ(folder.entries(), 0U);
}

}  // namespace
}  // namespace wreath::format
