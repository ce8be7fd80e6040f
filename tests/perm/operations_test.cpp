// SPDX-License-Identifier: MIT
//
// Multiply, divide and invert by every algorithm against the obvious loops.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <numeric>

#include "perm/plan/plan.hpp"
#include "core/arrays/ram/gather.hpp"
#include "core/arrays/ram/scatter.hpp"
#include "core/arrays/loop.hpp"
#include "perm/reference.hpp"
#include "temporary_folder.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {
namespace {

using wreath::test::message_of;

/// Ways in which x can look: the algorithms must not care.
enum class Shape { random, identity, reversed, constant, few, strided };
constexpr Shape kShapes[] = {Shape::random, Shape::identity, Shape::reversed, Shape::constant, Shape::few, Shape::strided};

template <class Point>
std::vector<Point> shaped_map(Shape shape, std::size_t size, std::size_t points, std::uint64_t seed) {
  auto x = test::random_map<Point>(size, points, seed);
  for (std::size_t i = 0; i < size; ++i) {
    if (shape == Shape::identity) x[i] = static_cast<Point>(i % points);
    if (shape == Shape::reversed) x[i] = static_cast<Point>((size - 1 - i) % points);
    if (shape == Shape::constant) x[i] = static_cast<Point>(points - 1);
    if (shape == Shape::few) x[i] = static_cast<Point>(x[i] % 3 * (points / 3));
    if (shape == Shape::strided) x[i] = static_cast<Point>(i * 4096 % points);
  }
  return x;
}

template <class Point, class Value>
std::vector<Value> divide_reference(const std::vector<Point>& x, const std::vector<Value>& y, std::vector<Value> z) {
  for (std::size_t i = 0; i < x.size(); ++i) z.at(x[i]) = y[i];
  return z;
}

/// Plans with tiny blocks and chunks, so that small inputs have many of both.
std::vector<RamPlan> tiny_plans() {
  std::vector<RamPlan> plans;
  for (const unsigned threads : {1U, 3U}) {
    for (const bool combine : {false, true}) {
      for (const unsigned block_bits : {6U, 9U, 17U}) plans.push_back({true, block_bits, 6, threads, combine});
    }
  }
  return plans;
}

template <class Pair>
class ImplicitTest : public testing::Test {};
template <class P, class V>
struct Widths {
  using Point = P;
  using Value = V;
};
using AllWidths = testing::Types<Widths<std::uint32_t, std::uint32_t>, Widths<std::uint32_t, std::uint8_t>,
                                 Widths<std::uint32_t, std::uint64_t>, Widths<std::uint64_t, std::uint64_t>,
                                 Widths<std::uint64_t, std::uint16_t>>;
TYPED_TEST_SUITE(ImplicitTest, AllWidths);

TYPED_TEST(ImplicitTest, AgreesWithTheDefinition) {
  using Point = typename TypeParam::Point;
  using Value = typename TypeParam::Value;
  for (const std::size_t size : {0U, 1U, 63U, 64U, 65U, 5000U}) {
    for (const std::size_t points : {1U, 64U, 65U, 4000U}) {
      for (const Shape shape : kShapes) {
        const std::uint64_t seed = size * 10007 + points;
        const auto x = shaped_map<Point>(shape, size, points, seed);
        const auto values = test::random_map<Value>(points, 251, seed + 1);
        const auto sources = test::random_map<Value>(size, 251, seed + 2);
        for (const RamPlan& plan : tiny_plans()) {
          Workspace scratch;
          std::vector<Value> z(size);
          arrays::gather_implicit<Point, Value>(x, values, z, plan,
                                                scratch.take(arrays::gather_scratch_bytes<Value>(size, points, plan)));
          ASSERT_EQ(z, test::multiply_reference(x, values)) << "seed " << seed;
          std::vector<Value> w(points, Value{7});
          arrays::scatter_implicit<Point, Value>(x, sources, w, plan,
                                                 scratch.take(arrays::scatter_scratch_bytes<Value>(size, points, plan)));
          ASSERT_EQ(w, divide_reference(x, sources, std::vector<Value>(points, Value{7}))) << "seed " << seed;
        }
      }
    }
  }
}

TYPED_TEST(ImplicitTest, InvertsWhateverTheDistances) {
  using Point = typename TypeParam::Point;
  for (const std::size_t size : {0U, 1U, 64U, 5000U, 40000U}) {
    for (const Shape shape : kShapes) {
      const auto x = shaped_map<Point>(shape, size, std::max<std::size_t>(size, 1), size);
      std::vector<Point> iota(size);
      std::iota(iota.begin(), iota.end(), Point{0});
      const auto expected = divide_reference(x, iota, std::vector<Point>(std::max<std::size_t>(size, 1), Point{9}));
      for (const RamPlan& plan : tiny_plans()) {
        Workspace scratch;
        std::vector<Point> z(std::max<std::size_t>(size, 1), Point{9});
        arrays::inverse_implicit<Point>(x, z, plan, scratch.take(arrays::inverse_scratch_bytes<Point>(size, z.size(), plan)));
        ASSERT_EQ(z, expected) << size;
      }
    }
  }
}

// Nothing may be written through a bad value, and the first one is named.
TYPED_TEST(ImplicitTest, FindsTheFirstBadIndexBeforeUsingIt) {
  using Point = typename TypeParam::Point;
  using Value = typename TypeParam::Value;
  auto x = test::random_map<Point>(5000, 1000, 1);
  const auto y = test::random_map<Value>(1000, 251, 2);
  const auto sources = test::random_map<Value>(5000, 251, 2);
  for (const std::size_t bad : {4999U, 2500U, 0U}) {
    x[bad] = bad == 2500 ? static_cast<Point>(~Point{0}) : Point{1000};
    for (const RamPlan& plan : tiny_plans()) {
      Workspace scratch;
      std::vector<Value> z(5000, Value{3});
      const std::span<std::byte> memory = scratch.take(arrays::scatter_scratch_bytes<Value>(5000, 1000, plan) +
                                                       arrays::gather_scratch_bytes<Value>(5000, 1000, plan) +
                                                       arrays::inverse_scratch_bytes<Point>(5000, 1000, plan));
      EXPECT_EQ((arrays::gather_implicit<Point, Value>(x, y, z, plan, memory)), std::optional<std::size_t>(bad));
      EXPECT_EQ(z, std::vector<Value>(5000, Value{3}));
      std::vector<Value> w(1000, Value{3});
      EXPECT_EQ((arrays::scatter_implicit<Point, Value>(x, sources, w, plan, memory)), std::optional<std::size_t>(bad));
      EXPECT_EQ(w, std::vector<Value>(1000, Value{3}));
      std::vector<Point> v(1000, Point{3});
      EXPECT_EQ((arrays::inverse_implicit<Point>(x, v, plan, memory)), std::optional<std::size_t>(bad));
    }
    EXPECT_EQ((arrays::scatter_traditional<Point, Value>(x, sources, std::span<Value>(std::vector<Value>(1000).data(), 0), 1)),
              std::optional<std::size_t>(0));
  }
}

class AlgorithmTest : public testing::TestWithParam<Method> {
 protected:
  Options options() const {
    Options options;
    options.method = GetParam();
    options.machine.threads = 2;
    return options;
  }
};
INSTANTIATE_TEST_SUITE_P(All, AlgorithmTest, testing::Values(Method::automatic, Method::loop, Method::partition),
                         [](const auto& test_case) {
                           return test_case.param == Method::automatic ? "automatic"
                                  : test_case.param == Method::loop    ? "loop"
                                                                       : "partition";
                         });

TEST_P(AlgorithmTest, InverseAndQuotientUndoTheProduct) {
  std::vector<std::uint32_t> x(100000);
  std::vector<std::uint32_t> y(100000);
  random(std::span<std::uint32_t>(x), 1);
  random(std::span<std::uint32_t>(y), 2);
  std::vector<std::uint32_t> product(x.size());
  multiply<std::uint32_t, std::uint32_t>(x, y, product, options());
  std::vector<std::uint32_t> quotient(x.size());
  divide<std::uint32_t, std::uint32_t>(x, product, quotient, options());
  EXPECT_EQ(quotient, y);  // x^-1 (x y) = y
  std::vector<std::uint32_t> inverse_x(x.size());
  std::vector<std::uint32_t> inverse_y(x.size());
  std::vector<std::uint32_t> inverse_product(x.size());
  inverse<std::uint32_t>(x, inverse_x, options());
  inverse<std::uint32_t>(y, inverse_y, options());
  inverse<std::uint32_t>(product, inverse_product, options());
  multiply<std::uint32_t, std::uint32_t>(inverse_y, inverse_x, quotient, options());
  EXPECT_EQ(quotient, inverse_product);  // (x y)^-1 = y^-1 x^-1
}

TEST_P(AlgorithmTest, WorksInPlace) {
  std::vector<std::uint32_t> x(50000);
  random(std::span<std::uint32_t>(x), 3);
  const auto y = test::random_map<std::uint32_t>(50000, 50000, 4);
  auto z = x;
  multiply<std::uint32_t, std::uint32_t>(z, y, z, options());
  EXPECT_EQ(z, test::multiply_reference(x, y));
  z = x;
  inverse<std::uint32_t>(z, z, options());
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(z[x[i]], i);
}

template <std::size_t kSize>
struct Object {
  std::array<unsigned char, kSize> bytes;
  bool operator==(const Object&) const = default;
};

template <std::size_t kSize>
void rearrange_objects(const Options& options) {
  std::vector<std::uint32_t> x(3000);
  random(std::span<std::uint32_t>(x), kSize);
  std::vector<Object<kSize>> y(x.size());
  RandomStream random_bytes(kSize, 0);
  for (auto& object : y) {
    for (auto& byte : object.bytes) byte = static_cast<unsigned char>(random_bytes.next());
  }
  std::vector<Object<kSize>> z(x.size());
  multiply<std::uint32_t, Object<kSize>>(x, y, z, options);
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(z[i], y[x[i]]) << kSize;
  std::vector<Object<kSize>> back(x.size());
  divide<std::uint32_t, Object<kSize>>(x, z, back, options);
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(back[x[i]], z[i]) << kSize;
}

TEST_P(AlgorithmTest, RearrangesObjectsOfAnySize) {
  rearrange_objects<1>(options());
  rearrange_objects<2>(options());
  rearrange_objects<3>(options());
  rearrange_objects<4>(options());
  rearrange_objects<8>(options());
  rearrange_objects<12>(options());
  rearrange_objects<16>(options());
  rearrange_objects<24>(options());
  rearrange_objects<32>(options());
  rearrange_objects<63>(options());
  rearrange_objects<64>(options());
}

TEST_P(AlgorithmTest, TakesArraysThatAreNotAligned) {
  std::vector<unsigned char> raw(4 * 100 + 1);
  std::vector<std::uint32_t> x(100);
  random(std::span<std::uint32_t>(x), 1);
  auto* y = reinterpret_cast<Object<4>*>(raw.data() + 1);
  for (std::uint32_t i = 0; i < 100; ++i) std::memcpy(y + i, &i, 4);
  std::vector<Object<4>> z(100);
  multiply<std::uint32_t, Object<4>>(x, std::span<const Object<4>>(y, 100), z, options());
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(z[i], y[x[i]]);
}

TEST(Method, FewPointsAreNotWorthAPassThroughTheTarget) {
  constexpr std::size_t kTarget = std::size_t{1} << 40;  // far past any cache
  for (const Operation operation : {Operation::multiply, Operation::divide}) {
    EXPECT_TRUE(arrays::default_plan(move_of(operation), kTarget / 4, kTarget, 4, 1).partition);
    EXPECT_FALSE(arrays::default_plan(move_of(operation), kTarget / 64, kTarget, 4, 1).partition);
  }
}

TEST(Method, ThePartitionFallsBackWhereMemoryIsShort) {
  std::vector<std::uint32_t> x(1 << 16);
  random(std::span<std::uint32_t>(x), 1);
  std::vector<std::uint32_t> z(x.size());
  RunControl run;
  run.limit_memory(1);
  Options options;
  const Task huge{Work::inverse, std::size_t{1} << 40, std::size_t{1} << 40, 8, 8};  // far past any cache
  EXPECT_TRUE(arrays::default_plan(arrays::Move::invert, huge.source, huge.target, 8, 1).partition);
  const Plan plan = plan_arrays(huge, options, &run);
  EXPECT_FALSE(plan.ram.partition);
  EXPECT_EQ(plan.method, "loop");
  EXPECT_EQ(plan.memory, 0U);
  note(plan, run);
  EXPECT_EQ(run.choice("method"), "loop");
  options.method = Method::partition;
  EXPECT_NE(message_of<ResourceError>([&] { inverse<std::uint32_t>(x, z, options, &run); }).find("of scratch memory"),
            std::string::npos);
}

// Vectors, arrays and parts of them, without a word about their types.
TEST(Arrays, OfAnyKindAreTaken) {
  std::vector<std::uint32_t> x(1000);
  random(x, 3);
  EXPECT_TRUE(is_permutation(x));
  std::vector<std::uint32_t> y(x.size());
  inverse(x, y);
  std::vector<std::uint32_t> z(x.size());
  multiply(x, y, z);
  EXPECT_EQ(cycle_type(z), (std::vector<CycleCount>{{1, 1000}}));
  power(x, -1, z);
  EXPECT_TRUE(equal(y, z));
  divide(x, x, z);
  EXPECT_TRUE(std::ranges::is_sorted(z));
  conjugate(x, y, z);
  EXPECT_TRUE(equal(x, z)) << "x commutes with its inverse";
  commutator(x, y, z);
  EXPECT_TRUE(std::ranges::is_sorted(z));

  const std::array<std::uint8_t, 3> turn{1, 2, 0};
  const std::vector<double> values{0.5, 1.5, 2.5, 3.5};
  std::array<double, 3> turned{};
  multiply(turn, std::span(values).first(3), turned);
  EXPECT_EQ(turned, (std::array{1.5, 2.5, 0.5}));
  EXPECT_EQ(find_defect(std::array<std::uint16_t, 3>{0, 2, 0}).index, 2U);
}

TEST(Method, SizesMustAgree) {
  std::vector<std::uint32_t> three(3);
  std::vector<std::uint32_t> two(2);
  EXPECT_THROW((divide<std::uint32_t, std::uint32_t>(three, two, three)), InputError);
  EXPECT_THROW((inverse<std::uint32_t>(three, two)), InputError);
}

TEST(Operations, StopWithinAnArray) {
  constexpr std::size_t kPoints = (std::size_t{1} << 22) + 5000;  // a little more than between two looks at the clock
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> x(kPoints);
  std::iota(x.begin(), x.end(), 0U);
  for (const Method method : {Method::loop, Method::partition}) {
    for (const bool stops : {true, false}) {
      const Options options{.machine = {.backend = BackendChoice::cpu, .threads = 1}, .method = method, .stops = stops};
      const auto unfinished = [&](const auto& work) {
        std::vector<std::uint32_t> z(kPoints, kNone);
        RunControl run;
        run.request_stop(StopReason::interrupted);
        work(std::span(z), &run);
        return z.back() == kNone;
      };
      const std::span<const std::uint32_t> from(x);
      EXPECT_EQ(unfinished([&](auto z, RunControl* run) { multiply(from, from, z, options, run); }), stops);
      EXPECT_EQ(unfinished([&](auto z, RunControl* run) { divide(from, from, z, options, run); }), stops);
      EXPECT_EQ(unfinished([&](auto z, RunControl* run) { inverse(from, z, options, run); }), stops);
    }
  }
}

}  // namespace
}  // namespace wreath::perm
