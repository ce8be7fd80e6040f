// SPDX-License-Identifier: MIT
//
// Known answers of more than some million states, one test each: `standard` up to 2*10^7 states, `long` beyond.
#include "orbit/cases.hpp"
#include "temporary_folder.hpp"

namespace wreath::orbit {
namespace {

class LargeCase : public testing::TestWithParam<test::Case> {};

TEST_P(LargeCase, AgreesWithWhatIsKnown) {
  if (!test::agrees(GetParam(), {.backend = BackendChoice::cpu, .threads = 2})) GTEST_SKIP() << "no family is this graph";
}

class LargeCaseOnDisk : public testing::TestWithParam<test::Case> {};

TEST_P(LargeCaseOnDisk, AgreesWithWhatIsKnown) {
  const wreath::test::TestFolder folder;
  for (std::uint64_t memory = 1 << 20; memory <= std::uint64_t{8} << 20; memory *= 2) {  // room for a few rows
    RunControl run;
    run.limit_memory(memory);
    run.measure_memory([] { return std::uint64_t{0}; });
    const Options options{.backend = BackendChoice::cpu, .threads = 2, .form = Form::cells, .scratch = folder.path()};
    try {
      test::agrees(GetParam(), options, &run);
    } catch (const InputError&) {  // no memory
      continue;
    } catch (const ResourceError&) {  // not enough of it
      continue;
    }
    if (run.choice("backend") == "disk") return;
    break;
  }
  GTEST_SKIP() << "either the tables do not fit, or all does";
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

/// All permutations of 11 letters, or all even ones.
std::vector<test::Case> disk_cases() {
  std::vector<test::Case> cases = large_cases();
  std::erase_if(cases, [](const test::Case& known) {
    return (known.states != 39'916'800 && known.states != 19'958'400) || test::family_of(known.input).empty();
  });
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Orbit, LargeCase, testing::ValuesIn(large_cases()), test::name_of_case);
INSTANTIATE_TEST_SUITE_P(Orbit, LargeCaseOnDisk, testing::ValuesIn(disk_cases()), test::name_of_case);

}  // namespace
}  // namespace wreath::orbit
