// SPDX-License-Identifier: MIT
#include "orbit/cases.hpp"

namespace wreath::orbit {
namespace {

class QuickCase : public testing::TestWithParam<test::Case> {};

TEST_P(QuickCase, AgreesWithWhatIsKnown) {
  EXPECT_TRUE(test::agrees(GetParam(), {.machine = {.backend = BackendChoice::cpu, .threads = 1}}));
  EXPECT_TRUE(test::agrees(GetParam(), {.machine = {.backend = BackendChoice::cpu, .threads = 2}}));
}

INSTANTIATE_TEST_SUITE_P(Orbit, QuickCase, testing::ValuesIn(test::known_cases(WREATH_TEST_DATA "/orbit_cases.tsv", "quick")),
                         test::name_of_case);

}  // namespace
}  // namespace wreath::orbit
