// SPDX-License-Identifier: MIT
#include "core/algebra/integer_rows.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace wreath {
namespace {

using Row = IntegerRows::Row;

constexpr std::int64_t kLarge = std::numeric_limits<std::int64_t>::max();

bool spans(const IntegerRows& rows, Row row) {
  const auto rest = rows.reduced(std::move(row));
  return rest.has_value() && IntegerRows::first_nonzero(*rest) == rest->size();
}

TEST(IntegerRows, ReduceToZeroIfAMultipleIsACombination) {
  IntegerRows rows(3);
  EXPECT_TRUE(rows.add({2, 4, 0}));
  EXPECT_TRUE(rows.add({0, 3, 6}));
  EXPECT_TRUE(spans(rows, {1, 2, 0}));   // half of the first
  EXPECT_TRUE(spans(rows, {2, 7, 6}));   // the sum
  EXPECT_TRUE(spans(rows, {1, 0, -4}));  // half of the first, less two thirds of the second
  EXPECT_FALSE(spans(rows, {1, 0, 0}));
  EXPECT_FALSE(spans(rows, {0, 0, 1}));
  EXPECT_TRUE(rows.add({0, 0, -5}));
  EXPECT_TRUE(spans(rows, {1, 0, 0}));
}

TEST(IntegerRows, OfZerosAddNothing) {
  IntegerRows rows(2);
  EXPECT_TRUE(rows.add({0, 0}));
  EXPECT_TRUE(spans(rows, {0, 0}));
  EXPECT_FALSE(spans(rows, {0, 1}));
  EXPECT_TRUE(rows.add({0, 7}));
  EXPECT_TRUE(rows.add({0, 14}));  // which is a multiple
  EXPECT_TRUE(spans(rows, {0, 1}));
  EXPECT_FALSE(spans(rows, {1, 0}));
  IntegerRows none(0);
  EXPECT_TRUE(none.add({}));
  EXPECT_TRUE(spans(none, {}));
}

TEST(IntegerRows, StayAsTheyWereIfNumbersGrowTooLarge) {
  IntegerRows rows(2);
  EXPECT_TRUE(rows.add({1, kLarge}));
  EXPECT_FALSE(rows.add({2, 1 - kLarge}));  // less twice the first
  EXPECT_FALSE(rows.reduced({2, 1 - kLarge}).has_value());
  EXPECT_FALSE(spans(rows, {0, 1}));
  EXPECT_TRUE(spans(rows, {1, kLarge}));
  EXPECT_TRUE(rows.add({0, 1}));
  EXPECT_TRUE(spans(rows, {0, kLarge}));
}

TEST(IntegerRows, FirstNonzero) {
  EXPECT_EQ(IntegerRows::first_nonzero({0, 0, -1, 2}), 2U);
  EXPECT_EQ(IntegerRows::first_nonzero({0, 0}), 2U);
  EXPECT_EQ(IntegerRows::first_nonzero({}), 0U);
}

}  // namespace
}  // namespace wreath
