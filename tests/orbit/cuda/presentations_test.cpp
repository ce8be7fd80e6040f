// SPDX-License-Identifier: MIT
//
// Presentations on a GPU against the same searches on the CPU.
#include <gtest/gtest.h>

#include "wreath/gpu.hpp"
#include "wreath/orbit.hpp"

namespace wreath::orbit {
namespace {

TEST(CudaPresentations, LevelsAreThoseOfTheCpu) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  for (const char* name :
       {"andrews-curtis:8", "andrews-curtis:10,8", "akbulut-kirby:2,13", "akbulut-kirby:3,19", "akbulut-kirby:3,20,8"}) {
    const Generators generators = make_family(name);
    const Start start = parse_start("", generators);
    Search cpu(generators, start, {.machine = {.backend = BackendChoice::cpu}});
    Search gpu(generators, start, {.machine = {.backend = BackendChoice::cuda}});
    ASSERT_TRUE(cpu.run());
    ASSERT_TRUE(gpu.run());
    EXPECT_EQ(gpu.levels(), cpu.levels()) << name;
    EXPECT_EQ(gpu.last_level(100), cpu.last_level(100)) << name;
  }
}

}  // namespace
}  // namespace wreath::orbit
