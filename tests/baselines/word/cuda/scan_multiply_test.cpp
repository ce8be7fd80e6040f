// SPDX-License-Identifier: MIT
//
// Products on a GPU against the plain walk.
#include <gtest/gtest.h>

#include "core/data/rng.hpp"
#include "bench/inputs/word/adversary.hpp"
#include "bench/baselines/word/cuda/scan_multiply.hpp"
#include "bench/inputs/word/serial_multiply.hpp"
#include "word/reduction/reduction_groups.hpp"
#include "wreath/gpu.hpp"

namespace wreath::word {
namespace {

class DeviceMultiply : public testing::TestWithParam<test::GroupCase> {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
    structure = test::structure_of(GetParam().group);
  }
  Letter random_letter(RandomStream& random) const { return static_cast<Letter>(random.below(structure->view().letters())); }

  std::shared_ptr<const AutomaticStructure> structure;
};

TEST_P(DeviceMultiply, LetterByLetter) {
  const ReductionMachine machine(structure->view());
  const ScanTables tables(machine);
  for (const std::uint32_t chunk : {0U, 16U, 48U}) {
    SCOPED_TRACE(chunk);
    DeviceScanMultiplier device(tables, {chunk});
    device.assign({});
    RandomStream random(chunk, 0);
    Marks marks{0};
    std::vector<Set> sets;
    for (int i = 0; i < 400; ++i) {
      const Letter g = random_letter(random);
      multiply_serially(machine.ref(), marks, g, sets);
      device.multiply(g);
      ASSERT_EQ(device.size(), marks.size() - 1) << "letter " << i;
      if (i % 8 == 0 || i > 390) {
        ASSERT_EQ(device.word(), letters_of(machine.ref(), marks)) << "letter " << i;
      }
    }
  }
}

TEST_P(DeviceMultiply, WhereAllOfTheWordChanges) {
  const ReductionMachine machine(structure->view());
  const ScanTables tables(machine);
  std::vector<Set> sets;
  std::uint64_t seed = 0;
  for (const std::uint32_t chunk : {16U, 64U, 0U}) {
    DeviceScanMultiplier device(tables, {chunk});
    for (const std::size_t length : {1U, 15U, 16U, 17U, 31U, 32U, 33U, 500U, 5000U, 100'000U, 1'000'000U}) {
      if (chunk != 0 && length > 100'000) continue;
      SCOPED_TRACE(testing::Message() << "chunk " << chunk << " length " << length << " seed " << ++seed);
      const auto change = whole_word_change(machine, length, seed);
      ASSERT_EQ(change.has_value(), GetParam().has_adversary);
      if (!change) return;
      Marks marks{0};
      for (const Letter x : change->u) marks.push_back(mark_after(machine.ref(), marks.back(), x));
      device.assign(change->u);
      multiply_serially(machine.ref(), marks, change->g, sets);
      device.multiply(change->g);
      ASSERT_EQ(device.kept(), 0U);
      ASSERT_EQ(device.word(), letters_of(machine.ref(), marks));
      device.multiply(change->v);
      ASSERT_EQ(device.word(), change->u);
    }
  }
}

TEST_P(DeviceMultiply, WhatIsNoNormalFormIsRefused) {
  const ScanTables tables{ReductionMachine(structure->view())};
  DeviceScanMultiplier device(tables, {16});
  const Letter a = 0;
  const Letter inverse = structure->presentation.alphabet.inverses[a];
  Word word;
  for (int i = 0; i < 50; ++i) word.insert(word.end(), {a, inverse});
  device.assign(word);
  EXPECT_THROW(device.multiply(a), InputError);
  word.back() = static_cast<Letter>(structure->view().letters());
  EXPECT_THROW(device.assign(word), InputError);
}

INSTANTIATE_TEST_SUITE_P(Groups, DeviceMultiply, testing::ValuesIn(test::kReductionGroups));

}  // namespace
}  // namespace wreath::word
