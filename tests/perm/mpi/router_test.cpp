// SPDX-License-Identifier: MIT
#include "core/arrays/mpi/router.hpp"

#include <gtest/gtest.h>

#include "core/data/rng.hpp"
#include "core/mpi/thread_ranks.hpp"
#include "perm/plan/plan.hpp"
#include "perm/reference.hpp"
#include "temporary_folder.hpp"

namespace wreath::perm::cluster {

using arrays::Blocks;
using arrays::Divider;
using arrays::Offset;
using arrays::Router;
using arrays::Turn;
namespace {

TEST(Divider, DividesAsTheProcessorDoes) {
  RandomStream random(1, 0);
  for (int k = 0; k < 200000; ++k) {
    const std::uint64_t divisor = (random.below64(~std::uint64_t{0}) >> random.below64(64)) | 1;
    const std::uint64_t n = random.below64(~std::uint64_t{0}) >> random.below64(64);
    for (const std::uint64_t number : {n, n / divisor * divisor, n / divisor * divisor - 1, ~std::uint64_t{0}})
      ASSERT_EQ(Divider(divisor)(number), number / divisor) << number << " / " << divisor;
  }
  EXPECT_EQ(Divider(1)(5), 5U);
  EXPECT_EQ(Divider(2)(5), 2U);
}

TEST(BlocksTest, EveryPointHasOneOwner) {
  for (const std::uint64_t points : {0, 1, 2, 6, 7, 8, 100, 101}) {
    for (const int ranks : {1, 2, 3, 7}) {
      for (const std::size_t parts : {1, 2, 5}) {
        const Blocks blocks(points, ranks, parts);
        std::uint64_t end = 0;
        for (int rank = 0; rank < ranks; ++rank) {
          EXPECT_EQ(blocks.of_rank(rank).begin, end);
          end = blocks.of_rank(rank).end;
        }
        EXPECT_EQ(end, points);
        for (std::uint64_t point = 0; point < points; ++point) {
          const Range range = blocks.bucket(blocks.bucket_of(point));
          EXPECT_TRUE(range.begin <= point && point < range.end);
        }
      }
    }
  }
}

struct RouterCase {
  int ranks;
  std::size_t parts;
  std::size_t quota;
  std::size_t limit;  // of a message, in bytes
};

class RouterTest : public testing::TestWithParam<RouterCase> {};

// What the owner of a point answers comes back to where the point stood, whatever the points are: random, all the same, none.
TEST_P(RouterTest, AnswersComeBackInOrder) {
  const RouterCase& c = GetParam();
  for (const std::uint64_t spread : {1000, 1, 17}) {
    mpi::test::run_ranks(c.ranks, {.message_limit = c.limit}, [&](mpi::Communicator& ranks) {
      const Blocks blocks(1000, ranks.size(), c.parts);
      const std::size_t count = ranks.rank() == 1 ? 0 : 300 + static_cast<std::size_t>(ranks.rank());
      const auto x = test::random_map<std::uint32_t>(count, spread, static_cast<std::uint64_t>(ranks.rank()) + 5);
      Router router(ranks, blocks, 400, 2, c.quota);
      std::vector<Offset> incoming(router.most_received());
      std::vector<std::uint64_t> found(router.most_received());
      std::vector<std::uint64_t> answers(400);
      router.begin_round(std::span<const std::uint32_t>(x));
      for (std::size_t number = 0; number < router.turns(); ++number) {
        const Turn turn = router.turn(number);
        ASSERT_LE(Router::received_in(turn), router.most_received());
        router.send(turn, router.sorted_offsets().data(), incoming.data());
        router.for_each_run(turn, [&](std::size_t bucket, std::size_t first, std::size_t n) {
          const std::uint64_t begin = blocks.begin_of(static_cast<std::size_t>(ranks.rank()) * c.parts + bucket);
          for (std::size_t k = first; k < first + n; ++k) found[k] = (begin + incoming[k]) * 3;
        });
        router.answer(turn, found.data(), answers.data());
      }
      std::vector<std::uint64_t> z(x.size());
      router.for_each_sorted(std::span<const std::uint32_t>(x), [&](std::size_t i, std::size_t k) { z[i] = answers[k]; });
      for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(z[i], std::uint64_t{x[i]} * 3);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, RouterTest,
                         testing::Values(RouterCase{1, 1, 0, 1000}, RouterCase{2, 1, 0, 3}, RouterCase{3, 2, 10, 64},
                                         RouterCase{4, 5, 1, 1000}, RouterCase{7, 3, 0, 5}, RouterCase{7, 1, 13, 1 << 30}));

TEST(PlanTest, TakesWhatFits) {
  const std::size_t any_round = std::size_t{1} << 28;
  const Task task{Work::multiply, 1 << 20, 1 << 20, 4, 4};
  const auto way = [&](bool one_machine, Exchange asked, std::uint64_t budget) {
    return plan_exchange(task, asked, any_round, {.ranks = 4, .one_machine = one_machine, .memory = budget}).ranks;
  };
  EXPECT_EQ(way(true, Exchange::automatic, 1 << 30).exchange, Exchange::shared);
  EXPECT_EQ(way(false, Exchange::automatic, 1 << 30).exchange, Exchange::messages);
  EXPECT_EQ(way(true, Exchange::files, 1 << 30).exchange, Exchange::files);
  EXPECT_EQ(way(true, Exchange::automatic, 1 << 20).exchange, Exchange::files);  // a rank's block alone has as much
  EXPECT_GE(way(true, Exchange::automatic, 1 << 20).parts, 2U);
  EXPECT_LT(way(false, Exchange::automatic, 3 << 20).round_points, (std::size_t{1} << 18) + 1);
  EXPECT_THROW(way(false, Exchange::shared, 1 << 30), InputError);
  EXPECT_THROW(way(true, Exchange::shared, 1 << 20), ResourceError);
  EXPECT_THROW(way(true, Exchange::automatic, 1 << 10), ResourceError);
  // Ranks that turn out not to be able to share memory have a plan by messages, if that fits.
  const auto without = [&](std::uint64_t points, std::uint64_t budget) {
    const Task one{Work::multiply, points, points, 4, 4};
    return plan_exchange(one, Exchange::automatic, any_round, {.ranks = 4, .memory = budget}).without_sharing;
  };
  ASSERT_NE(without(1 << 20, 1 << 30), nullptr);
  EXPECT_EQ(without(1 << 20, 1 << 30)->ranks.exchange, Exchange::messages);
  EXPECT_EQ(without(std::uint64_t{1} << 35, std::uint64_t{1} << 40), nullptr);  // offsets within a rank's block have 32 bits
  // More than 2^32 points on a rank: offsets of 32 bits need several buckets.
  const Task large{Work::divide, std::uint64_t{1} << 34, std::uint64_t{1} << 34, 5, 5};
  const Plan whole =
      plan_exchange(large, Exchange::automatic, any_round, {.ranks = 2, .one_machine = false, .memory = std::uint64_t{1} << 40});
  const RankPlan& plan = whole.ranks;
  EXPECT_EQ(plan.exchange, Exchange::files);
  EXPECT_EQ(whole.scratch, ((std::uint64_t{1} << 33) + 1) * 9);
  EXPECT_LE(Blocks(large.target, 2, plan.parts).bucket_size(), std::uint64_t{1} << 32);
}

}  // namespace
}  // namespace wreath::perm::cluster
