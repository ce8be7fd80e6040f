// SPDX-License-Identifier: MIT
#include "core/algebra/tietze.hpp"

#include <gtest/gtest.h>

namespace wreath {
namespace {

/// Eliminating 1 by the first relator adds 2 letters to the 9 of both, 3 adds 4, and 2, whose word is longest, adds 6.
Tietze two_relators() {
  Tietze presentation(3, {1, 5, 1});
  presentation.add({1, 2, 3});
  presentation.add({1, 3, 3, 2, 2, 2});
  return presentation;
}

TEST(Tietze, EliminatesTheLongestWord) {
  RunControl run;
  Tietze presentation = two_relators();
  EXPECT_TRUE(presentation.simplify(15, run));
  EXPECT_EQ(presentation.generators(), (std::vector<std::int32_t>{1, 3}));
}

TEST(Tietze, EliminatesTheLongestWordThatTheLimitAllows) {
  RunControl run;
  for (const std::uint64_t limit : {11U, 14U}) {
    Tietze presentation = two_relators();
    EXPECT_TRUE(presentation.simplify(limit, run));
    EXPECT_EQ(presentation.generators(), (std::vector<std::int32_t>{2, 3})) << limit;
    const auto relators = presentation.relators(presentation.generators());
    ASSERT_EQ(relators.size(), 1U);
    EXPECT_EQ(relators[0].size(), 7U);
  }
}

TEST(Tietze, KeepsWithinItsLimit) {
  RunControl run;
  Tietze presentation = two_relators();
  EXPECT_TRUE(presentation.simplify(10, run));
  EXPECT_EQ(presentation.generators().size(), 3U);
}

/// 2 becomes an involution last of all, and only because 1 is one.
TEST(Tietze, InvolutionsHaveNoInverses) {
  RunControl run;
  Tietze presentation(3);
  presentation.add({1, -2, 3, 1, -2, 3});
  presentation.add({-1, -3, 2, -3, 1, -2});
  presentation.add({3, -1, -1, 3, 3});
  presentation.add({-1, -1});
  presentation.add({1, 2, 2, 1});
  EXPECT_TRUE(presentation.simplify(100, run));
  const auto kept = presentation.generators();
  ASSERT_EQ(kept, (std::vector<std::int32_t>{1, 2, 3}));
  for (const GeneratorWord& relator : presentation.relators(kept)) {
    for (const std::int32_t x : relator) EXPECT_TRUE(x > 0 || x == -3) << x;
    if (relator.size() > 2) {
      for (std::size_t k = 0; k < relator.size(); ++k)
        EXPECT_FALSE(relator[k] < 3 && relator[k] == relator[(k + 1) % relator.size()]);
    }
  }
}

TEST(Tietze, AnOddPowerOfAnInvolutionIsTheInvolution) {
  RunControl run;
  Tietze presentation(2);
  presentation.add({1, 1, 1, 1, 1});
  presentation.add({1, 1});
  presentation.add({2, 1, -2, 1});
  EXPECT_TRUE(presentation.simplify(100, run));
  EXPECT_EQ(presentation.generators(), (std::vector<std::int32_t>{2}));
  EXPECT_TRUE(presentation.relators({2}).empty());
}

}  // namespace
}  // namespace wreath
