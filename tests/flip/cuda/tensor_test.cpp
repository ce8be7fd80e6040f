// SPDX-License-Identifier: MIT
//
// Searches for schemes of tensors on a GPU.
#include <gtest/gtest.h>

#include "wreath/flip.hpp"
#include "wreath/gpu.hpp"

namespace wreath::flip {
namespace {

TEST(CudaTensors, FindKnownRanks) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU";
  const struct {
    const char* name;
    Ring ring;
    std::uint64_t rank;
  } cases[] = {{"kk:3", Ring::f2, 8},       {"ss:3", Ring::f2, 15},    {"gt:3", Ring::f2, 17},
               {"gt:5", Ring::f2, 74},      {"poly:4,4", Ring::f2, 9}, {"st:3", Ring::f3, 10},
               {"uk:3", Ring::ternary, 11}, {"gt:8", Ring::f2, 288},   {"complex:2x2x2", Ring::f2, 28}};
  for (const auto& [name, ring, rank] : cases) {
    SCOPED_TRACE(testing::Message() << name << " over " << to_string(ring));
    SearchOptions options;
    options.machine.backend = BackendChoice::cuda;
    options.ring = ring;
    options.walks = 1024;
    options.target = rank;
    options.steps = 3'000'000;
    Search search(open_walk_tensor(name), options);
    EXPECT_TRUE(search.run());
    EXPECT_TRUE(is_valid_over(search.result().bests.back().scheme, ring));
  }
}

TEST(CudaTensors, SearchesRepeat) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU";
  const auto rank_after = [](std::uint64_t steps) {
    SearchOptions options;
    options.machine.backend = BackendChoice::cuda;
    options.walks = 1024;
    options.steps = steps;
    Search search(open_walk_tensor("ss:4"), options);
    (void)search.run();
    return fingerprint(search.result().bests.back().scheme);
  };
  EXPECT_EQ(rank_after(60'000), rank_after(60'000));
}

}  // namespace
}  // namespace wreath::flip
