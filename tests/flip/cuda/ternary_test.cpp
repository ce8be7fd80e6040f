// SPDX-License-Identifier: MIT
//
// Walks with coefficients -1, 0, 1 on the GPU against the same walks on the host: every count and every scheme, bit for bit.
#include <gtest/gtest.h>

#include "bench/signature/host_walk.hpp"
#include "flip/backend.hpp"
#include "wreath/gpu.hpp"

namespace wreath::flip {
namespace {

class CudaTernaryWalks : public ::testing::TestWithParam<Ring> {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU";
  }
};
INSTANTIATE_TEST_SUITE_P(Rings, CudaTernaryWalks, ::testing::Values(Ring::ternary, Ring::f3),
                         [](const auto& one) { return std::string(to_string(one.param)); });

template <class Value, unsigned Words>
void compare(const Shape& shape, std::uint32_t room, Ring ring) {
  SCOPED_TRACE(to_string(shape));
  constexpr std::uint32_t kWalks = 40;  // that are followed: of more than one warp
  const Scheme start = standard_scheme(shape);
  SearchOptions options;
  options.seed = 11;
  options.ring = ring;
  options.walks = 256;
  const auto backend = make_cuda_backend(shape, options, {300, 3}, room - 3);
  ASSERT_EQ(backend->room(), room);
  WalkRules rules{100, 3, room};
  rules.modulo_3 = ring == Ring::f3 ? 1 : 0;
  const WalkCodec codec(shape, Symmetry::none, room, 1, ring);
  std::vector<Placement> placements;
  for (std::uint32_t walk = 0; walk < backend->walks(); ++walk) placements.push_back({walk, &start});
  backend->place(placements);
  std::vector<HostWalkState<Value>> twins;
  std::vector<std::uint32_t> followed;
  for (std::uint32_t walk = 0; walk < kWalks; ++walk) {
    twins.push_back(start_walk<Value>(codec, start, options.seed, walk, rules));
    followed.push_back(walk);
  }
  for (const std::uint32_t rounds : {1U, 10U, 1000U, 2000U}) {
    backend->run(3 * rounds);
    const auto statuses = backend->statuses();
    const auto bests = backend->bests(followed);
    for (std::uint32_t walk = 0; walk < kWalks; ++walk) {
      auto& twin = twins[walk];
      run_ternary_walk<Value, Words, 12>(twin, rules, rounds, NoLog{});
      ASSERT_EQ(statuses[walk].rank, twin.counts.size) << "walk " << walk << " rounds " << rounds;
      ASSERT_EQ(statuses[walk].best, twin.counts.best);
      ASSERT_EQ(statuses[walk].idle, twin.counts.idle);
      ASSERT_EQ(statuses[walk].flips, twin.counts.flips);
      ASSERT_EQ(bests[walk], scheme_of(codec, twin.best, twin.best_counts));
      ASSERT_TRUE(is_valid_over(bests[walk], ring));
    }
  }
}

TEST_P(CudaTernaryWalks, AreThoseOfTheHost) {
  compare<std::uint32_t, 2>({3, 3, 3}, 32, GetParam());
  compare<std::uint32_t, 2>({4, 4, 4}, 64, GetParam());
  compare<std::uint64_t, 2>({2, 4, 5}, 48, GetParam());
  compare<std::uint64_t, 3>({4, 4, 5}, 88, GetParam());
  compare<std::uint64_t, 4>({4, 5, 5}, 104, GetParam());
}

TEST_P(CudaTernaryWalks, FindKnownRanks) {
  for (const auto& [shape, rank] : {std::pair{Shape{2, 2, 2}, 7U}, {Shape{3, 3, 3}, 23U}}) {
    SearchOptions options;
    options.machine.backend = BackendChoice::cuda;
    options.ring = GetParam();
    options.target = rank;
    options.steps = 3000000;
    Search search(shape, options);
    EXPECT_TRUE(search.run()) << to_string(shape);
    EXPECT_TRUE(is_valid_over(search.result().bests.back().scheme, GetParam()));
  }
}

}  // namespace
}  // namespace wreath::flip
