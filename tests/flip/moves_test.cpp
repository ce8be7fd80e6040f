// SPDX-License-Identifier: MIT
#include "flip/walk/moves.hpp"

#include <gtest/gtest.h>

#include "core/data/rng.hpp"

namespace wreath::flip {
namespace {

/// A walk of random flips and pluses: whatever they do, the sum stays the tensor.
TEST(Moves, KeepTheTensor) {
  for (const Shape shape : {Shape{2, 2, 2}, Shape{2, 3, 4}, Shape{3, 3, 3}, Shape{1, 5, 2}}) {
    const std::uint64_t seed = 7;
    RandomStream random(seed, shape.n * 100 + shape.m * 10 + shape.p);
    Scheme scheme = standard_scheme(shape);
    auto& summands = scheme.summands;
    unsigned flips = 0;
    for (int step = 0; step < 20000; ++step) {
      const unsigned position = random.below(3);
      const std::size_t first = random.below(static_cast<std::uint32_t>(summands.size()));
      const std::size_t second = random.below(static_cast<std::uint32_t>(summands.size()));
      if (first == second) continue;
      if (summands[first].factor[position] == summands[second].factor[position]) {
        const std::size_t before = summands.size();
        const unsigned dropped = apply_flip(summands, position, first, second);
        EXPECT_EQ(summands.size() + dropped, before);
        ++flips;
      } else if (step % 500 == 0 && summands.size() < 2 * shape.n * shape.m * shape.p) {
        apply_plus(summands, position, first, second);
      }
      if (step % 1000 == 0) {
        EXPECT_NO_THROW(require_valid(scheme, "walk")) << "seed " << seed;
      }
    }
    EXPECT_GT(flips, 100u);
    require_valid(scheme, "walk");
  }
}

TEST(Moves, EqualSummandsVanish) {
  Scheme scheme = standard_scheme({2, 2, 2});
  scheme.summands.push_back(scheme.summands[3]);
  scheme.summands.push_back(scheme.summands[3]);
  EXPECT_EQ(apply_flip(scheme.summands, 0, 8, 9), 2u);
  EXPECT_EQ(scheme, standard_scheme({2, 2, 2}));
}

TEST(Moves, WrongMovesAreRefused) {
  Scheme scheme = standard_scheme({2, 2, 2});
  EXPECT_THROW(apply_flip(scheme.summands, 0, 0, 7), InternalError);
  EXPECT_THROW(apply_flip(scheme.summands, 0, 2, 2), InternalError);
  EXPECT_THROW(apply_plus(scheme.summands, 0, 0, 1), InternalError);
}

/// x1 y1 z1 + ... with y3 = y1 + y2 at a shared x falls by one.
TEST(Moves, DependencesAreReduced) {
  Scheme scheme = standard_scheme({3, 3, 3});
  auto& summands = scheme.summands;
  // split one summand x y z over y = e + (y + e), twice, so that three share x and z's may differ
  Summand part = summands[0];
  part.factor[1] = 0b010;
  summands[0].factor[1] ^= part.factor[1];
  summands.push_back(part);
  require_valid(scheme, "split");
  const std::size_t before = scheme.rank();
  std::vector<Summand> replayed = summands;
  const std::vector<Move> moves = reduce_dependences(summands);
  EXPECT_LT(scheme.rank(), before);
  require_valid(scheme, "reduced");
  for (const Move& move : moves) apply(replayed, move);
  EXPECT_EQ(replayed, summands);
}

TEST(Schemes, ShapesAreParsed) {
  EXPECT_EQ(parse_shape("3x4x5"), (Shape{3, 4, 5}));
  EXPECT_EQ(to_string(Shape{3, 4, 5}), "3x4x5");
  for (const char* bad : {"", "4", "4x4", "4x4x", "4x4x4x4", "0x2x2", "9x8x2", "axbxc", "4x4x4 ", "-1x2x2", "99999999999x1x1"}) {
    EXPECT_THROW((void)parse_shape(bad), InputError) << bad;
  }
}

TEST(Schemes, AWrongEntryIsNamed) {
  Scheme scheme = standard_scheme({2, 3, 2});
  EXPECT_FALSE(first_wrong_entry(scheme));
  scheme.summands.pop_back();  // a23 b32 c22 is missing
  const auto wrong = first_wrong_entry(scheme);
  ASSERT_TRUE(wrong);
  EXPECT_TRUE(wrong->expected);
  EXPECT_EQ(wrong->at[0], (std::array<unsigned, 2>{1, 2}));
  EXPECT_EQ(wrong->at[1], (std::array<unsigned, 2>{2, 1}));
  EXPECT_EQ(wrong->at[2], (std::array<unsigned, 2>{1, 1}));
}

}  // namespace
}  // namespace wreath::flip
