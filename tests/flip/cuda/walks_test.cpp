// SPDX-License-Identifier: MIT
//
// The walks of the GPU against the same walks on the host: every count and every scheme, bit for bit.
#include <gtest/gtest.h>

#include "bench/signature/host_walk.hpp"
#include "flip/backend.hpp"
#include "flip/mirrored_scheme.hpp"
#include "flip/scheme/symmetry.hpp"
#include "wreath/gpu.hpp"

namespace wreath::flip {
namespace {

constexpr std::uint64_t kSeed = 11;
constexpr std::uint32_t kFollowed = 40;  // walks of more than one warp

class CudaWalks : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU";
  }
};

template <class Value, class Run>
void compare(const Scheme& start, const SymmetryGroup& group, std::uint32_t room, Run run_on_host) {
  SearchOptions options;
  options.seed = kSeed;
  options.symmetry = group.kind;
  options.swaps = {group.swaps.begin(), group.swaps.end()};
  options.half_orbits = group.halves;
  options.walks = 256;
  options.free_cubes = !has_mirror(group.kind);
  const Schedule schedule{300, 3};
  // With the margin the backend has just this room, on which walks among orbits depend.
  const auto backend = make_cuda_backend(start.shape, options, schedule, room - (group.kind == Symmetry::c6 ? 6 : 3));
  const WalkCodec codec(start.shape, group, room);
  const WalkRules rules{100, 3, room, 1000, 1, codec.mirror_shift(), group.halves ? 1U : 0U};
  backend->aim_at(rules.trade_down_to);
  std::vector<Placement> placements;
  for (std::uint32_t walk = 0; walk < backend->walks(); ++walk) placements.push_back({walk, &start});
  backend->place(placements);
  std::vector<HostWalkState<Value>> twins;
  for (std::uint32_t walk = 0; walk < kFollowed; ++walk) {
    twins.push_back(start_walk<Value>(codec, start, kSeed, walk, rules));
  }
  std::vector<std::uint32_t> followed(kFollowed);
  for (std::uint32_t walk = 0; walk < kFollowed; ++walk) followed[walk] = walk;
  for (const std::uint32_t rounds : {1U, 10U, 1000U, 2000U}) {
    backend->run(3 * rounds);
    const auto statuses = backend->statuses();
    const auto bests = backend->bests(followed);
    for (std::uint32_t walk = 0; walk < kFollowed; ++walk) {
      auto& twin = twins[walk];
      run_on_host(twin, rules, rounds);
      const Scheme now = scheme_of(codec, twin.slots, twin.counts);
      ASSERT_EQ(statuses[walk].rank, now.rank()) << to_string(start.shape) << " walk " << walk << " rounds " << rounds;
      ASSERT_EQ(statuses[walk].best, twin.counts.best);
      ASSERT_EQ(statuses[walk].idle, twin.counts.idle);
      ASSERT_EQ(statuses[walk].flips, twin.counts.flips);
      ASSERT_EQ(bests[walk], scheme_of(codec, twin.best, twin.best_counts));
    }
  }
  const auto saved = backend->save();
  backend->run(300);
  const auto later = backend->save();
  backend->restore(saved);
  backend->run(300);
  EXPECT_EQ(backend->save(), later);
}

template <class Value, unsigned Words, unsigned Planes>
void compare_threads(const Shape& shape, std::uint32_t room) {
  compare<Value>(standard_scheme(shape), Symmetry::none, room, [](auto& twin, const WalkRules& rules, std::uint32_t rounds) {
    run_thread_walk<Value, Words, Planes>(twin, rules, rounds, NoLog{});
  });
}

template <class Value, unsigned Words, unsigned Planes>
void compare_orbits(unsigned n, std::vector<unsigned> split, std::uint32_t room) {
  compare<Value>(expand(symmetric_start(n, split)), Symmetry::c3, room,
                 [](auto& twin, const WalkRules& rules, std::uint32_t rounds) {
                   run_orbit_walk<Value, Words, Planes>(twin, rules, rounds);
                 });
}

