// SPDX-License-Identifier: MIT
//
// The walks of a GPU thread, on the host: their moves are moves of the flip graph, and what they hold stays a scheme.
#include <gtest/gtest.h>

#include "bench/signature/host_walk.hpp"
#include "flip/mirrored_scheme.hpp"
#include "flip/scheme/symmetry.hpp"

namespace wreath::flip {
namespace {

constexpr std::uint64_t kSeed = 5;

struct Recorder {
  std::vector<Move>* moves;
  void operator()(const Move& move) const { moves->push_back(move); }
};

template <class Value, unsigned Words, unsigned Planes>
void follow(const Shape& shape, std::uint32_t capacity, std::uint32_t rounds) {
  const WalkCodec codec(shape, Symmetry::none, capacity);
  ASSERT_EQ(codec.width(), 8 * sizeof(Value));
  const WalkRules rules{200, 3, capacity};
  const Scheme start = standard_scheme(shape);
  auto state = start_walk<Value>(codec, start, kSeed, 3, rules);
  std::vector<Summand> followed = start.summands;
  for (int batch = 0; batch < 5; ++batch) {
    std::vector<Move> moves;
    run_thread_walk<Value, Words, Planes>(state, rules, rounds, Recorder{&moves});
    ASSERT_GT(moves.size(), rounds / 10) << to_string(shape);
    for (const Move& move : moves) apply(followed, move);
    const Scheme now = scheme_of(codec, state.slots, state.counts);
    EXPECT_EQ(now.summands, followed) << to_string(shape) << " batch " << batch;
    require_valid(now, "walk");
  }
  const Scheme best = scheme_of(codec, state.best, state.best_counts);
  require_valid(best, "best");
  EXPECT_EQ(best.rank(), state.counts.best);
  if (start.rank() <= 27) {  // larger ones take longer to fall
    EXPECT_LT(best.rank(), start.rank());
  }
}

TEST(ThreadWalk, MovesReplay) {
  follow<std::uint16_t, 1, 12>({2, 2, 2}, 16, 2000);
  follow<std::uint16_t, 1, 12>({3, 3, 3}, 32, 5000);
  follow<std::uint16_t, 2, 12>({3, 3, 4}, 40, 5000);
  follow<std::uint16_t, 2, 12>({4, 4, 4}, 64, 5000);
  follow<std::uint32_t, 2, 12>({2, 5, 5}, 56, 5000);
  follow<std::uint32_t, 4, 12>({4, 4, 5}, 88, 5000);
  follow<std::uint64_t, 4, 12>({2, 6, 6}, 80, 5000);
}

TEST(ThreadWalk, BatchesDoNotMatter) {
  const Shape shape{3, 3, 3};
  const WalkCodec codec(shape, Symmetry::none, 32);
  const WalkRules rules{100, 2, 32};
  auto whole = start_walk<std::uint16_t>(codec, standard_scheme(shape), kSeed, 0, rules);
  auto parts = whole;
  const auto none = NoLog{};
  run_thread_walk<std::uint16_t, 1, 12>(whole, rules, 3000, none);
  for (int k = 0; k < 10; ++k) run_thread_walk<std::uint16_t, 1, 12>(parts, rules, 300, none);
  EXPECT_EQ(whole.slots, parts.slots);
  EXPECT_EQ(whole.counts.flips, parts.counts.flips);
  EXPECT_EQ(whole.counts.random, parts.counts.random);
}

template <class Value, unsigned Words, unsigned Planes, bool Mirrored = false>
void follow_orbits(unsigned n, std::vector<unsigned> split, std::uint32_t rounds, std::uint32_t trade_down_to,
                   unsigned swaps = 0) {
  constexpr Symmetry kSymmetry = Mirrored ? Symmetry::c6 : Symmetry::c3;
  const bool halves = swaps != 0;
  const SymmetryGroup group(kSymmetry, halves ? Swaps{swaps, swaps, swaps} : kAllSwaps, halves);
  const Shape shape{n, n, n};
  const std::uint32_t capacity = 32 * Words / 3;
  const WalkCodec codec(shape, group, capacity);
  ASSERT_EQ(codec.width(), 8 * sizeof(Value));
  const WalkRules rules{100, 3, capacity, trade_down_to, trade_down_to != 0 ? 1U : 0U, codec.mirror_shift(), halves ? 1U : 0U};
  const Scheme start = expand(symmetric_start(n, split, group));
  auto state = start_walk<Value>(codec, start, kSeed, 1, rules);
  for (int batch = 0; batch < 20; ++batch) {
    run_orbit_walk<Value, Words, Planes, Mirrored>(state, rules, rounds);
    const Scheme now = scheme_of(codec, state.slots, state.counts);
    ASSERT_FALSE(first_wrong_entry(now)) << n << " batch " << batch;
    EXPECT_EQ(now.rank(), state.counts.rank(orbit_size(kSymmetry)));
    EXPECT_NO_THROW(split_into_orbits(now, group));
    EXPECT_EQ(state.counts.halves > 0, halves);
  }
  const Scheme best = scheme_of(codec, state.best, state.best_counts);
  require_valid(best, "best");
  EXPECT_EQ(best.rank(), state.counts.best);
  if (Mirrored ? n == 4 : n <= 5) {  // others take longer to fall
    EXPECT_LT(best.rank(), start.rank());
  }
}

TEST(OrbitWalk, StaysASymmetricScheme) {
  follow_orbits<std::uint16_t, 3, 12>(2, {2}, 300, 1000);
  follow_orbits<std::uint16_t, 3, 12>(3, {2, 1}, 1000, 1000);
  follow_orbits<std::uint16_t, 3, 12>(3, {1, 1, 1}, 1000, 1000);
  follow_orbits<std::uint16_t, 3, 12>(4, {4}, 1000, 1000);
  follow_orbits<std::uint32_t, 4, 12>(5, {2, 2, 1}, 1000, 1000);
  follow_orbits<std::uint32_t, 5, 11>(5, {2, 2, 1}, 1000, 1000);
  follow_orbits<std::uint64_t, 9, 12>(6, {2, 2, 2}, 1000, 1000);
  follow_orbits<std::uint64_t, 12, 12>(7, {3, 2, 2}, 300, 1000);
  follow_orbits<std::uint16_t, 3, 12>(3, {2, 1}, 5000, 0);
  follow_orbits<std::uint16_t, 3, 12>(4, {4}, 5000, 0);
  follow_orbits<std::uint32_t, 6, 12>(5, {2, 2, 1}, 5000, 0);
}

TEST(OrbitWalk, StaysAMirroredScheme) {
  follow_orbits<std::uint16_t, 3, 12, true>(2, {2}, 300, 0);
  follow_orbits<std::uint16_t, 3, 12, true>(3, {1, 1, 1}, 1000, 0);
  follow_orbits<std::uint16_t, 3, 12, true>(4, {2, 2}, 3000, 0);
  follow_orbits<std::uint16_t, 3, 12, true>(4, {4}, 3000, 0);
  follow_orbits<std::uint32_t, 3, 12, true>(5, {2, 1, 2}, 3000, 0);
  follow_orbits<std::uint32_t, 3, 12, true>(5, {5}, 3000, 0);
  follow_orbits<std::uint64_t, 6, 12, true>(6, {2, 2, 2}, 3000, 0);
  follow_orbits<std::uint64_t, 6, 12, true>(7, {3, 1, 3}, 3000, 0);
  follow_orbits<std::uint64_t, 9, 12, true>(8, {3, 2, 3}, 1000, 0);
  follow_orbits<std::uint16_t, 3, 12, true>(4, {1, 2, 1}, 3000, 0, 1);
  follow_orbits<std::uint32_t, 6, 12, true>(5, {1, 3, 1}, 3000, 0, 1);
  follow_orbits<std::uint64_t, 9, 12, true>(6, {1, 4, 1}, 1000, 0, 1);
}

template <class Value, unsigned Words>
void follow_mirrored(const Shape& shape, const Swaps& swaps, std::uint32_t rounds) {
  const std::uint32_t capacity = 32 * Words;
  const WalkCodec codec(shape, {Symmetry::c2, swaps}, capacity);
  ASSERT_EQ(codec.width(), 8 * sizeof(Value));
  const WalkRules rules{100, 3, capacity, 0, 0, codec.mirror_shift()};
  const Scheme start = mirrored_scheme(shape, swaps);
  auto state = start_walk<Value>(codec, start, kSeed, 1, rules);
  EXPECT_GT(state.counts.halves, 0u) << to_string(shape);
  for (int batch = 0; batch < 20; ++batch) {
    run_thread_walk<Value, Words, 12, true>(state, rules, rounds, NoLog{});
    const Scheme now = scheme_of(codec, state.slots, state.counts);
    ASSERT_FALSE(first_wrong_entry(now)) << to_string(shape) << " batch " << batch;
    EXPECT_EQ(now.rank(), state.counts.rank(2));
    EXPECT_EQ(codec.encode(now).halves, state.counts.halves);
    EXPECT_EQ(codec.encode(now).size, state.counts.size);
  }
  const Scheme best = scheme_of(codec, state.best, state.best_counts);
  require_valid(best, "best");
  EXPECT_EQ(best.rank(), state.counts.best);
}

TEST(ThreadWalk, MirroredWalksFall) {
  const WalkCodec codec({3, 3, 3}, Symmetry::c2, 32);
  const WalkRules rules{3000, 2, 32, 0, 0, codec.mirror_shift()};
  auto state = start_walk<std::uint16_t>(codec, standard_scheme({3, 3, 3}), kSeed, 1, rules);
  run_thread_walk<std::uint16_t, 1, 12, true>(state, rules, 1'000'000, NoLog{});
  EXPECT_LE(state.counts.best, 24u);
}

TEST(ThreadWalk, StaysAMirroredScheme) {
  follow_mirrored<std::uint16_t, 1>({2, 2, 2}, {1, 1, 1}, 300);
  follow_mirrored<std::uint16_t, 1>({3, 3, 3}, {1, 1, 1}, 1000);
  follow_mirrored<std::uint16_t, 1>({2, 3, 5}, {2, 2, 2}, 1000);
  follow_mirrored<std::uint16_t, 2>({4, 4, 4}, {1, 1, 1}, 2000);
  follow_mirrored<std::uint16_t, 2>({4, 4, 4}, {2, 2, 2}, 2000);
  follow_mirrored<std::uint32_t, 2>({4, 4, 5}, {1, 1, 1}, 2000);
  follow_mirrored<std::uint32_t, 4>({4, 5, 5}, {1, 1, 1}, 2000);
  follow_mirrored<std::uint64_t, 4>({3, 6, 6}, {1, 1, 1}, 1000);
}

/// A batch of one round makes the index again in every round.
TEST(ThreadWalk, TheIndexOfMirroredWalksIsKept) {
  const std::pair<Shape, Swaps> kinds[] = {{{3, 3, 3}, {1, 1, 1}}, {{3, 3, 4}, {1, 1, 1}}};
  for (const auto& [shape, swaps] : kinds) {
    const WalkCodec codec(shape, {Symmetry::c2, swaps}, 32);
    const WalkRules rules{5, 2, 32, 0, 0, codec.mirror_shift()};
    auto whole = start_walk<std::uint16_t>(codec, standard_scheme(shape), kSeed, 0, rules);
    auto parts = whole;
    run_thread_walk<std::uint16_t, 1, 12, true>(whole, rules, 3000, NoLog{});
    for (int k = 0; k < 3000; ++k) run_thread_walk<std::uint16_t, 1, 12, true>(parts, rules, 1, NoLog{});
    EXPECT_EQ(whole.slots, parts.slots);
    EXPECT_EQ(whole.counts.flips, parts.counts.flips);
    EXPECT_EQ(whole.counts.random, parts.counts.random);
    EXPECT_GT(whole.counts.halves, 0u);
  }
}

TEST(OrbitWalk, TheIndexOfMirroredWalksIsKept) {
  for (const bool halves : {false, true}) {
    const SymmetryGroup group(Symmetry::c6, halves ? Swaps{1, 1, 1} : kAllSwaps, halves);
    const Scheme start = expand(symmetric_start(4, std::vector<unsigned>{4}, group));
    const WalkCodec codec(start.shape, group, 32);
    const WalkRules rules{5, 2, 32, 0, 0, codec.mirror_shift(), halves ? 1U : 0U};
    auto whole = start_walk<std::uint16_t>(codec, start, kSeed, 0, rules);
    auto parts = whole;
    run_orbit_walk<std::uint16_t, 3, 12, true>(whole, rules, 3000);
    for (int k = 0; k < 3000; ++k) run_orbit_walk<std::uint16_t, 3, 12, true>(parts, rules, 1);
    EXPECT_EQ(whole.slots, parts.slots);
    EXPECT_EQ(whole.counts.flips, parts.counts.flips);
    EXPECT_EQ(whole.counts.random, parts.counts.random);
    EXPECT_EQ(whole.counts.halves > 0, halves);
  }
}

TEST(OrbitWalk, BatchesDoNotMatter) {
  const Scheme start = expand(symmetric_start(4, std::vector<unsigned>{2, 2}));
  const WalkCodec codec(start.shape, Symmetry::c3, 32);
  const WalkRules rules{100, 3, 32, 1000, 1};
  auto whole = start_walk<std::uint16_t>(codec, start, kSeed, 0, rules);
  auto parts = whole;
  run_orbit_walk<std::uint16_t, 3, 12>(whole, rules, 3000);
  for (int k = 0; k < 10; ++k) run_orbit_walk<std::uint16_t, 3, 12>(parts, rules, 300);
  EXPECT_EQ(whole.slots, parts.slots);
  EXPECT_EQ(whole.counts.flips, parts.counts.flips);
  EXPECT_EQ(whole.counts.random, parts.counts.random);
}

/// Factors that are all different: no flip is possible, and a plus is not due for long.
template <class Run>
void expect_up_when_stuck(Symmetry symmetry, Run run) {
  const WalkCodec codec({3, 3, 3}, symmetry, 32);
  const WalkRules rules{64 * kLookEvery, 0, 32, 0, 0, 0, 1};
  HostWalkState<std::uint16_t> state;
  state.slots.resize(codec.slots());
  constexpr std::uint32_t kSize = 12;
  for (std::uint16_t position = 0; position < 3; ++position) {
    for (std::uint16_t i = 0; i < kSize; ++i) {
      state.slots[position * 32 + i] = static_cast<std::uint16_t>((1 + position * 32 + i) * 0x2F3);
    }
  }
  state.counts = {WalkRandom(kSeed, 0).state(), 0, kSize, 0, kSize, 0, rules.plus_after, 0};
  run(state, rules, kLookEvery);
  EXPECT_EQ(state.counts.size, kSize + 1);
  run(state, rules, kLookEvery);
  EXPECT_GT(state.counts.flips, 0U);
}

TEST(ThreadWalk, GoesUpWhenItIsStuck) {
  expect_up_when_stuck(Symmetry::none, [](auto& state, const WalkRules& rules, std::uint32_t rounds) {
    run_thread_walk<std::uint16_t, 1, 12>(state, rules, rounds, NoLog{});
  });
}

TEST(OrbitWalk, GoesUpWhenItIsStuck) {
  expect_up_when_stuck(Symmetry::c3, [](auto& state, const WalkRules& rules, std::uint32_t rounds) {
    run_orbit_walk<std::uint16_t, 3, 12>(state, rules, rounds);
  });
}

TEST(Encoding, IsInvertible) {
  for (const unsigned width : {16U, 32U, 64U}) {
    const Encoding encoding(width);
    RandomStream random(kSeed, width);
    for (int k = 0; k < 1000; ++k) {
      const Factor factor = random.next64() >> (64 - width);
      const Factor other = random.next64() >> (64 - width);
      EXPECT_EQ(encoding.decode(encoding.encode(factor)), factor);
      EXPECT_EQ(encoding.encode(factor) ^ encoding.encode(other), encoding.encode(factor ^ other));
    }
  }
}

TEST(Encoding, KeepsTheMirror) {
  const std::pair<Shape, Swaps> kinds[] = {
      {{4, 4, 4}, {2, 2, 2}}, {{4, 4, 4}, {1, 1, 1}}, {{4, 5, 5}, {1, 1, 2}}, {{6, 6, 6}, {3, 3, 3}}, {{8, 8, 8}, {2, 2, 2}}};
  for (const auto& [shape, swaps] : kinds) {
    const Reflection mirror(shape, swaps);
    const unsigned width = slot_width(shape, {Symmetry::c2, swaps});
    const Encoding encoding(width, mirror);
    RandomStream random(kSeed, width);
    for (int k = 0; k < 1000; ++k) {
      const std::uint64_t word = random.next64() >> (64 - mirror.width());
      EXPECT_EQ(encoding.decode(encoding.encode(word)), word);
      const std::uint64_t code = encoding.encode(word);
      EXPECT_EQ(encoding.encode(word ^ word >> mirror.shift()), code ^ code >> mirror.shift());
    }
  }
}

}  // namespace
}  // namespace wreath::flip
