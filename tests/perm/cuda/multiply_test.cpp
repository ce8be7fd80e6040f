// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "perm/reference.hpp"
#include "wreath/perm.hpp"
#include "wreath/gpu.hpp"

namespace wreath::perm {
namespace {

class CudaMultiply : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
    options_.machine.backend = BackendChoice::cuda;
  }

  template <class Point, class Value>
  void compare(std::size_t size, std::size_t points) {
    const std::uint64_t seed = size * 31 + points;
    const auto x = test::random_map<Point>(size, points, seed);
    const auto y = test::random_map<Value>(points, 251, seed + 1);
    std::vector<Value> z(size);
    multiply<Point, Value>(x, y, z, options_);
    EXPECT_EQ(z, test::multiply_reference(x, y)) << "seed " << seed;
  }

  Options options_;
};

TEST_F(CudaMultiply, AgreesWithTheDefinition) {
  for (const std::size_t size : {0U, 1U, 31U, 32U, 33U, 255U, 256U, 257U, 100000U}) {
    compare<std::uint8_t, std::uint16_t>(size, 200);
    compare<std::uint16_t, std::uint64_t>(size, 60000);
    compare<std::uint32_t, std::uint32_t>(size, 70000);
    compare<std::uint64_t, std::uint8_t>(size, 70000);
    compare<std::uint64_t, std::uint64_t>(size, 1);
  }
}

TEST_F(CudaMultiply, NamesTheFirstIndexThatIsNoPoint) {
  auto x = test::random_map<std::uint32_t>(100000, 100, 2);
  x[77777] = 100;
  x[5000] = ~0U;
  std::vector<std::uint32_t> z(x.size());
  try {
    multiply<std::uint32_t, std::uint32_t>(x, std::vector<std::uint32_t>(100), z, options_);
    FAIL() << "nothing was thrown";
  } catch (const PointError& error) {
    EXPECT_EQ(error.index, 5000U);
  }
}

}  // namespace
}  // namespace wreath::perm
