// SPDX-License-Identifier: MIT
//
// The known answers by several ranks, for all graphs that ranks take.
#include "core/mpi/thread_ranks.hpp"
#include "orbit/cases.hpp"

namespace wreath::orbit {
namespace {

TEST(RankCases, QuickOnesAgreeWithWhatIsKnown) {
  std::size_t searched = 0;
  for (const test::Case& known : test::known_cases(WREATH_TEST_DATA "/orbit_cases.tsv", "quick")) {
    mpi::test::run_ranks(3, {.one_machine = searched % 2 == 0, .message_limit = 1000}, [&](mpi::Communicator& ranks) {
      try {
        const bool found = test::agrees(known, {.machine = {.threads = 1, .cluster = Cluster(ranks)}});
        if (found && ranks.rank() == 0) ++searched;
      } catch (const InputError&) {
        return;  // a form that ranks do not take
      }
    });
  }
  EXPECT_GE(searched, 30U);
}

}  // namespace
}  // namespace wreath::orbit
