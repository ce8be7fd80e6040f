// SPDX-License-Identifier: MIT
#include "bench/baselines/word/paper_multiply.hpp"

#include <gtest/gtest.h>

#include "bench/inputs/word/adversary.hpp"
#include "core/data/rng.hpp"
#include "word/reduction/reduction_groups.hpp"

namespace wreath::word {
namespace {

class PaperMultiply : public testing::TestWithParam<test::GroupCase> {
 protected:
  std::shared_ptr<const AutomaticStructure> structure = test::structure_of(GetParam().group);
  NormalForms reference{structure->view()};

  bool is_large() const { return structure->multiplier.dfa.states() > 200; }  // the cost is cubic
};

TEST_P(PaperMultiply, IsTheProduct) {
  if (structure->multiplier.dfa.states() > 1000) GTEST_SKIP() << "too large for matrices here";
  PaperMultiplier multiplier(structure->view());
  RandomStream random(1, 0);
  for (const std::size_t length :
       is_large() ? std::vector<std::size_t>{0, 3, 6} : std::vector<std::size_t>{0, 1, 2, 3, 4, 7, 8, 21}) {
    Word word(length);
    for (Letter& x : word) x = static_cast<Letter>(random.below(structure->view().letters()));
    ASSERT_EQ(multiplier.reduce(word), reference.reduce(word));
  }
  const ReductionMachine machine(structure->view());
  if (const auto change = whole_word_change(machine, is_large() ? 7 : 60, 1)) {
    const Word product = multiplier.times(change->u, change->g);
    ASSERT_EQ(product, reference.times(change->u, change->g));
  }
}

INSTANTIATE_TEST_SUITE_P(Groups, PaperMultiply, testing::ValuesIn(test::kReductionGroups));

}  // namespace
}  // namespace wreath::word
