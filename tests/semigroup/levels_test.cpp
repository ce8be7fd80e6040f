// SPDX-License-Identifier: MIT
#include "wreath/semigroup/levels.hpp"

#include <gtest/gtest.h>

#include "kept_run.hpp"
#include "temporary_folder.hpp"
#include "wreath/semigroup.hpp"

namespace wreath::semigroup {
namespace {

using wreath::test::KeptRun;

std::vector<std::uint64_t> levels_of(const Generators& generators) {
  Enumeration found(generators);
  found.run();
  return found.levels();
}

TEST(SemigroupLevels, AreThoseOfTheEnumeration) {
  for (const char* name : {"full:1", "full:2", "full:3", "full:5", "full:6", "order:5", "bihecke:3", "symmetric:6"}) {
    const Generators generators = open_generators(name);
    if (generators.degree > 8) continue;
    const std::vector<std::uint64_t> expected = levels_of(generators);
    for (const unsigned threads : {1U, 3U}) {
      const LevelCount found = count_levels(generators, {.machine = {.threads = threads}});
      EXPECT_TRUE(found.complete);
      EXPECT_EQ(found.levels, expected) << name;
    }
  }
}

TEST(SemigroupLevels, OfElementsThatAct) {
  // Digits with the same number of values, with different ones, and with one alone.
  for (const char* name : {"symmetric-inverse:4", "partial:4", "boolean:3", "unitriangular-boolean:5", "unitriangular-boolean:1",
                           "reflexive-boolean:4", "gl:2,5", "matrices:2,4", "catalan:7"}) {
    const Generators generators = open_generators(name);
    const LevelCount found = count_levels(generators, {.machine = {.backend = BackendChoice::cpu, .threads = 2}});
    EXPECT_TRUE(found.complete);
    EXPECT_EQ(found.levels, levels_of(generators)) << name;
  }
  EXPECT_THROW((void)count_levels(open_generators("partition:3")), InputError);
}

TEST(SemigroupLevels, OfSemigroupsWithoutAnIdentity) {
  const Generators generators{.degree = 4, .images = {1, 2, 3, 3, 0, 0, 1, 2, 1, 2, 3, 3}, .monoid = false};
  const LevelCount found = count_levels(generators);
  EXPECT_EQ(found.levels, levels_of(generators));
  EXPECT_EQ(found.levels.front(), 2U) << "a generator appears twice";
}

TEST(SemigroupLevels, StopAndContinue) {
  const wreath::test::TestFolder folder;
  const std::string file = folder.file("levels.ck");
  const Generators generators = open_generators("full:5");
  KeptRun stopped({.checkpoint = file});
  stopped.request_stop(StopReason::interrupted);
  const LevelCount none = count_levels(generators, {}, &stopped);
  EXPECT_FALSE(none.complete);
  EXPECT_EQ(none.levels, std::vector<std::uint64_t>{1});
  const LevelCount found = count_levels(generators, {}, KeptRun({.resume = file}));
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.size, 3125U);
  EXPECT_EQ(found.levels, levels_of(generators));
  EXPECT_THROW((void)count_levels(open_generators("full:4"), {}, KeptRun({.resume = file})), InputError);
}

TEST(SemigroupLevels, NeedRoomForOneBitPerMap) {
  RunControl small;
  small.limit_memory(std::uint64_t{1} << 20);
  EXPECT_THROW((void)count_levels(open_generators("full:9"), {.machine = {.backend = BackendChoice::cpu}}, &small),
               ResourceError);
  EXPECT_THROW((void)count_levels(open_generators("full:20"), {.machine = {.backend = BackendChoice::cpu}}), ResourceError);
}

}  // namespace
}  // namespace wreath::semigroup
