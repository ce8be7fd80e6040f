// SPDX-License-Identifier: MIT
#include "core/mpi/exchange.hpp"

#include <gtest/gtest.h>

#include "core/data/rng.hpp"
#include "core/mpi/node_memory.hpp"
#include "core/mpi/thread_ranks.hpp"
#include "temporary_folder.hpp"
#include "wreath/run.hpp"

namespace wreath::mpi {
namespace {

using test::run_ranks;
using wreath::test::message_of;

class ExchangeTest : public testing::TestWithParam<int> {
 protected:
  /// How many bytes rank `from` sends rank `to`: none to many messages' worth.
  static std::size_t size(int from, int to) { return RandomStream(7, static_cast<std::uint64_t>(from * 100 + to)).below64(40); }
  static std::byte byte(int from, int to, std::size_t k) {
    return static_cast<std::byte>(from * 31 + to * 7 + static_cast<int>(k));
  }
};

// Messages are cut at 2^30 bytes, since MPI counts in int; here they are cut at every limit from 1 byte up, and the result is the
// same.
TEST_P(ExchangeTest, SlicesOfAnySizeArriveWhole) {
  for (const std::size_t limit : {1, 2, 7, 39, 40, 1000}) {
    run_ranks(GetParam(), {.message_limit = limit}, [&](Communicator& ranks) {
      const int self = ranks.rank();
      std::vector<std::vector<std::byte>> out;
      std::vector<std::vector<std::byte>> in;
      std::vector<Slice> send;
      std::vector<Slice> receive;
      for (int other = 0; other < ranks.size(); ++other) {
        out.emplace_back(size(self, other));
        in.emplace_back(size(other, self));
        for (std::size_t k = 0; k < out.back().size(); ++k) out.back()[k] = byte(self, other, k);
      }
      for (int other = 0; other < ranks.size(); ++other) {
        auto& o = out[static_cast<std::size_t>(other)];
        auto& i = in[static_cast<std::size_t>(other)];
        send.push_back({o.data(), o.size()});
        receive.push_back({i.data(), i.size()});
      }
      exchange(ranks, send, receive);
      for (int other = 0; other < ranks.size(); ++other) {
        for (std::size_t k = 0; k < size(other, self); ++k)
          ASSERT_EQ(in[static_cast<std::size_t>(other)][k], byte(other, self, k))
              << other << " to " << self << " limit " << limit;
      }
    });
  }
}

TEST_P(ExchangeTest, ExchangesAreUnderWayInTheirOrder) {
  run_ranks(GetParam(), {.message_limit = 7}, [&](Communicator& ranks) {
    const int self = ranks.rank();
    constexpr int kCount = 3;
    Overlap overlap(ranks);
    for (int round = 0; round < 3; ++round) {
      std::vector<std::vector<std::byte>> buffers;  // moving a vector keeps its bytes where they are
      std::vector<Exchange> exchanges(kCount);
      for (int number = 0; number < kCount; ++number) {
        for (int other = 0; other < ranks.size(); ++other) {
          std::vector<std::byte> out(size(self, other) + static_cast<std::size_t>(number));
          for (std::size_t k = 0; k < out.size(); ++k) out[k] = byte(self + number, other, k);
          buffers.push_back(std::move(out));
          exchanges[static_cast<std::size_t>(number)].send.push_back({buffers.back().data(), buffers.back().size()});
          buffers.emplace_back(size(other, self) + static_cast<std::size_t>(number));
          exchanges[static_cast<std::size_t>(number)].receive.push_back({buffers.back().data(), buffers.back().size()});
        }
      }
      overlap.start(exchanges);
      overlap.finish();
      for (int number = 0; number < kCount; ++number) {
        for (int other = 0; other < ranks.size(); ++other) {
          const Slice& came = exchanges[static_cast<std::size_t>(number)].receive[static_cast<std::size_t>(other)];
          for (std::size_t k = 0; k < came.bytes; ++k) ASSERT_EQ(came.data[k], byte(other + number, self, k));
        }
      }
    }
    overlap.start({});
    overlap.finish();
  });
}

TEST_P(ExchangeTest, AFailureOfAnExchangeIsThrownAtItsEnd) {
  run_ranks(GetParam(), [&](Communicator& ranks) {
    const auto count = static_cast<std::size_t>(ranks.size());
    std::byte byte{};
    std::vector<Slice> something(count);
    something[static_cast<std::size_t>(ranks.rank())] = {&byte, 1};  // what a rank sends itself must be what it expects
    Overlap overlap(ranks);
    overlap.start({{something, std::vector<Slice>(count)}});
    EXPECT_THROW(overlap.finish(), InternalError);
    EXPECT_NO_THROW(overlap.finish());
  });
}

TEST_P(ExchangeTest, CountsAreTransposed) {
  run_ranks(GetParam(), [&](Communicator& ranks) {
    constexpr std::size_t kEach = 3;
    std::vector<std::uint64_t> mine;
    for (int other = 0; other < ranks.size(); ++other) {
      for (std::size_t k = 0; k < kEach; ++k) mine.push_back(static_cast<std::uint64_t>(ranks.rank() * 1000 + other * 10) + k);
    }
    const auto received = exchange_counts(ranks, mine, kEach);
    for (int other = 0; other < ranks.size(); ++other) {
      for (std::size_t k = 0; k < kEach; ++k)
        ASSERT_EQ(received[static_cast<std::size_t>(other) * kEach + k],
                  static_cast<std::uint64_t>(other * 1000 + ranks.rank() * 10) + k);
    }
  });
}

TEST_P(ExchangeTest, TextComesFromTheRoot) {
  run_ranks(GetParam(), {.message_limit = 4}, [&](Communicator& ranks) {
    const int root = ranks.size() - 1;
    const std::string mine = "the text of rank " + std::to_string(ranks.rank());
    EXPECT_EQ(text_of(ranks, root, mine), "the text of rank " + std::to_string(root));
    EXPECT_EQ(text_of(ranks, 0, ""), "");
  });
}

TEST_P(ExchangeTest, MemoryIsShared) {
  run_ranks(GetParam(), [&](Communicator& ranks) {
    const auto memory = NodeMemory::share(ranks, std::size_t{5} << 20, 2);
    ASSERT_TRUE(memory);
    auto* numbers = reinterpret_cast<int*>(memory->bytes().data());
    EXPECT_EQ(numbers[ranks.rank() * 1000], 0);
    numbers[ranks.rank() * 1000] = ranks.rank() + 1;
    barrier(ranks);
    for (int rank = 0; rank < ranks.size(); ++rank) EXPECT_EQ(numbers[rank * 1000], rank + 1);
  });
}

INSTANTIATE_TEST_SUITE_P(Ranks, ExchangeTest, testing::Values(1, 2, 3, 4, 7));

TEST(Together, AllRanksThrowTheErrorOfTheFirst) {
  std::atomic<int> threw{0};
  run_ranks(4, [&](Communicator& ranks) {
    const auto fail = [&] {
      together(ranks, [&] {
        if (ranks.rank() >= 2) throw InputError("rank " + std::to_string(ranks.rank()) + " says no");
      });
    };
    EXPECT_EQ(message_of<InputError>(fail), "rank 2 says no");
    EXPECT_TRUE(ranks.failed_together());
    ++threw;
  });
  EXPECT_EQ(threw, 4);
}

TEST(Together, ResourceErrorsNameTheMachine) {
  run_ranks(3, [&](Communicator& ranks) {
    const auto fail = [&] {
      together(ranks, [&] {
        if (ranks.rank() == 1) throw std::bad_alloc();
      });
    };
    EXPECT_EQ(message_of<ResourceError>(fail), "rank 1 on host1: not enough memory");
  });
}

TEST(Together, NothingHappensWhereNobodyFails) {
  run_ranks(3, [&](Communicator& ranks) {
    int done = 0;
    together(ranks, [&] { ++done; });
    EXPECT_EQ(done, 1);
    EXPECT_FALSE(ranks.failed_together());
    EXPECT_EQ(largest_of(ranks, ranks.rank()), 2);
    EXPECT_EQ(smallest_of(ranks, ranks.rank()), 0);
    EXPECT_TRUE(any_of(ranks, ranks.rank() == 1));
    EXPECT_FALSE(any_of(ranks, false));
  });
}

}  // namespace
}  // namespace wreath::mpi
