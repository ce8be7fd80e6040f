// SPDX-License-Identifier: MIT
#include "bench/baselines/word/cuda/paper_multiply.hpp"

#include <gtest/gtest.h>

#include "core/data/rng.hpp"
#include "word/reduction/reduction_groups.hpp"
#include "wreath/gpu.hpp"

namespace wreath::word {
namespace {

class DevicePathDoubling : public testing::TestWithParam<test::GroupCase> {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
    structure = test::structure_of(GetParam().group);
  }
  Letter random_letter(RandomStream& random) const { return static_cast<Letter>(random.below(structure->view().letters())); }

  std::shared_ptr<const AutomaticStructure> structure;
};

TEST_P(DevicePathDoubling, AgreesWithTheReference) {
  if (structure->multiplier.dfa.states() > 700) GTEST_SKIP() << "too large for matrices here";
  const PaperTables tables(structure->view());
  NormalForms reference(structure->view());
  RandomStream random(5, 0);
  for (const unsigned block : {1U, 32U, 100U, 1024U}) {
    DevicePaperMultiplier device(tables, 40, block);
    for (const std::size_t length : {0U, 1U, 2U, 3U, 15U, 16U, 17U, 40U}) {
      SCOPED_TRACE(testing::Message() << "block " << block << " length " << length);
      Word word(length);
      for (Letter& x : word) x = random_letter(random);
      const Word u = reference.reduce(word);
      ASSERT_EQ(device.reduce(word), u);
      const Letter g = random_letter(random);
      ASSERT_EQ(device.times(u, g), reference.times(u, g));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Groups, DevicePathDoubling, testing::ValuesIn(test::kReductionGroups));

}  // namespace
}  // namespace wreath::word