template <class Value, unsigned Words, unsigned Planes = 12>
void compare_mirrored(const Shape& shape, const Swaps& swaps, std::uint32_t room) {
  compare<Value>(mirrored_scheme(shape, swaps), {Symmetry::c2, swaps}, room,
                 [](auto& twin, const WalkRules& rules, std::uint32_t rounds) {
                   run_thread_walk<Value, Words, Planes, true>(twin, rules, rounds, NoLog{});
                 });
}

template <class Value, unsigned Words>
void compare_mirrored_orbits(unsigned n, std::vector<unsigned> split, std::uint32_t room, unsigned swaps = 0) {
  const SymmetryGroup group(Symmetry::c6, swaps == 0 ? kAllSwaps : Swaps{swaps, swaps, swaps}, swaps != 0);
  compare<Value>(expand(symmetric_start(n, split, group)), group, room,
                 [](auto& twin, const WalkRules& rules, std::uint32_t rounds) {
                   run_orbit_walk<Value, Words, 12, true>(twin, rules, rounds);
                 });
}

/// Batches one after the other, and two at a time: the same walks, the same reports.
void compare_overlapped(const Scheme& start, Symmetry symmetry) {
  SearchOptions options;
  options.seed = kSeed;
  options.symmetry = symmetry;
  options.half_orbits = symmetry == Symmetry::c2;
  options.walks = 256;
  const auto make = [&] {
    const std::size_t size = symmetry == Symmetry::c3 ? split_into_orbits(start, symmetry).orbits.size() : start.rank();
    auto backend = make_cuda_backend(start.shape, options, {300, 3}, static_cast<std::uint32_t>(size));
    std::vector<Placement> placements;
    for (std::uint32_t walk = 0; walk < backend->walks(); ++walk) placements.push_back({walk, &start});
    backend->place(placements);
    return backend;
  };
  const auto plain = make();
  const auto overlapped = make();
  ASSERT_EQ(overlapped->depth(), 2u);
  std::vector<std::uint32_t> last_best(plain->walks(), static_cast<std::uint32_t>(start.rank()));
  const auto expect_same_end = [&](Backend& other) {  // of the last batch; only walks with a new best can be asked for it
    const std::vector<WalkStatus> expected(plain->statuses().begin(), plain->statuses().end());
    const std::vector<WalkStatus> found(other.statuses().begin(), other.statuses().end());
    std::vector<std::uint32_t> improved;
    for (std::uint32_t walk = 0; walk < expected.size(); ++walk) {
      ASSERT_EQ(found[walk].rank, expected[walk].rank) << "walk " << walk;
      ASSERT_EQ(found[walk].best, expected[walk].best) << "walk " << walk;
      ASSERT_EQ(found[walk].idle, expected[walk].idle) << "walk " << walk;
      ASSERT_EQ(found[walk].flips, expected[walk].flips) << "walk " << walk;
      if (expected[walk].best < last_best[walk]) improved.push_back(walk);
    }
    ASSERT_EQ(other.bests(improved), plain->bests(improved));
  };
  const auto note_bests = [&] {
    for (std::uint32_t walk = 0; walk < last_best.size(); ++walk) last_best[walk] = plain->statuses()[walk].best;
  };
  const std::vector<Placement> again = {{1, &start}, {200, &start}};  // after the second batch, which is under way by then

  overlapped->begin(900, UINT32_MAX);
  overlapped->begin(1500, UINT32_MAX);
  EXPECT_THROW(overlapped->begin(300, UINT32_MAX), InternalError);
  overlapped->finish();
  plain->run(900);
  expect_same_end(*overlapped);
  note_bests();
  overlapped->place(again);
  const auto saved = overlapped->save();
  overlapped->begin(3000, UINT32_MAX);
  overlapped->finish();
  plain->run(1500);
  expect_same_end(*overlapped);

  const auto resumed = make();  // with the second batch under way
  resumed->restore(saved);
  resumed->begin(3000, UINT32_MAX);
  resumed->finish();
  expect_same_end(*resumed);
  note_bests();
  plain->place(again);
  for (const std::uint32_t walk : {1U, 200U}) last_best[walk] = static_cast<std::uint32_t>(start.rank());
  plain->run(3000);
  overlapped->finish();
  expect_same_end(*overlapped);
  resumed->finish();
  expect_same_end(*resumed);
  EXPECT_THROW(resumed->finish(), InternalError);
  EXPECT_EQ(resumed->save(), overlapped->save());
  EXPECT_EQ(plain->save(), overlapped->save());
}

