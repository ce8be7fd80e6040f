// SPDX-License-Identifier: MIT
//
// Known answers of more than some million states, one test each: `standard` up to 2*10^7 states, `long` beyond.
#include "orbit/cases.hpp"
#include "temporary_folder.hpp"

namespace wreath::orbit {
namespace {

class LargeCase : public testing::TestWithParam<test::Case> {};

TEST_P(LargeCase, AgreesWithWhatIsKnown) {
  if (!test::agrees(GetParam(), {.machine = {.backend = BackendChoice::cpu, .threads = 2}}))
    GTEST_SKIP() << "no family is this graph";
}

class LargeCaseOnDisk : public testing::TestWithParam<test::Case> {};

TEST_P(LargeCaseOnDisk, AgreesWithWhatIsKnown) {
  const wreath::test::TestFolder folder;
  for (std::uint64_t memory = 1 << 20; memory <= std::uint64_t{8} << 20; memory *= 2) {  // room for a few rows
    RunControl run;
    run.limit_memory(memory);
    run.measure_memory([] { return std::uint64_t{0}; });
    std::optional<Search> search = test::open_case(
        GetParam(),
        {.machine = {.backend = BackendChoice::cpu, .threads = 2, .scratch = {folder.path()}}, .method = Method::cells});
    ASSERT_TRUE(search.has_value());
    try {
      search->run_to(0, &run);     // takes the memory, and searches nothing
    } catch (const InputError&) {  // no memory
      continue;
    } catch (const ResourceError&) {  // not enough of it
      continue;
    }
    ASSERT_EQ(run.choice("backend"), "disk") << memory;
    test::expect_known(*search, GetParam(), &run);
    return;
  }
  FAIL() << "the search does not begin in 8 MiB";
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

/// All permutations of 11 letters, or all even ones; block-moves:11 has too many tables to go to disk here.
std::vector<test::Case> disk_cases() {
  std::vector<test::Case> cases = large_cases();
  std::erase_if(cases, [](const test::Case& known) {
    const bool is_large = known.states == 39'916'800 || known.states == 19'958'400;
    return !is_large || known.input == "block-moves:11" || test::family_of(known.input).empty();
  });
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Orbit, LargeCase, testing::ValuesIn(large_cases()), test::name_of_case);
INSTANTIATE_TEST_SUITE_P(Orbit, LargeCaseOnDisk, testing::ValuesIn(disk_cases()), test::name_of_case);

}  // namespace
}  // namespace wreath::orbit
