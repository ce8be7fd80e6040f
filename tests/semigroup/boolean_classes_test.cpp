// SPDX-License-Identifier: MIT
//
// Green's classes of all Boolean matrices: by row and column spaces, against brute force.
#include <gtest/gtest.h>

#include "semigroup/boolean_reference.hpp"
#include "wreath/semigroup.hpp"

namespace wreath::semigroup {
namespace {

void expect_brute_force_agrees(unsigned n) {
  SCOPED_TRACE(testing::Message() << n << " x " << n);
  const BooleanClassesReference reference = BooleanBruteForce(n).count();
  for (const unsigned threads : {1U, 3U}) {
    const StructureCount found =
        count_structure(make_family("boolean:" + std::to_string(n)),
                        {.machine = {.threads = threads}, .classes = true, .method = CountMethod::orbits});
    ASSERT_TRUE(found.complete);
    EXPECT_EQ(found.size, Natural(std::uint64_t{1} << (n * n)));
    EXPECT_EQ(found.r_classes, Natural(reference.r_classes));
    EXPECT_EQ(found.l_classes, Natural(reference.l_classes));
    EXPECT_EQ(found.h_classes, Natural(reference.h_classes));
    EXPECT_EQ(found.d_classes, reference.d_classes);
    EXPECT_EQ(found.regular_d_classes, reference.regular_d_classes);
    EXPECT_EQ(found.idempotents, reference.idempotents);
  }
}

TEST(BooleanClasses, AgreeWithBruteForce) {
  for (unsigned n = 2; n <= 4; ++n) expect_brute_force_agrees(n);
}

// All 2^25 of them: some twenty seconds of one core. `ctest -L long` runs it.
TEST(BooleanClasses, DISABLED_OfFiveRowsAgreeWithBruteForce) {
  expect_brute_force_agrees(5);
}

// Elements, words and order do not depend on the number of threads.
TEST(BooleanClasses, DoNotDependOnTheThreads) {
  for (const char* name : {"boolean:4", "reflexive-boolean:4", "brauer:5", "full:6"}) {
    SCOPED_TRACE(name);
    OrbitStructure one(make_family(name), 1);
    OrbitStructure several(make_family(name), 3);
    const std::vector<OrbitDClass> first = one.classes(true);
    const std::vector<OrbitDClass> second = several.classes(true);
    ASSERT_EQ(first.size(), second.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
      EXPECT_EQ(first[i].word, second[i].word);
      EXPECT_EQ(first[i].representative, second[i].representative);
      EXPECT_EQ(first[i].count.size, second[i].count.size);
      EXPECT_EQ(first[i].count.idempotents, second[i].count.idempotents);
    }
    EXPECT_EQ(one.order(), several.order());
  }
}

}  // namespace
}  // namespace wreath::semigroup
