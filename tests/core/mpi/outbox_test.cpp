// SPDX-License-Identifier: MIT
//
// Records of any size reach the ranks that they are for, in the order of their numbers.
#include "core/mpi/outbox.hpp"

#include <gtest/gtest.h>

#include "core/data/rng.hpp"
#include "core/mpi/thread_ranks.hpp"

namespace wreath::mpi {
namespace {

class OutboxTest : public testing::TestWithParam<int> {
 protected:
  /// Where record i of a rank goes: some go nowhere.
  static Parcel place(int from, std::size_t i, int ranks) {
    RandomStream random(static_cast<std::uint64_t>(from), i);
    const auto to = static_cast<int>(random.below(static_cast<std::uint32_t>(ranks) + 1)) - 1;
    return {to, to == Parcel::kNowhere ? 0U : random.below(4)};
  }
  static std::uint32_t word(int from, std::size_t i, std::size_t k) {
    return static_cast<std::uint32_t>(static_cast<std::size_t>(from) * 1'000'000 + i * 4 + k);
  }
};

TEST_P(OutboxTest, RecordsArriveInOrder) {
  for (const std::size_t n : {0, 1, 2047, 2048, 2049, 10'000}) {
    for (const unsigned threads : {1, 3}) {
      test::run_ranks(GetParam(), {.message_limit = 1000}, [&](Communicator& ranks) {
        const int size = ranks.size();
        const int self = ranks.rank();
        const auto count = [&](int rank) { return rank == 1 ? 0 : n; };  // a rank that sends nothing
        Outbox outbox;
        Inbox inbox;
        if (count(self) == 0) {
          outbox.clear(ranks);
        } else {
          outbox.fill(
              ranks, n, threads, [&](std::size_t i) { return place(self, i, size); },
              [&](std::size_t i, std::uint32_t* to) {
                for (std::size_t k = 0; k < place(self, i, size).words; ++k) to[k] = word(self, i, k);
              });
        }
        outbox.exchange(ranks, inbox, threads);
        for (int from = 0; from < size; ++from) {
          std::vector<std::uint32_t> expected;
          for (std::size_t i = 0; i < count(from); ++i) {
            const Parcel parcel = place(from, i, size);
            for (std::size_t k = 0; parcel.rank == self && k < parcel.words; ++k) expected.push_back(word(from, i, k));
          }
          const Range range = inbox.from(static_cast<std::size_t>(from));
          const auto came = inbox.words().subspan(range.begin, range.size());
          ASSERT_EQ(std::vector<std::uint32_t>(came.begin(), came.end()), expected) << from << " to " << self << " of " << n;
        }
      });
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ranks, OutboxTest, testing::Values(1, 2, 5));

}  // namespace
}  // namespace wreath::mpi
