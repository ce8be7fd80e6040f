// SPDX-License-Identifier: MIT
#include "flip/cpu/walk.hpp"

#include <gtest/gtest.h>

#include "flip/scheme/symmetry.hpp"

namespace wreath::flip {
namespace {

const Schedule kLively{.plus_after = 200, .margin = 3};

Walk walk_from(const Scheme& scheme, const SymmetryGroup& symmetry, std::uint64_t number) {
  Walk walk{WalkRandom(11, number)};
  place(walk, scheme, symmetry, kLively);
  return walk;
}

const std::vector<Shape> kShapes = {{1, 1, 1}, {1, 2, 1}, {2, 2, 2}, {2, 3, 4}, {3, 3, 3},
                                    {1, 5, 2}, {4, 4, 4}, {5, 5, 5}, {8, 8, 8}};

TEST(Walker, ItsMovesReplay) {
  for (const Shape& shape : kShapes) {
    const auto walker = make_walker(shape, kLively);
    Walk walk = walk_from(standard_scheme(shape), Symmetry::none, 1);
    std::vector<Summand> replayed = walk.summands;
    std::uint64_t flips = 0;
    for (int batch = 0; batch < 20; ++batch) {
      std::vector<Move> moves;
      walker->run(walk, 777, &moves);
      for (const Move& move : moves) ASSERT_NO_THROW(apply(replayed, move)) << to_string(shape);
      ASSERT_EQ(replayed, walk.summands) << to_string(shape);
      for (const Move& move : moves) flips += move.kind == MoveKind::flip ? 1 : 0;
    }
    EXPECT_EQ(walk.status.rank, walk.summands.size());
    EXPECT_LE(walk.status.flips, flips);  // those after a plus and of reductions come on top
    EXPECT_LE(walk.status.best, standard_scheme(shape).rank());
    EXPECT_EQ(walk.status.best, walk.best_summands.size());
    EXPECT_NO_THROW(require_valid(best_scheme(walk, shape, Symmetry::none), "best"));
    EXPECT_NO_THROW(require_valid(present_scheme(walk, shape, Symmetry::none), "present"));
  }
}

TEST(Walker, FindsStrassen) {
  const auto walker = make_walker({2, 2, 2}, kLively);
  Walk walk = walk_from(standard_scheme({2, 2, 2}), Symmetry::none, 2);
  walker->run(walk, 100000);
  EXPECT_EQ(walk.status.best, 7u);
  EXPECT_EQ(best_scheme(walk, {2, 2, 2}, Symmetry::none).rank(), 7u);
  EXPECT_GT(walk.status.idle, 0u);
  EXPECT_LE(walk.status.rank, 7u + kLively.margin);
}

TEST(Walker, FindsTwentyThree) {
  const auto walker = make_walker({3, 3, 3}, {.plus_after = 50000, .margin = 2});
  Walk walk = walk_from(standard_scheme({3, 3, 3}), Symmetry::none, 3);
  for (int batch = 0; batch < 100 && walk.status.best > 23; ++batch) walker->run(walk, 100000);
  EXPECT_EQ(walk.status.best, 23u);
  EXPECT_NO_THROW(require_valid(best_scheme(walk, {3, 3, 3}, Symmetry::none), "best"));
}

/// Any partition of the steps, and any walker, gives the same walk.
TEST(Walker, BatchesDoNotMatter) {
  for (const Symmetry symmetry : {Symmetry::none, Symmetry::c2, Symmetry::c3, Symmetry::c6}) {
    const auto run = [&](const std::vector<std::uint64_t>& batches) {
      const Shape shape{4, 4, 4};
      Walk walk = walk_from(standard_scheme(shape), symmetry, 4);
      for (const std::uint64_t steps : batches) make_walker(shape, kLively, symmetry)->run(walk, steps);
      return walk;
    };
    const Walk once = run({30000});
    const Walk often = run({1, 2, 999, 0, 8998, 20000});
    EXPECT_EQ(save_walks({&once, 1}), save_walks({&often, 1}));
  }
}

void keeps_the_tensor(Symmetry symmetry, const std::vector<Scheme>& starts, const Swaps& swaps = kAllSwaps, bool halves = true) {
  for (const Scheme& start : starts) {
    const Shape shape = start.shape;
    const SymmetryGroup group(symmetry, swaps, halves);
    const auto walker = make_walker(shape, kLively, group);
    Walk walk = walk_from(start, group, 5);
    for (int batch = 0; batch < 40; ++batch) {
      walker->aim_at(batch % 3 == 0 ? UINT32_MAX : walk.status.best - 1);
      walker->run(walk, batch < 20 ? 37 : 3000);
      const Scheme present = present_scheme(walk, shape, group);
      ASSERT_NO_THROW(require_valid(present, "present")) << to_string(shape) << " batch " << batch;
      ASSERT_EQ(present.rank(), walk.status.rank);
    }
    const Scheme best = best_scheme(walk, shape, group);
    EXPECT_EQ(best.rank(), walk.status.best);
    EXPECT_LE(best.rank(), split_into_orbits(start, group).rank());
    EXPECT_NO_THROW(require_valid(best, "best"));
    EXPECT_NO_THROW(split_into_orbits(best, group));
  }
}

std::vector<Scheme> symmetric_starts(const std::vector<std::vector<unsigned>>& splits, Symmetry symmetry) {
  std::vector<Scheme> starts;
  for (const auto& split : splits) {
    unsigned n = 0;
    for (const unsigned part : split) n += part;
    starts.push_back(expand(symmetric_start(n, split, symmetry)));
  }
  return starts;
}

TEST(Walker, SymmetricWalksKeepTheTensor) {
  keeps_the_tensor(Symmetry::c3,
                   symmetric_starts({{1}, {2}, {1, 1}, {2, 1}, {3}, {4}, {1, 1, 1, 1}, {2, 2, 1}, {3, 3}, {8}}, Symmetry::c3));
}

TEST(Walker, MirroredWalksKeepTheTensor) {
  for (const Swaps& swaps : {Swaps{1, 1, 1}, Swaps{1, 2, 1}, kAllSwaps}) {
    keeps_the_tensor(
        Symmetry::c2,
        {standard_scheme({1, 1, 1}), standard_scheme({2, 2, 2}), standard_scheme({3, 3, 3}), standard_scheme({2, 3, 4}),
         standard_scheme({4, 4, 4}), standard_scheme({4, 4, 5}), standard_scheme({3, 5, 5}), standard_scheme({1, 8, 3})},
        swaps);
  }
  keeps_the_tensor(Symmetry::c6, {expand(symmetric_start(4, std::vector<unsigned>{4}, {Symmetry::c6, {1, 1, 1}}))}, {1, 1, 1});
  for (const bool halves : {false, true}) {
    keeps_the_tensor(
        Symmetry::c6,
        symmetric_starts({{1}, {2}, {1, 1}, {1, 1, 1}, {3}, {2, 2}, {4}, {2, 1, 2}, {5}, {2, 2, 2}, {3, 3}, {3, 1, 3}, {3, 2, 3}},
                         Symmetry::c6),
        kAllSwaps, halves);
  }
}

}  // namespace
}  // namespace wreath::flip
