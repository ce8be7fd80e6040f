// SPDX-License-Identifier: MIT
#include "bench/inputs/word/adversary.hpp"

#include <gtest/gtest.h>

#include "core/words/words.hpp"
#include "word/reduction/reduction_groups.hpp"

namespace wreath::word {
namespace {

class Adversary : public testing::TestWithParam<test::GroupCase> {};

TEST_P(Adversary, ChangesTheWholeWord) {
  const auto structure = test::structure_of(GetParam().group);
  const ReductionMachine machine(structure->view());
  NormalForms reference(structure->view());
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    const auto change = whole_word_change(machine, 40 + seed, seed);
    ASSERT_EQ(change.has_value(), GetParam().has_adversary);
    if (!change) continue;
    const auto& [u, g, v] = *change;
    EXPECT_GE(u.size(), 40 + seed);
    EXPECT_LE(u.size(), 300U);
    EXPECT_EQ(reference.reduce(u), u);
    const Word product = reference.times(u, g);
    ASSERT_FALSE(product.empty());
    EXPECT_NE(product.front(), u.front());
    Word longer{g};
    longer.insert(longer.end(), v.begin(), v.end());
    EXPECT_TRUE(reference.reduce(longer).empty());
    longer.insert(longer.end(), longer.begin(), longer.end());
    Word freely = longer;
    reduce_freely(freely, structure->presentation.alphabet.inverses);
    EXPECT_EQ(freely, longer);
  }
}

INSTANTIATE_TEST_SUITE_P(Groups, Adversary, testing::ValuesIn(test::kReductionGroups));

TEST(Adversary, AFreeGroupHasNoOtherInverse) {
  const auto structure = test::structure_of("free:2");
  EXPECT_EQ(inverse_without_cancelling(ReductionMachine(structure->view()), 0), Word{1});
}

}  // namespace
}  // namespace wreath::word
