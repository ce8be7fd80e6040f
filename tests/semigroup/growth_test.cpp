// SPDX-License-Identifier: MIT
#include "semigroup/enumerate/growth.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace wreath::semigroup {
namespace {

/// A tree with levels of these sizes.
WordTree tree_of(std::span<const std::uint64_t> levels) {
  WordTree tree(2);
  Index before = 0;  // the first element of the level before
  for (std::size_t k = 1; k < levels.size(); ++k) {
    const auto begin = static_cast<Index>(tree.size());
    tree.append(std::vector<Index>(levels[k], before), std::vector<Letter>(levels[k], 0), 1);
    before = begin;
  }
  return tree;
}

// From a tenth of the elements on, the guess is within a factor of five: that decides between a second and a quarter of one.
TEST(SemigroupGrowth, IsPredictedFromATenthOn) {
  const std::vector<std::uint64_t> bihecke5{1,    8,    36,   126,  356,  860, 1764, 3054, 4594,
                                            5714, 5778, 4118, 2678, 1358, 486, 136,  28,   8};
  const std::vector<std::uint64_t> partition6{1,      4,      11,     30,     76,     198,    513,    1324,   3363,
                                              8111,   17945,  35755,  64046,  104486, 157500, 221756, 292647, 363120,
                                              423412, 459712, 463067, 432108, 371260, 291722, 209715, 136726, 80616,
                                              43007,  20090,  7930,   2550,   656,    119,    19,     2};
  for (const auto& levels : {bihecke5, partition6}) {
    const std::uint64_t all = std::accumulate(levels.begin(), levels.end(), std::uint64_t{0});
    std::uint64_t known = 0;
    for (std::size_t k = 0; known < 9 * all / 10; ++k) {
      known += levels[k];
      const std::optional<double> guess = elements_to_come(tree_of(std::span(levels).first(k + 1)), k);
      ASSERT_EQ(guess.has_value(), k > 4);
      if (10 * known < all) continue;
      EXPECT_LT(*guess, 5.0 * static_cast<double>(all - known)) << k;
      EXPECT_GT(*guess, static_cast<double>(all - known) / 5) << k;
    }
  }
}

}  // namespace
}  // namespace wreath::semigroup
