// SPDX-License-Identifier: MIT
//
// A GPU walk writes its moves down; replayed one by one on the host they lead to the same scheme, summand by summand.
#include <gtest/gtest.h>

#include "core/cuda/buffer.hpp"
#include "flip/backend.hpp"
#include "flip/cuda/walk_kernels.cuh"
#include "flip/cuda/warp_kernels.cuh"
#include "flip/walk/image.hpp"
#include "wreath/gpu.hpp"

namespace wreath::flip {
namespace {

constexpr std::uint32_t kWalks = 32;
constexpr std::uint32_t kRoom = 40000;

/// Appends a walk's moves to its part of a log; what does not fit is counted and lost.
struct DeviceLog {
  Move* moves = nullptr;
  std::uint32_t* count = nullptr;
  std::uint32_t room = 0;

  __device__ void operator()(const Move& move) const {
    if (*count < room) moves[*count] = move;
    ++*count;
  }
};

/// thread_walk_kernel, written down.
template <class Value, unsigned Words, unsigned Planes>
__global__ void logged_walk_kernel(WalkStateRef<Value> state, WalkRules rules, std::uint32_t rounds, MoveLogRef log) {
  extern __shared__ __align__(16) std::byte shared[];
  const std::uint32_t walk = blockIdx.x * blockDim.x + threadIdx.x;
  const DeviceLog mine{log.moves + std::size_t{walk} * log.room, log.counts + walk, log.room};
  run_lane<ThreadWalk<BinarySums<Value, false>, Words, Planes, LaneMemory<Value>, DeviceLog>>(shared, state, rules, rounds, mine);
}

/// warp_walk_kernel, written down.
template <class Value>
__global__ void __launch_bounds__(128)
    logged_warp_kernel(WalkStateRef<Value> state, WalkRules rules, std::uint32_t rounds, MoveLogRef log) {
  extern __shared__ __align__(16) std::byte shared[];
  run_warp(shared, state, rules, rounds, log);
}

class CudaLogs : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU";
  }
};

template <class T>
std::vector<T> fetch(const cuda::Buffer<T>& buffer) {
  std::vector<T> values(buffer.size());
  buffer.download(values, nullptr);
  WREATH_CUDA(cudaStreamSynchronize(nullptr));
  return values;
}

template <class Value, class Launch>
void follow(const Shape& shape, std::uint32_t capacity, Launch launch) {
  const WalkCodec codec(shape, Symmetry::none, capacity);
  const Scheme start = standard_scheme(shape);
  const WalkImage image = codec.encode(start);
  std::vector<Value> slots(std::size_t{codec.slots()} * kWalks);
  std::vector<WalkCounts> counts(kWalks);
  const WalkRules rules{200, 3, capacity, 0, 0};
  for (std::uint32_t walk = 0; walk < kWalks; ++walk) {
    for (std::uint32_t slot = 0; slot < codec.slots(); ++slot)
      slots[slot * kWalks + walk] = static_cast<Value>(image.slots[slot]);
    counts[walk] = {WalkRandom(3, walk).state(), 0, image.size, 0, image.size, 0, rules.plus_after};
  }
  cuda::Buffer<Value> device_slots(slots.size());
  cuda::Buffer<Value> device_bests(slots.size());
  cuda::Buffer<uint2> device_sizes(kWalks);
  cuda::Buffer<WalkCounts> device_counts(kWalks);
  cuda::Buffer<Move> device_moves(std::size_t{kWalks} * kRoom);
  cuda::Buffer<std::uint32_t> device_logged(kWalks);
  device_slots.upload(slots, nullptr);
  device_counts.upload(counts, nullptr);
  WREATH_CUDA(cudaMemset(device_logged.data(), 0, kWalks * sizeof(std::uint32_t)));
  const WalkStateRef<Value> state{
      device_slots.data(), device_bests.data(), device_sizes.data(), device_counts.data(), kWalks, capacity, codec.slots()};
  launch(state, rules, MoveLogRef{device_moves.data(), device_logged.data(), kRoom});
  WREATH_CUDA_LAUNCHED();
  slots = fetch(device_slots);
  counts = fetch(device_counts);
  const auto moves = fetch(device_moves);
  const auto logged = fetch(device_logged);
  std::size_t fallen = 0;
  for (std::uint32_t walk = 0; walk < kWalks; ++walk) {
    ASSERT_LE(logged[walk], kRoom);
    ASSERT_GT(logged[walk], 100u);
    std::vector<Summand> followed = start.summands;
    for (std::uint32_t k = 0; k < logged[walk]; ++k) apply(followed, moves[std::size_t{walk} * kRoom + k]);
    WalkImage final{{}, counts[walk].size, 0};
    for (std::uint32_t slot = 0; slot < codec.slots(); ++slot) final.slots.push_back(slots[slot * kWalks + walk]);
    const Scheme scheme = codec.decode(final);
    ASSERT_EQ(scheme.summands, followed) << to_string(shape) << " walk " << walk;
    ASSERT_FALSE(first_wrong_entry(scheme));
    fallen += counts[walk].best < start.rank() ? 1 : 0;
  }
  if (start.rank() <= 27) {
    EXPECT_GT(fallen, 0u);
  }
}

template <class Value, unsigned Words, unsigned Planes>
void follow_threads(const Shape& shape, std::uint32_t capacity) {
  follow<Value>(shape, capacity, [](const auto& state, const WalkRules& rules, const MoveLogRef& log) {
    const auto kernel = logged_walk_kernel<Value, Words, Planes>;
    WREATH_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(state.warp_bytes())));
    kernel<<<1, 32, state.warp_bytes()>>>(state, rules, 10000, log);
  });
}

template <class Value>
void follow_warps(const Shape& shape, std::uint32_t capacity, std::uint32_t rounds) {
  follow<Value>(shape, capacity, [rounds](const auto& state, const WalkRules& rules, const MoveLogRef& log) {
    const auto bytes = static_cast<std::uint32_t>(4 * state.slot_count * sizeof(Value));
    const auto kernel = logged_warp_kernel<Value>;
    WREATH_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
    kernel<<<kWalks / 4, 128, bytes>>>(state, rules, rounds, log);
  });
}

TEST_F(CudaLogs, OfThreadsReplay) {
  follow_threads<std::uint16_t, 1, 12>({2, 2, 2}, 16);
  follow_threads<std::uint16_t, 1, 12>({3, 3, 3}, 32);
  follow_threads<std::uint16_t, 2, 12>({4, 4, 4}, 64);
  follow_threads<std::uint32_t, 4, 12>({4, 5, 5}, 104);
}

TEST_F(CudaLogs, OfWarpsReplay) {
  follow_warps<std::uint16_t>({2, 2, 2}, 16, 3000);
  follow_warps<std::uint16_t>({3, 3, 3}, 32, 2000);
  follow_warps<std::uint16_t>({4, 4, 4}, 64, 1500);
  follow_warps<std::uint32_t>({5, 5, 5}, 128, 500);
  follow_warps<std::uint64_t>({6, 6, 6}, 224, 400);
}

}  // namespace
}  // namespace wreath::flip
