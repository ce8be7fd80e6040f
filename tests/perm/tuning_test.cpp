// SPDX-License-Identifier: MIT
#include "perm/tuning.hpp"

#include <gtest/gtest.h>

#include "perm/model.hpp"
#include "temporary_folder.hpp"

namespace wreath::perm {
namespace {

std::vector<TuningEntry> entries() {
  return {{Operation::gather, 1 << 20, 4, 2, 13, 1.0, 2.0},
          {Operation::gather, 1 << 24, 4, 2, 15, 4.0, 2.0},
          {Operation::inverse, 1 << 20, 4, 2, 14, 3.0, 1.0}};
}

TEST(Tuning, SurvivesTheRoundTrip) {
  const wreath::test::TestFolder folder;
  save_tuning(folder.file("a/b/tuning.json"), entries());
  const auto loaded = load_tuning(folder.file("a/b/tuning.json"));
  ASSERT_EQ(loaded.size(), 3U);
  EXPECT_EQ(loaded[1].points, std::size_t{1} << 24);
  EXPECT_EQ(loaded[1].block_bits, 15U);
  EXPECT_TRUE(loaded[2].operation == Operation::inverse && loaded[2].partition());
}

TEST(Tuning, IsNoneWhereItCannotBeRead) {
  const wreath::test::TestFolder folder;
  EXPECT_TRUE(load_tuning(folder.file("none")).empty());
  for (const char* text :
       {"", "{", "{}", "[1]", "{\"format\": \"wreath perm tuning 1\", \"cpu\": \"another\", \"cores\": 1, \"entries\": []}"}) {
    wreath::test::write_text(folder.file("tuning.json"), text);
    EXPECT_TRUE(load_tuning(folder.file("tuning.json")).empty()) << text;
  }
}

TEST(Tuning, TakesTheNearestSizeOfTheSameTask) {
  Plan plan;
  plan.block_bits = 20;
  EXPECT_TRUE(apply_tuning(plan, entries(), Operation::gather, 1 << 20, 4, 2));
  EXPECT_FALSE(plan.partition);
  EXPECT_EQ(plan.block_bits, 13U);
  plan.block_bits = 20;
  EXPECT_TRUE(apply_tuning(plan, entries(), Operation::gather, 1 << 25, 4, 2));
  EXPECT_TRUE(plan.partition);
  EXPECT_EQ(plan.block_bits, 20U);  // too far from what was measured to take its block size
  EXPECT_FALSE(apply_tuning(plan, entries(), Operation::gather, 1 << 27, 4, 2));  // and too far for anything
  EXPECT_FALSE(apply_tuning(plan, entries(), Operation::inverse, 2, 4, 2));
  EXPECT_FALSE(apply_tuning(plan, entries(), Operation::gather, 1 << 20, 4, 1));
  EXPECT_FALSE(apply_tuning(plan, entries(), Operation::gather, 1 << 20, 8, 2));
  EXPECT_FALSE(apply_tuning(plan, entries(), Operation::scatter, 1 << 20, 4, 2));
}

// Table 8's column "Optimal" for 32 million points from Table 6's bandwidths.
TEST(Model, GivesThePapersPredictions) {
  const MemoryParameters paper{8, 5859e6, 3850e6, 0, 302e-9};
  const std::size_t points = 32'000'000;
  EXPECT_NEAR(predict_implicit(Operation::gather, points, 4, paper), 0.25, 0.03);
  EXPECT_NEAR(predict_implicit(Operation::inverse, points, 4, paper), 0.18, 0.02);
  EXPECT_NEAR(predict_implicit(Operation::scatter, points, 4, paper), 0.20, 0.02);
  EXPECT_NEAR(predict_traditional(Operation::gather, points, 4, paper), 0.39, 0.03);
  EXPECT_NEAR(predict_traditional(Operation::inverse, points, 4, paper), 0.53, 0.04);
}

}  // namespace
}  // namespace wreath::perm
