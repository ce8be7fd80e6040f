// SPDX-License-Identifier: MIT
#include "core/run/machine.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace wreath {
namespace {

TEST(Hardware, KnowsItself) {
  const Hardware& machine = this_machine();
  EXPECT_GE(machine.cores, 1U);
  EXPECT_LE(machine.cores, std::thread::hardware_concurrency());
  EXPECT_GT(machine.memory, std::uint64_t{1} << 26);
  EXPECT_FALSE(machine.cpu.empty());
  EXPECT_LE(available_memory(), machine.memory);
  Hardware small;
  small.caches = {{1, 100, 64, 1}, {2, 200, 64, 1}};
  EXPECT_EQ(small.cache_bytes(1), 100U);
  EXPECT_EQ(small.cache_bytes(3), 200U);
}

TEST(Hardware, ReportsResidentAndPeakMemory) {
  constexpr std::uint64_t kTaken = std::uint64_t{16} << 20;
  const std::uint64_t before = resident_memory();
  EXPECT_GE(before, std::uint64_t{1} << 20);
  {
    std::vector<char> taken(kTaken, 1);
    EXPECT_GE(resident_memory(), kTaken);
    taken[kTaken / 2] = static_cast<char>(before);  // so that it is not left out
  }
  EXPECT_GE(peak_resident_memory(), kTaken);
}

}  // namespace
}  // namespace wreath
