// SPDX-License-Identifier: MIT
//
// Known answers of more than some million states, one test each: `standard` up to 2*10^7 states, `long` beyond.
#include "orbit/cases.hpp"

namespace wreath::orbit {
namespace {

class LargeCase : public testing::TestWithParam<test::Case> {};

TEST_P(LargeCase, AgreesWithWhatIsKnown) {
  if (!test::agrees(GetParam(), {.backend = BackendChoice::cpu, .threads = 2})) GTEST_SKIP() << "no family is this graph";
}

std::vector<test::Case> large_cases() {
  std::vector<test::Case> cases = test::known_cases(WREATH_TEST_DATA "/orbit_cases.tsv", "standard");
  const std::vector<test::Case> more = test::known_cases(WREATH_TEST_DATA "/orbit_cases.tsv", "long");
  cases.insert(cases.end(), more.begin(), more.end());
  std::erase_if(cases, [](const test::Case& known) {
    return known.levels.empty() || std::cmp_less(known.states, WREATH_LEAST_STATES) || known.states >= WREATH_MOST_STATES;
  });
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Orbit, LargeCase, testing::ValuesIn(large_cases()), test::name_of_case);

}  // namespace
}  // namespace wreath::orbit
