// SPDX-License-Identifier: MIT
#include "core/run/pieces.hpp"

#include <gtest/gtest.h>

namespace wreath {
namespace {

TEST(Pieces, CoverEverythingInOrder) {
  RunControl run;
  std::uint64_t next = 5;
  EXPECT_TRUE(in_pieces(5, 100'000, 3000, run, [&](std::uint64_t begin, std::uint64_t end) {
    EXPECT_EQ(begin, next);
    EXPECT_GT(end, begin);
    EXPECT_LE(end - begin, 3000U);
    next = end;
  }));
  EXPECT_EQ(next, 100'000U);
  EXPECT_TRUE(in_pieces(7, 7, 1, run, [](std::uint64_t, std::uint64_t) { FAIL(); }));
}

TEST(Pieces, EndWhenTheRunIsToStop) {
  RunControl run;
  int calls = 0;
  EXPECT_FALSE(in_pieces(0, 1'000'000, 1000, run, [&](std::uint64_t, std::uint64_t) {
    if (++calls == 3) run.request_stop(StopReason::interrupted);
  }));
  EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace wreath
