// SPDX-License-Identifier: MIT
//
// Arrays in host memory by way of the GPU, for all widths of points and values.
#include <gtest/gtest.h>

#include "maps.hpp"
#include "perm/gpu.hpp"
#include "wreath/gpu.hpp"

namespace wreath::perm {
namespace {

class CudaHost : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  }

  template <class Point, class Value>
  void compare(std::size_t n) {
    SCOPED_TRACE(std::to_string(n) + " points of " + std::to_string(sizeof(Point)) + " bytes, values of " +
                 std::to_string(sizeof(Value)));
    const auto x = cuda_test::make_map<Point>(n < 1000000 ? cuda_test::Kind::random : cuda_test::Kind::stride, n, n, n);
    const auto y = test::random_map<Value>(n, 251, n + 1);
    std::vector<Value> z(n, 9);
    hold_on_gpu<Point, Value>(y)->multiply(x, z);
    EXPECT_TRUE(z == test::multiply_reference(x, y));
    scatter_on_gpu<Point, Value>(x, y, z);
    EXPECT_TRUE(z == cuda_test::scatter_twin(x, y, n));
    std::vector<Point> inverse(n, 9);
    invert_on_gpu<Point>(x, inverse);
    EXPECT_TRUE(inverse == cuda_test::scatter_twin(x, cuda_test::counting<Point>(n), n));
    std::vector<Point> in_place = x;
    invert_on_gpu<Point>(in_place, in_place);
    EXPECT_TRUE(in_place == inverse);
  }

  template <class Point>
  void compare_widths(std::size_t n) {
    compare<Point, std::uint8_t>(n);
    compare<Point, std::uint16_t>(n);
    compare<Point, std::uint32_t>(n);
    compare<Point, std::uint64_t>(n);
  }
};

TEST_F(CudaHost, AgreesForAllWidths) {
  for (const std::size_t n : {0U, 1U, 31U, 32U, 33U, 200U}) compare_widths<std::uint8_t>(n);
  for (const std::size_t n : {1U, 33U, 60000U}) compare_widths<std::uint16_t>(n);
  for (const std::size_t n : {1U, 33U, 100003U}) compare_widths<std::uint32_t>(n);
  for (const std::size_t n : {1U, 33U, 100003U}) compare_widths<std::uint64_t>(n);
}

// Past what is copied directly (32 MB) and past what the plain methods take.
TEST_F(CudaHost, AgreesForLargeArrays) {
  compare<std::uint32_t, std::uint32_t>(17000003);
  compare<std::uint64_t, std::uint64_t>(7000003);
}

TEST_F(CudaHost, TakesSlicesOfX) {
  const auto y = cuda_test::shuffled<std::uint32_t>(5000, 1);
  const auto backend = hold_on_gpu<std::uint32_t, std::uint32_t>(y);
  for (const std::size_t n : {10U, 20000U, 3000U, 0U}) {
    const auto x = test::random_map<std::uint32_t>(n, y.size(), n);
    std::vector<std::uint32_t> z(n);
    backend->multiply(x, z);
    EXPECT_TRUE(z == test::multiply_reference(x, y)) << n;
    std::vector<std::uint32_t> in_place = x;
    backend->multiply(in_place, in_place);
    EXPECT_TRUE(in_place == z) << n;
  }
}

TEST_F(CudaHost, DividesIntoMorePoints) {
  const std::vector<std::uint32_t> x = {7, 0, 3};
  const std::vector<std::uint32_t> y = {10, 20, 30};
  std::vector<std::uint32_t> z(9, 5);
  scatter_on_gpu<std::uint32_t, std::uint32_t>(x, y, z);
  EXPECT_EQ(z, (std::vector<std::uint32_t>{20, 0, 0, 30, 0, 0, 0, 10, 0}));
}

TEST_F(CudaHost, ClearsThePointsThatAMapMisses) {
  constexpr std::size_t kPoints = 13000001;  // beyond the plain method
  const std::vector<std::uint32_t> x(kPoints, 12345);
  std::vector<std::uint32_t> z(kPoints, 5);
  invert_on_gpu<std::uint32_t>(x, z);
  EXPECT_LT(z[12345], kPoints);
  z[12345] = 0;
  EXPECT_TRUE(z == std::vector<std::uint32_t>(kPoints, 0));
}

TEST_F(CudaHost, NamesTheFirstBadPoint) {
  for (const std::size_t n : {std::size_t{100000}, std::size_t{17000000}}) {
    auto x = cuda_test::counting<std::uint32_t>(n);
    x[77777] = static_cast<std::uint32_t>(n);
    x[5000] = ~0U;
    const auto y = cuda_test::counting<std::uint32_t>(n);
    std::vector<std::uint32_t> z(n);
    const auto expect_error = [&](auto&& run) {
      try {
        run();
        FAIL() << "nothing was thrown";
      } catch (const PointError& error) {
        EXPECT_EQ(error.index, 5000U);
        EXPECT_EQ(error.value, ~0U);
        EXPECT_EQ(error.size, n);
      }
    };
    expect_error([&] { hold_on_gpu<std::uint32_t, std::uint32_t>(y)->multiply(x, z); });
    expect_error([&] { invert_on_gpu<std::uint32_t>(x, z); });
    expect_error([&] { scatter_on_gpu<std::uint32_t, std::uint32_t>(x, y, z); });
  }
  std::vector<std::uint8_t> nothing;
  std::vector<std::uint8_t> one(1);
  EXPECT_THROW((hold_on_gpu<std::uint8_t, std::uint8_t>(nothing)->multiply(one, one)), PointError);
}

}  // namespace
}  // namespace wreath::perm
