// SPDX-License-Identifier: MIT
//
// Levels that a GPU counts against those of the CPU.
#include "wreath/semigroup/levels.hpp"

#include <gtest/gtest.h>

#include "semigroup/stop_at.hpp"
#include "kept_run.hpp"
#include "temporary_folder.hpp"
#include "wreath/gpu.hpp"
#include "wreath/semigroup.hpp"

namespace wreath::semigroup {
namespace {

using wreath::test::KeptRun;

class CudaLevels : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  }
};

TEST_F(CudaLevels, AreThoseOfTheCpu) {
  // Chunks of all digits, of several, of one, and a shorter one; lists that are sorted and others.
  for (const char* name :
       {"full:1", "full:2", "full:3", "full:5", "full:7", "full:8", "order:5", "order:8", "symmetric:8", "symmetric-inverse:6",
        "partial:5", "boolean:4", "unitriangular-boolean:6", "reflexive-boolean:4", "gl:3,3"}) {
    const Generators generators = open_generators(name);
    const LevelCount cpu = count_levels(generators, {.machine = {.backend = BackendChoice::cpu}});
    const LevelCount gpu = count_levels(generators, {.machine = {.backend = BackendChoice::cuda}});
    EXPECT_TRUE(gpu.complete);
    EXPECT_EQ(gpu.levels, cpu.levels) << name;
  }
  const Generators semigroup{.degree = 4, .images = {1, 2, 3, 3, 0, 0, 1, 2, 1, 2, 3, 3}, .monoid = false};
  EXPECT_EQ(count_levels(semigroup, {.machine = {.backend = BackendChoice::cuda}}).levels,
            count_levels(semigroup, {.machine = {.backend = BackendChoice::cpu}}).levels);
}

TEST_F(CudaLevels, OfMoreThan255Generators) {
  const LevelCount found = count_levels(open_generators("reflexive-boolean:5"), {.machine = {.backend = BackendChoice::cuda}});
  EXPECT_EQ(found.size, std::uint64_t{1} << 20);
  EXPECT_EQ(found.levels[1], 1414U);
}

TEST_F(CudaLevels, ContinueWhatTheCpuBegan) {
  const wreath::test::TestFolder folder;
  const std::string file = folder.file("levels.ck");
  const Generators generators = open_generators("full:6");
  const LevelCount whole = count_levels(generators, {.machine = {.backend = BackendChoice::cpu}});
  for (const BackendChoice first : {BackendChoice::cpu, BackendChoice::cuda}) {
    StopAt stop(10);
    stop.run().keep_in({.checkpoint = file});
    const LevelCount part = count_levels(generators, {.machine = {.backend = first}}, &stop.run());
    EXPECT_FALSE(part.complete);
    const BackendChoice second = first == BackendChoice::cpu ? BackendChoice::cuda : BackendChoice::cpu;
    EXPECT_EQ(count_levels(generators, {.machine = {.backend = second}}, KeptRun({.resume = file})).levels, whole.levels);
  }
}

}  // namespace
}  // namespace wreath::semigroup
