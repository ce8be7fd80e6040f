// SPDX-License-Identifier: MIT
#include "bench/baselines/word/scan_multiply.hpp"

#include <gtest/gtest.h>

#include "bench/inputs/word/adversary.hpp"
#include "core/data/rng.hpp"
#include "word/reduction/reduction_groups.hpp"

namespace wreath::word {
namespace {

/// Pieces as small and as many as can be, and such as are given up.
std::vector<ScanOptions> many_pieces() {
  std::vector<ScanOptions> all;
  for (const unsigned threads : {1U, 2U, 3U}) {
    for (const std::size_t least : {1U, 2U, 7U, 64U}) {
      for (const std::size_t most_runs : {0U, 2U, 1000U}) all.push_back({{threads, least, most_runs}, least == 64 ? 16U : 0U});
    }
  }
  return all;
}

class ScanMultiply : public testing::TestWithParam<test::GroupCase> {
 protected:
  std::shared_ptr<const AutomaticStructure> structure = test::structure_of(GetParam().group);
  ReductionMachine machine{structure->view()};
  NormalForms reference{structure->view()};

  Word random_normal_form(std::size_t length, RandomStream& random) {
    Word word(length);
    for (Letter& x : word) x = static_cast<Letter>(random.below(structure->view().letters()));
    return reference.reduce(word);
  }
};

TEST_P(ScanMultiply, IsTheProduct) {
  RandomStream random(2, 0);
  for (const ScanOptions& options : many_pieces()) {
    ScanMultiplier multiplier(machine, options);
    for (const std::size_t length : {0U, 1U, 2U, 40U}) {
      const Word u = random_normal_form(length, random);
      for (Letter g = 0; g < structure->view().letters(); ++g) {
        Marks marks = multiplier.marks(u);
        multiplier.multiply(marks, g);
        const Word product = reference.times(u, g);
        ASSERT_EQ(letters_of(machine.ref(), marks), product);
        ASSERT_EQ(marks, multiplier.marks(product));
      }
    }
  }
}

TEST_P(ScanMultiply, IsTheProductWhereAllOfTheWordChanges) {
  std::uint64_t seed = 0;
  for (const ScanOptions& options : many_pieces()) {
    SCOPED_TRACE(++seed);
    const auto change = whole_word_change(machine, 1 + 5 * seed, seed);
    if (!change) return;
    ScanMultiplier multiplier(machine, options);
    Marks marks = multiplier.marks(change->u);
    multiplier.multiply(marks, change->g);
    const Word product = reference.times(change->u, change->g);
    ASSERT_EQ(letters_of(machine.ref(), marks), product);
    ASSERT_EQ(marks, multiplier.marks(product));
    multiplier.multiply(marks, change->v);
    ASSERT_EQ(letters_of(machine.ref(), marks), change->u);
  }
}

TEST_P(ScanMultiply, LongWordsAreThoseOfTheWalk) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE(seed);
    const auto change = whole_word_change(machine, 100'000, seed);
    if (!change) return;
    ScanMultiplier multiplier(machine, {{2, 1000, 6}, 500});
    Marks marks = multiplier.marks(change->u);
    Marks expected = marks;
    std::vector<Set> sets;
    multiply_serially(machine.ref(), expected, change->g, sets);
    multiplier.multiply(marks, change->g);
    ASSERT_EQ(marks, expected);
  }
}

TEST_P(ScanMultiply, WhatIsNoNormalFormIsRefused) {
  RandomStream random(3, 0);
  for (const ScanOptions& options : many_pieces()) {
    const ScanMultiplier multiplier(machine, options);
    Word word(60);
    for (Letter& x : word) x = static_cast<Letter>(random.below(structure->view().letters()));
    if (reference.reduce(word) != word) {
      EXPECT_THROW(multiplier.marks(word), InputError);
    }
    word.back() = static_cast<Letter>(structure->view().letters());
    EXPECT_THROW(multiplier.marks(word), InputError);
  }
}

INSTANTIATE_TEST_SUITE_P(Groups, ScanMultiply, testing::ValuesIn(test::kReductionGroups));

}  // namespace
}  // namespace wreath::word
