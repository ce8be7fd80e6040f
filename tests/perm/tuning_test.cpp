// SPDX-License-Identifier: MIT
#include "perm/plan/plan.hpp"

#include <gtest/gtest.h>

#include "temporary_folder.hpp"
#include "wreath/perm/tuning.hpp"

namespace wreath::perm {
namespace {

std::vector<TuningEntry> entries() {
  return {{Operation::multiply, 1 << 20, 4, 2, 13, 1.0, 2.0},
          {Operation::multiply, 1 << 24, 4, 2, 15, 4.0, 2.0},
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
  RamPlan plan;
  plan.block_bits = 20;
  EXPECT_TRUE(apply_tuning(plan, entries(), Operation::multiply, 1 << 20, 4, 2));
  EXPECT_FALSE(plan.partition);
  EXPECT_EQ(plan.block_bits, 13U);
  plan.block_bits = 20;
  EXPECT_TRUE(apply_tuning(plan, entries(), Operation::multiply, 1 << 25, 4, 2));
  EXPECT_TRUE(plan.partition);
  EXPECT_EQ(plan.block_bits, 20U);  // too far from what was measured to take its block size
  EXPECT_FALSE(apply_tuning(plan, entries(), Operation::multiply, 1 << 27, 4, 2));  // and too far for anything
  EXPECT_FALSE(apply_tuning(plan, entries(), Operation::inverse, 2, 4, 2));
  EXPECT_FALSE(apply_tuning(plan, entries(), Operation::multiply, 1 << 20, 4, 1));
  EXPECT_FALSE(apply_tuning(plan, entries(), Operation::multiply, 1 << 20, 8, 2));
  EXPECT_FALSE(apply_tuning(plan, entries(), Operation::divide, 1 << 20, 4, 2));
}

}  // namespace
}  // namespace wreath::perm
