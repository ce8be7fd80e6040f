// SPDX-License-Identifier: MIT
//
// Random permutations, checks, cycles and orbits of arrays in device memory, against those of the host.
#include <gtest/gtest.h>

#include <numeric>
#include <optional>

#include "core/cuda/buffer.hpp"
#include "core/cuda/stream.hpp"
#include "maps.hpp"
#include "wreath/gpu.hpp"
#include "wreath/perm/device.hpp"
#include "wreath/perm/orbits.hpp"

namespace wreath::perm {
namespace {

// Around one bucket and several, and two sizes whose buckets outgrow shared memory.
constexpr std::size_t kRandomSizes[] = {0, 1, 2, 31, 32, 33, 1000, 65535, 65536, 131072, 1000003, (1 << 24) + 5};

template <class Point>
class DeviceArrays : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
    stream_.emplace();
  }
  device::Options options() const { return {.stream = static_cast<cudaStream_t>(*stream_)}; }
  cuda::Buffer<Point> sent(const std::vector<Point>& values) const {
    cuda::Buffer<Point> there(values.size());
    there.upload(values, *stream_);
    stream_->wait();
    return there;
  }
  template <class T>
  std::vector<T> fetched(const cuda::Buffer<T>& there) const {
    std::vector<T> here(there.size());
    device::fetch(here.data(), there.data(), here.size() * sizeof(T), options());
    return here;
  }
  static std::vector<Point> drawn(std::size_t size, std::uint64_t seed) {
    std::vector<Point> x(size);
    random(std::span<Point>(x), seed);
    return x;
  }

  std::optional<cuda::Stream> stream_;
};
using Points = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(DeviceArrays, Points);

TYPED_TEST(DeviceArrays, RandomIsTheHosts) {
  for (const std::size_t size : kRandomSizes) {
    for (const std::uint64_t seed : {1U, 2U, 77U}) {
      cuda::Buffer<TypeParam> x(size);
      device::random<TypeParam>({x.data(), size}, seed, this->options());
      EXPECT_EQ(this->fetched(x), this->drawn(size, seed)) << size << " points, seed " << seed;
    }
  }
}

// 2^28 points and more have buckets that are shuffled in place.
TEST(DeviceRandom, IsTheHostsInLargeBuckets) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  if (gpus().devices[0].free_memory < std::uint64_t{8} << 30) GTEST_SKIP() << "too little memory";
  const std::size_t size = (std::size_t{1} << 28) + 3;
  std::vector<std::uint32_t> expected(size), found(size);
  random(std::span(expected), 5);
  cuda::Buffer<std::uint32_t> x(size);
  device::random<std::uint32_t>({x.data(), size}, 5);
  device::fetch(found.data(), x.data(), size * sizeof(std::uint32_t));
  EXPECT_TRUE(found == expected);
}

TYPED_TEST(DeviceArrays, DefectsAreTheHosts) {
  const auto same = [&](const std::vector<TypeParam>& x) {
    const auto there = this->sent(x);
    const Defect found = device::find_defect<TypeParam>({there.data(), x.size()}, this->options());
    EXPECT_EQ(found.sentence(x.size()), find_defect(x).sentence(x.size()));
    cuda::Buffer<TypeParam> z(x.size());
    for (const Method method : {Method::loop, Method::partition, Method::automatic}) {
      device::Options options = this->options();
      options.method = method;
      EXPECT_EQ((device::invert_permutation<TypeParam>({there.data(), x.size()}, {z.data(), x.size()}, options)), !found);
      const device::Span<const TypeParam> all{there.data(), x.size()};
      EXPECT_EQ((device::divide_by_permutation<TypeParam>(all, all, {z.data(), x.size()}, options)), !found);
      if (found) continue;
      std::vector<TypeParam> identity(x.size());
      std::iota(identity.begin(), identity.end(), TypeParam{0});
      EXPECT_EQ(this->fetched(z), identity);
    }
  };
  for (const std::size_t size : {1U, 33U, 1000U, 300007U}) {
    std::vector<TypeParam> x = this->drawn(size, 3);
    same(x);
    x[size / 2] = static_cast<TypeParam>(size);
    same(x);
    x = this->drawn(size, 3);
    x[size - 1] = x[0];
    same(x);
    same(std::vector<TypeParam>(size));
  }
}

TYPED_TEST(DeviceArrays, CyclesAndOrbitsAreTheHosts) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{33}, std::size_t{5000}, std::size_t{300007}}) {
    std::vector<TypeParam> rings(size), swaps(size);
    for (std::size_t i = 0; i < size; ++i) rings[i] = static_cast<TypeParam>(i % 7 == 6 || i + 1 == size ? i / 7 * 7 : i + 1);
    std::iota(swaps.begin(), swaps.end(), TypeParam{0});
    if (size > 8) std::swap(swaps[0], swaps[8]);
    for (const auto& x : {this->drawn(size, 4), rings, swaps}) {
      const auto there = this->sent(x);
      EXPECT_EQ((device::cycle_type<TypeParam>({there.data(), size}, this->options())), cycle_type(x)) << size;
      cuda::Buffer<TypeParam> labels(size);
      std::vector<TypeParam> expected(size);
      cycle_representatives(x, expected);
      device::cycle_representatives<TypeParam>({there.data(), size}, {labels.data(), size}, this->options());
      EXPECT_EQ(this->fetched(labels), expected) << size;
    }
    const auto a = this->sent(rings), b = this->sent(swaps);
    const device::Span<const TypeParam> there[] = {{a.data(), size}, {b.data(), size}};
    const std::span<const TypeParam> here[] = {rings, swaps};
    cuda::Buffer<TypeParam> labels(size);
    cuda::Buffer<std::int8_t> schreier(size);
    std::vector<TypeParam> expected(size);
    const std::uint64_t count = orbits<TypeParam>(here, expected, {});
    EXPECT_EQ((device::orbits<TypeParam>(there, {labels.data(), size}, {schreier.data(), size}, this->options())), count);
    EXPECT_EQ(this->fetched(labels), expected) << size;
    const auto vector = this->fetched(schreier);
    for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(vector[i] == 0, expected[i] == i) << i;
  }
}

TYPED_TEST(DeviceArrays, WhatIsNoPermutationHasNoCycles) {
  const std::vector<TypeParam> x{1, 1, 0};
  const auto there = this->sent(x);
  cuda::Buffer<TypeParam> z(3);
  EXPECT_THROW((void)device::cycle_type<TypeParam>({there.data(), 3}), InputError);
  EXPECT_THROW(device::cycle_representatives<TypeParam>({there.data(), 3}, {z.data(), 3}), InputError);
}

}  // namespace
}  // namespace wreath::perm
