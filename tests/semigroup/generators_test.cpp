// SPDX-License-Identifier: MIT
#include "wreath/semigroup/generators.hpp"

#include <gtest/gtest.h>

#include <random>

#include "format/gap.hpp"

namespace wreath::semigroup {
namespace {

TEST(GeneratorsTest, ReadsCommentsAndAnySpacing) {
  const Generators generators = parse_generators("# a comment\n2,3\n1 2 0 # the cycle\n\n0\n0\t1\n", "t");
  EXPECT_EQ(generators.degree, 3U);
  EXPECT_EQ(generators.images, (std::vector<Point>{1, 2, 0, 0, 0, 1}));
}

TEST(GeneratorsTest, OtherTextAboveTheNumbersIsAnError) {
  const auto message = [](const char* text) {
    try {
      (void)parse_generators(text, "t");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_TRUE(
      message("# a comment\na heading\n1 2\n1 0\n").starts_with("t:2:1: expected the number of generators, found 'a heading'"));
  EXPECT_NE(message("knd boolean\n1 2\n1 0\n").find("did you mean 'kind'"), std::string::npos);
  EXPECT_NE(message("boolean\n1 2\n1 0 0 1\n").find("a line 'kind boolean'"), std::string::npos);
}

TEST(GeneratorsTest, GapListsInAnyShape) {
  const std::vector<std::vector<std::uint64_t>> expected{{1, 0}, {0, 0}};
  for (const char* text :
       {"[Transformation([2,1]),Transformation([1,1])]", "Semigroup([Transformation([2,1]), Transformation([1,1])]);",
        "a := Transformation([2,1]);; b := Transformation([1,1]);", "[[2,1],[1,1]]", "[2,1],\n[1,1]"}) {
    EXPECT_EQ(format::parse_gap_maps(text, "t"), expected) << text;
  }
}

// Whatever the bytes, the answer is generators or an InputError.
TEST(GeneratorsTest, NoBytesCrashTheReaders) {
  std::mt19937_64 random(11);
  const std::string seeds[] = {"2 3\n0 1 2\n2 2 0\n", "[Transformation([2,1,3]), Transformation([1,1,1])];",
                               "Monoid(Transformation([2,1]))"};
  for (int round = 0; round < 3000; ++round) {
    std::string text = seeds[random() % 3];
    for (std::uint64_t k = random() % 6; k > 0; --k) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0: text[at] = static_cast<char>(random()); break;
        case 1: text.erase(at, 1 + random() % 4); break;
        default: text.insert(at, 1, "0123456789[](),; #\n-"[random() % 20]);
      }
      if (text.empty()) text = "1";
    }
    try {
      (void)parse_generators(text, "fuzz");
    } catch (const InputError&) {
    }
    try {
      (void)parse_map(text, "fuzz");
    } catch (const InputError&) {
    }
  }
}

}  // namespace
}  // namespace wreath::semigroup
