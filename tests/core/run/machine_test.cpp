// SPDX-License-Identifier: MIT
#include "core/run/machine.hpp"

#include <gtest/gtest.h>

namespace wreath {
namespace {

TEST(Machine, KnowsItself) {
  const Machine& machine = this_machine();
  EXPECT_GE(machine.cores, 1U);
  EXPECT_GT(machine.memory, std::uint64_t{1} << 26);
  EXPECT_FALSE(machine.cpu.empty());
  EXPECT_LE(available_memory(), machine.memory);
  EXPECT_GT(resident_memory(), 0U);
  EXPECT_GE(peak_resident_memory(), std::uint64_t{1} << 20);
  Machine small;
  small.caches = {{1, 100, 64, 1}, {2, 200, 64, 1}};
  EXPECT_EQ(small.cache_bytes(1), 100U);
  EXPECT_EQ(small.cache_bytes(3), 200U);
}

}  // namespace
}  // namespace wreath
