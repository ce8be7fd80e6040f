// SPDX-License-Identifier: MIT
#include "flip/scheme/reflection.hpp"

#include <gtest/gtest.h>

#include "core/data/rng.hpp"

namespace wreath::flip {
namespace {

TEST(Reflection, MovesRowsAndColumns) {
  const Reflection mirror({4, 5, 3}, {1, 1, 1});  // rows 0 and 3, columns 0 and 4
  const auto entry = [](unsigned row, unsigned column) { return Factor{1} << (5 * row + column); };
  EXPECT_EQ(mirror.image(entry(0, 0), 0), entry(3, 4));
  EXPECT_EQ(mirror.image(entry(0, 1), 0), entry(3, 1));
  EXPECT_EQ(mirror.image(entry(2, 4), 0), entry(2, 0));
  EXPECT_EQ(mirror.image(entry(2, 3), 0), entry(2, 3));
  const Reflection all({4, 5, 3});
  EXPECT_EQ(all.image(entry(1, 0), 0), entry(2, 4));
  EXPECT_EQ(all.image(entry(1, 2), 0), entry(2, 2));
}

TEST(Reflection, WordsKnowTheirImages) {
  for (const Shape& shape : {Shape{1, 1, 1}, Shape{2, 2, 2}, Shape{3, 3, 3}, Shape{4, 4, 4}, Shape{4, 5, 5}, Shape{2, 3, 7},
                             Shape{5, 5, 5}, Shape{7, 7, 7}, Shape{1, 9, 7}, Shape{6, 4, 8}}) {
    for (const Swaps& swaps : {Swaps{1, 1, 1}, Swaps{2, 2, 2}, Swaps{1, 3, 2}, kAllSwaps}) {
      const Reflection mirror(shape, swaps);
      ASSERT_LE(mirror.width(), 64u);
      RandomStream random(17, shape.n);
      for (int k = 0; k < 100; ++k) {
        Summand summand;
        for (unsigned p = 0; p < 3; ++p) summand.factor[p] = random.next64() >> (64 - shape.bits(p));
        const Summand image = mirror.image(summand);
        EXPECT_EQ(mirror.image(image), summand);
        for (unsigned p = 0; p < 3; ++p) {
          const std::uint64_t word = mirror.to_word(summand.factor[p], p);
          EXPECT_EQ(mirror.to_factor(word, p), summand.factor[p]);
          EXPECT_EQ(mirror.to_word(image.factor[p], p), word ^ word >> mirror.shift());
          EXPECT_EQ(image.factor[p] == summand.factor[p], word >> mirror.shift() == 0);
        }
      }
    }
  }
}

/// As the tensor is: a sum over all i, j, k.
TEST(Reflection, KeepsTheTensor) {
  for (const Shape& shape : {Shape{2, 3, 4}, Shape{5, 5, 5}, Shape{1, 6, 3}}) {
    for (const Swaps& swaps : {Swaps{1, 1, 1}, Swaps{1, 2, 1}, kAllSwaps}) {
      const Reflection mirror(shape, swaps);
      Scheme scheme = standard_scheme(shape);
      for (Summand& summand : scheme.summands) summand = mirror.image(summand);
      EXPECT_EQ(sorted(scheme), sorted(standard_scheme(shape)));
    }
  }
}

TEST(Reflection, WordsThatAreTooLongAreRefused) {
  EXPECT_NO_THROW(Reflection({32, 1, 2}, {1, 1, 1}));
  EXPECT_THROW(Reflection({8, 8, 8}, {1, 3, 2}), ResourceError);
  EXPECT_NO_THROW(Reflection({8, 8, 8}, {3, 3, 3}));
}

}  // namespace
}  // namespace wreath::flip
