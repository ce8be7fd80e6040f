// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "core/arrays/cuda/tuning.hpp"

namespace wreath::arrays::cuda_detail {
namespace {

constexpr std::uint64_t power(int bits) {
  return std::uint64_t{1} << bits;
}

Variant chosen(Move operation, std::uint64_t points, std::size_t bytes, Way method = Way::automatic) {
  return choose_tuning({operation, points, points, bytes}, method, Limits{}).variant;
}

TEST(PermTuning, TakesWhatWasFastest) {
  EXPECT_EQ(chosen(Move::gather, power(22), 4), Variant::plain);
  EXPECT_EQ(chosen(Move::gather, power(23), 4), Variant::plain);
  EXPECT_EQ(chosen(Move::gather, power(24), 4), Variant::shared);
  EXPECT_EQ(chosen(Move::gather, power(25), 4), Variant::shared);
  EXPECT_EQ(chosen(Move::gather, power(27), 4), Variant::shared);
  EXPECT_EQ(chosen(Move::gather, power(29), 4), Variant::l2);
  EXPECT_EQ(chosen(Move::gather, power(31), 4), Variant::l2);
  EXPECT_EQ(chosen(Move::gather, power(24), 8), Variant::plain);
  EXPECT_EQ(chosen(Move::gather, power(25), 8), Variant::shared);
  EXPECT_EQ(chosen(Move::gather, power(30), 8), Variant::l2);
  for (const Move operation : {Move::invert, Move::scatter}) {
    EXPECT_EQ(chosen(operation, power(22), 4), Variant::plain);
    EXPECT_EQ(chosen(operation, power(27), 4), Variant::shared);
    EXPECT_EQ(chosen(operation, power(31), 4), Variant::two_level);
    EXPECT_EQ(chosen(operation, power(27), 8), Variant::shared);
    EXPECT_EQ(chosen(operation, power(30), 8), Variant::two_level);
  }
  EXPECT_EQ(chosen(Move::invert, power(29), 4), Variant::shared);
  EXPECT_EQ(chosen(Move::scatter, power(29), 4), Variant::two_level);
}

TEST(PermTuning, KeepsToWhatWasAskedFor) {
  for (const Move operation : {Move::gather, Move::invert, Move::scatter}) {
    for (const int bits : {1, 20, 27, 31}) {
      EXPECT_EQ(chosen(operation, power(bits), 4, Way::loop), Variant::plain);
      EXPECT_NE(chosen(operation, power(bits), 4, Way::partition), Variant::plain);
      EXPECT_NE(chosen(operation, power(bits), 8, Way::partition), Variant::plain);
    }
    EXPECT_EQ(chosen(operation, 0, 4, Way::partition), Variant::plain);
  }
}

TEST(PermTuning, LeavesFewPointsOfALargeRangeToThePlainMethod) {
  EXPECT_EQ(choose_tuning({Move::gather, power(20), power(31), 4}, Way::automatic, Limits{}).variant, Variant::plain);
}

// Whatever the GPU, what is chosen must fit into its shared memory.
TEST(PermTuning, FitsIntoTheGpu) {
  for (const std::size_t shared : {48U << 10, 99U << 10, 163U << 10, 227U << 10}) {
    const Limits limits{shared, 6 << 20};
    for (const Move operation : {Move::gather, Move::invert, Move::scatter}) {
      for (const std::size_t bytes : {4U, 8U}) {
        for (int bits = 0; bits < 32; ++bits) {
          const Problem problem{operation, power(bits), power(bits), bytes, operation == Move::scatter && bits % 2 == 0};
          for (const auto& tuning : {tune_shared(problem, limits), tune_l2(problem, limits), tune_two_level(problem, limits)}) {
            if (!tuning) continue;
            EXPECT_GT(tuning->tile_points, 0U);
            EXPECT_LT(tuning->tile_points, 65536U);
            EXPECT_EQ(tuning->tile_points % 64, 0U);
            if (operation == Move::gather) {
              EXPECT_LE(tuning->tile_points * bytes, shared);
            }
            if (tuning->variant != Variant::l2) {
              EXPECT_LE(block_bytes(tuning->block_points, bytes, problem.marks), shared);
            }
            if (tuning->variant == Variant::two_level) {
              ASSERT_GT(tuning->second_tile_points, 0U);
              EXPECT_EQ(tuning->second_tile_points % 256, 0U);
              EXPECT_EQ(tuning->parent_buckets * tuning->block_points % tuning->second_tile_points, 0U);
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace wreath::arrays::cuda_detail
