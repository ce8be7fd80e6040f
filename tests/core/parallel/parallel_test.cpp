// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/parallel/loops.hpp"
#include "core/arrays/counted_partition.hpp"

namespace wreath {
namespace {

TEST(PieceOf, CoversEverythingOnce) {
  for (const std::size_t n : {0U, 1U, 31U, 32U, 33U, 1000U}) {
    for (const std::size_t parts : {1U, 2U, 3U, 7U, 64U}) {
      for (const std::size_t grain : {1U, 32U}) {
        std::size_t at = 0;
        for (std::size_t part = 0; part < parts; ++part) {
          const Range range = piece_of(n, part, parts, grain);
          EXPECT_EQ(range.begin, at);
          EXPECT_TRUE(range.begin % grain == 0 || range.begin == n);
          at = range.end;
        }
        EXPECT_EQ(at, n);
      }
    }
  }
}

TEST(ParallelRanges, VisitsEveryItemOnce) {
  std::vector<std::atomic<int>> visits(1001);
  parallel_ranges(visits.size(), 5, 4, [&](Range range, unsigned thread) {
    EXPECT_LT(thread, 5U);
    for (std::size_t i = range.begin; i < range.end; ++i) ++visits[i];
  });
  for (const auto& count : visits) EXPECT_EQ(count, 1);
}

TEST(ParallelChunks, VisitsEveryItemOnce) {
  for (const std::size_t n : {0U, 1U, 7U, 8U, 9U, 1001U}) {
    for (const unsigned threads : {1U, 2U, 5U}) {
      std::vector<std::atomic<int>> visits(n);
      parallel_chunks(n, 8, threads, [&](Range range, std::size_t chunk, unsigned thread) {
        EXPECT_LT(thread, threads);
        EXPECT_EQ(range.begin, chunk * 8);
        EXPECT_EQ(range.end, std::min<std::size_t>(n, chunk * 8 + 8));
        for (std::size_t i = range.begin; i < range.end; ++i) ++visits[i];
      });
      for (const auto& count : visits) EXPECT_EQ(count, 1);
    }
  }
}

TEST(ParallelChunks, TheFirstExceptionComesOut) {
  for (const unsigned threads : {1U, 3U}) {
    EXPECT_THROW(parallel_chunks(100, 1, threads,
                                 [](Range range, std::size_t, unsigned) {
                                   if (range.begin == 42) throw std::runtime_error("no");
                                 }),
                 std::runtime_error);
  }
}

TEST(ParallelTasks, RunsEveryTaskOnce) {
  std::vector<std::atomic<int>> visits(77);
  parallel_tasks(visits.size(), 3, [&](std::size_t task) { ++visits[task]; });
  for (const auto& count : visits) EXPECT_EQ(count, 1);
}

// The threads of the parent's pool do not come along: a loop that waited for them would hang.
TEST(ParallelLoops, RunInAForkedChild) {
  const auto visits = [] {
    std::atomic<int> count{0};
    on_threads(4, [&](unsigned, unsigned) { ++count; });
    parallel_tasks(10, 3, [&](std::size_t) { ++count; });
    return count.load();
  };
  EXPECT_EQ(visits(), 14);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    bool thrown = false;
    try {
      on_threads(2, [](unsigned, unsigned) { throw std::runtime_error("out"); });
    } catch (const std::runtime_error&) {
      thrown = true;
    }
    _exit(visits() == 14 && thrown ? 7 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7) << status;
  EXPECT_EQ(visits(), 14);
}

TEST(ParallelLoops, EveryPartRunsOnceInEveryOfManyLoops) {
  std::vector<std::uint64_t> sums(7);
  const auto caller = std::this_thread::get_id();
  for (const unsigned threads : {2U, 7U, 3U, 5U}) {
    for (int i = 0; i < 2000; ++i) {
      on_threads(threads, [&](unsigned part, unsigned parts) {
        EXPECT_EQ(parts, threads);
        EXPECT_TRUE(part != 0 || std::this_thread::get_id() == caller);  // it has the signals, and Python's lock
        sums[part] += part + 1;                                          // a second visitor at the same time would be a race
      });
    }
  }
  EXPECT_EQ(sums, (std::vector<std::uint64_t>{8000, 16000, 18000, 16000, 20000, 12000, 14000}));
}

TEST(ParallelLoops, InsideAnotherRunOnePartAfterTheOther) {
  std::atomic<int> count{0};
  on_threads(3, [&](unsigned, unsigned) {
    int here = 0;  // not atomic: the inner loop stays on this thread
    on_threads(4, [&](unsigned, unsigned) { ++here; });
    parallel_tasks(5, 2, [&](std::size_t) { ++here; });
    count += here;
  });
  EXPECT_EQ(count, 27);
}

TEST(ParallelLoops, OfSeveralCallersRunSideBySide) {
  std::atomic<int> count{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&] {
      for (int i = 0; i < 200; ++i) on_threads(3, [&](unsigned, unsigned) { ++count; });
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(count, 2400);
}

TEST(ParallelLoops, PassExceptionsOn) {
  EXPECT_THROW(on_threads(4,
                          [](unsigned thread, unsigned) {
                            if (thread == 2) throw std::runtime_error("two");
                          }),
               std::runtime_error);
  EXPECT_THROW(parallel_tasks(10, 2,
                              [](std::size_t task) {
                                if (task == 7) throw std::out_of_range("seven");
                              }),
               std::out_of_range);
}

TEST(CountedPartition, KeepsTheOrderWithinBucketsForAnyThreads) {
  for (const std::size_t n : {0U, 1U, 10U, 4097U}) {
    const auto bucket_of = [](std::size_t item) { return item * item % 13; };
    std::vector<std::size_t> expected;
    for (std::size_t bucket = 0; bucket < 13; ++bucket) {
      for (std::size_t item = 0; item < n; ++item) {
        if (bucket_of(item) == bucket) expected.push_back(item);
      }
    }
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      std::vector<std::size_t> placed(n);
      arrays::CountedPartition partition(13, threads);
      const auto digits = [&] { return bucket_of; };
      const auto keep_going = [] { return true; };
      partition.count(n, digits, keep_going);
      partition.place(digits, keep_going, [&](std::size_t item, std::size_t, std::size_t position) { placed[position] = item; });
      EXPECT_EQ(placed, expected) << n << " items, " << threads << " threads";
      EXPECT_EQ(partition.start(13), n);
      for (std::size_t bucket = 0; bucket < 13; ++bucket) {
        for (std::size_t at = partition.start(bucket); at < partition.start(bucket + 1); ++at)
          EXPECT_EQ(bucket_of(placed[at]), bucket);
      }
      partition.place({3, 5}, digits, keep_going, [&](std::size_t item, std::size_t bucket, std::size_t position) {
        EXPECT_EQ(placed.at(position), item);
        EXPECT_TRUE(bucket == 3 || bucket == 4);
      });
    }
  }
}

TEST(CountedPartition, PlacesNothingMoreOnceItIsStopped) {
  constexpr std::size_t kItems = std::size_t{5} << 20;
  for (const unsigned threads : {1U, 3U}) {
    std::atomic<int> looks = 0;
    std::atomic<std::size_t> placed = 0;
    arrays::CountedPartition partition(2, threads);
    const auto digits = [] { return [](std::size_t item) { return item % 2; }; };
    const auto keep_going = [&] { return ++looks <= 3; };
    partition.count(kItems, digits, keep_going);
    partition.place(digits, keep_going, [&](std::size_t, std::size_t, std::size_t position) {
      EXPECT_LT(position, kItems);
      placed.fetch_add(1, std::memory_order_relaxed);
    });
    EXPECT_EQ(partition.start(2), kItems);
    EXPECT_EQ(placed.load(), 0U);
  }
}

}  // namespace
}  // namespace wreath