TEST_F(CudaWalks, BatchesOverlap) {
  compare_overlapped(standard_scheme({3, 3, 3}), Symmetry::none);
  compare_overlapped(standard_scheme({3, 3, 3}), Symmetry::c2);
  compare_overlapped(expand(symmetric_start(5, std::vector<unsigned>{2, 2, 1})), Symmetry::c3);
}

TEST_F(CudaWalks, ThreadsOfSixteenBits) {
  compare_threads<std::uint16_t, 1, 12>({2, 2, 2}, 16);
  compare_threads<std::uint16_t, 1, 12>({3, 3, 3}, 32);
  compare_threads<std::uint16_t, 2, 12>({3, 4, 4}, 56);
  compare_threads<std::uint16_t, 2, 12>({4, 4, 4}, 64);
}

TEST_F(CudaWalks, ThreadsOfThirtyTwoBits) {
  compare_threads<std::uint32_t, 2, 12>({2, 5, 5}, 56);
  compare_threads<std::uint32_t, 4, 12>({4, 4, 5}, 88);
  compare_threads<std::uint32_t, 4, 12>({5, 5, 5}, 128);
}

TEST_F(CudaWalks, ThreadsOfSixtyFourBits) {
  compare_threads<std::uint64_t, 4, 12>({2, 6, 6}, 80);
}

TEST_F(CudaWalks, Orbits) {
  compare_orbits<std::uint16_t, 3, 12>(3, {2, 1}, 16);
  compare_orbits<std::uint16_t, 3, 12>(4, {4}, 32);
  compare_orbits<std::uint32_t, 4, 11>(5, {2, 2, 1}, 42);
  compare_orbits<std::uint32_t, 5, 12>(5, {2, 2, 1}, 48);
  compare_orbits<std::uint64_t, 8, 12>(6, {2, 2, 2}, 80);
  compare_orbits<std::uint64_t, 12, 12>(7, {3, 2, 2}, 120);
  compare_orbits<std::uint64_t, 18, 8>(8, {4, 4}, 184);
}

TEST_F(CudaWalks, Mirrored) {
  compare_mirrored<std::uint16_t, 1>({2, 2, 2}, {1, 1, 1}, 8);
  compare_mirrored<std::uint16_t, 1>({3, 3, 3}, {1, 1, 1}, 24);
  compare_mirrored<std::uint16_t, 2, 10>({4, 4, 4}, {2, 2, 2}, 40);
  compare_mirrored<std::uint16_t, 2, 10>({4, 4, 4}, {1, 1, 1}, 48);
  compare_mirrored<std::uint32_t, 1>({2, 5, 5}, {2, 2, 2}, 32);
  compare_mirrored<std::uint32_t, 2>({4, 4, 5}, {1, 1, 1}, 64);
  compare_mirrored<std::uint32_t, 2>({4, 5, 5}, {2, 2, 2}, 56);
  compare_mirrored<std::uint32_t, 4>({4, 5, 5}, {1, 1, 2}, 96);
  compare_mirrored<std::uint64_t, 2>({3, 6, 6}, {3, 3, 3}, 64);
  compare_mirrored<std::uint64_t, 4>({6, 6, 6}, {3, 3, 3}, 112);
  compare_mirrored<std::uint64_t, 5, 10>({6, 6, 6}, {1, 1, 1}, 152);
}

TEST_F(CudaWalks, MirroredOrbits) {
  compare_mirrored_orbits<std::uint16_t, 3>(4, {2, 2}, 16);
  compare_mirrored_orbits<std::uint32_t, 3>(5, {2, 1, 2}, 32);
  compare_mirrored_orbits<std::uint64_t, 6>(6, {2, 2, 2}, 48);
  compare_mirrored_orbits<std::uint64_t, 6>(7, {3, 1, 3}, 64);
  compare_mirrored_orbits<std::uint64_t, 9>(8, {3, 2, 3}, 96);
  compare_mirrored_orbits<std::uint16_t, 3>(4, {1, 2, 1}, 24, 1);
  compare_mirrored_orbits<std::uint64_t, 6>(6, {1, 4, 1}, 64, 1);
}

}  // namespace
}  // namespace wreath::flip
