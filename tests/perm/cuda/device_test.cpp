// SPDX-License-Identifier: MIT
//
// Products, inverses and quotients of arrays in device memory: every method with tiles and blocks so small that few points make
// many of them, the sizes that are chosen for large n, and the public functions.
#include <gtest/gtest.h>

#include <cstring>
#include <optional>

#include "core/cuda/buffer.hpp"
#include "core/cuda/stream.hpp"
#include "maps.hpp"
#include "core/arrays/cuda/enqueue.hpp"
#include "wreath/perm/device.hpp"
#include "wreath/gpu.hpp"

namespace wreath::perm {
namespace {

using arrays::cuda_detail::kNone;
using arrays::cuda_detail::Problem;
using arrays::cuda_detail::Status;
using arrays::cuda_detail::Tuning;
using arrays::cuda_detail::Variant;
using cuda_test::Kind;

/// An array in device memory, and behind it bytes that nobody may touch.
template <class T>
class Guarded {
 public:
  Guarded(std::size_t size, cudaStream_t stream) : size_(size), stream_(stream), buffer_(size + kMargin) {
    WREATH_CUDA(cudaMemsetAsync(buffer_.data(), 0x5a, buffer_.size() * sizeof(T), stream));
  }
  Guarded(const std::vector<T>& values, cudaStream_t stream) : Guarded(values.size(), stream) { buffer_.upload(values, stream); }

  T* data() { return buffer_.data(); }
  std::vector<T> values() const {
    std::vector<T> all(buffer_.size());
    buffer_.download(all, stream_);
    WREATH_CUDA(cudaStreamSynchronize(stream_));
    T guard{};
    std::memset(&guard, 0x5a, sizeof guard);
    EXPECT_EQ(std::vector<T>(all.begin() + size_, all.end()), std::vector<T>(kMargin, guard)) << "wrote behind an array";
    all.resize(size_);
    return all;
  }
  device::Span<T> span() { return {data(), size_}; }
  device::Span<const T> const_span() { return {data(), size_}; }

 private:
  static constexpr std::size_t kMargin = 512;
  std::size_t size_;
  cudaStream_t stream_;
  cuda::Buffer<T> buffer_;
};

template <class Point>
struct Outcome {
  std::vector<Point> z;
  Status status;
};

std::string describe(const Tuning& tuning) {
  return std::string(variant_name(tuning.variant)) + " tile " + std::to_string(tuning.tile_points) + " block " +
         std::to_string(tuning.block_points) + " parent " + std::to_string(tuning.parent_buckets) + " second tile " +
         std::to_string(tuning.second_tile_points);
}

template <class Point>
class CudaPerm : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
    stream_.emplace();
  }

  Outcome<Point> multiply_with(const Tuning& tuning, const std::vector<Point>& x, const std::vector<Point>& y) {
    Guarded<Point> device_x(x, *stream_), device_y(y, *stream_), z(x.size(), *stream_);
    Guarded<unsigned char> scratch(arrays::cuda_detail::gather_scratch_bytes<Point>(x.size(), y.size(), tuning), *stream_);
    arrays::cuda_detail::enqueue_gather<Point>(device_x.data(), x.size(), device_y.data(), y.size(), z.data(), tuning,
                                               scratch.data(), *stream_);
    const Status status = arrays::cuda_detail::read_status(scratch.data(), *stream_);
    scratch.values();
    return {z.values(), status};
  }

  Outcome<Point> scatter_with(const Tuning& tuning, const std::vector<Point>& x, const std::vector<Point>* values) {
    Guarded<Point> device_x(x, *stream_), z(x.size(), *stream_);
    Guarded<Point> device_values(values != nullptr ? *values : std::vector<Point>(), *stream_);
    Guarded<unsigned char> scratch(arrays::cuda_detail::scatter_scratch_bytes<Point>(x.size(), values != nullptr, tuning),
                                   *stream_);
    arrays::cuda_detail::enqueue_scatter<Point>(device_x.data(), values != nullptr ? device_values.data() : nullptr, x.size(),
                                                z.data(), tuning, scratch.data(), *stream_);
    const Status status = arrays::cuda_detail::read_status(scratch.data(), *stream_);
    scratch.values();
    return {z.values(), status};
  }

  void check_multiply(const Tuning& tuning, const std::vector<Point>& x, const std::vector<Point>& y) {
    const Outcome<Point> outcome = multiply_with(tuning, x, y);
    EXPECT_EQ(outcome.status.first_bad, kNone);
    EXPECT_TRUE(outcome.z == test::multiply_reference(x, y));
  }

  void check_scatter(const Tuning& tuning, const std::vector<Point>& x, bool bijection, bool with_values) {
    const std::vector<Point> values =
        with_values ? cuda_test::shuffled<Point>(x.size(), 7) : cuda_test::counting<Point>(x.size());
    const Outcome<Point> outcome = scatter_with(tuning, x, with_values ? &values : nullptr);
    EXPECT_EQ(outcome.status.first_bad, kNone);
    if (bijection) {
      EXPECT_EQ(outcome.status.unbalanced, kNone);
      EXPECT_TRUE(outcome.z == cuda_test::scatter_twin(x, values, x.size()));
    } else if (tuning.variant != Variant::plain && (tuning.marks || !with_values)) {
      EXPECT_NE(outcome.status.unbalanced, kNone);
    } else if (outcome.status.unbalanced == kNone) {
      EXPECT_TRUE(cuda_test::holds_preimages(x, values, outcome.z));
    }
  }

  /// The blocks that fill shared memory.
  static constexpr std::uint64_t kFull = 229376 / sizeof(Point);

  static std::vector<Tuning> multiply_tunings() {
    return {{Variant::plain},
            {Variant::l2, 4096, 1024},
            {Variant::l2, 192, 64},
            {Variant::l2, 8192, 1 << 20},
            {Variant::shared, 4096, 3584},
            {Variant::shared, 192, 448},
            {Variant::shared, 16384, kFull},
            {Variant::shared, 12288, kFull / 2}};
  }

  static std::vector<Tuning> scatter_tunings() {
    std::vector<Tuning> tunings = {{Variant::plain},
                                   {Variant::shared, 4096, 3584},
                                   {Variant::shared, 192, 448},
                                   {Variant::shared, 16384, kFull},
                                   {Variant::shared, 12288, kFull / 2},
                                   {Variant::two_level, 4096, 896, 16, 3584},
                                   {Variant::two_level, 192, 256, 8, 256},
                                   {Variant::two_level, 16384, 14336, 32, 16384}};
    if (sizeof(Point) == 4) tunings.push_back({Variant::two_level, 16384, 57344, 32, 32768});
    const std::size_t unmarked = tunings.size();
    for (std::size_t i = 1; i < unmarked; ++i) {
      tunings.push_back(tunings[i]);
      tunings.back().marks = true;
      if (tunings.back().block_points >= kFull / 2) tunings.back().block_points = kFull / 7 * 3;
      if (tunings.back().second_tile_points > 8192) tunings.back().second_tile_points = 8192;
    }
    return tunings;
  }

  std::optional<cuda::Stream> stream_;
};

using Points = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(CudaPerm, Points);

constexpr std::size_t kSizes[] = {0, 1, 2, 31, 32, 33, 191, 192, 193, 255, 257, 4095, 4096, 4097, 65537};

TYPED_TEST(CudaPerm, MultipliesByEveryMethod) {
  for (const std::size_t n : kSizes) {
    for (const Kind kind : cuda_test::kKinds) {
      for (const std::size_t range : {n, n / 3 + 1, 2 * n + 5}) {
        if (range == 0 || (range != n && kind != Kind::random && kind != Kind::few && kind != Kind::map)) continue;
        const auto x = cuda_test::make_map<TypeParam>(kind, n, range, n + 1);
        const auto y = cuda_test::shuffled<TypeParam>(range, n + 2);
        for (const Tuning& tuning : this->multiply_tunings()) {
          SCOPED_TRACE(describe(tuning) + ", " + cuda_test::name_of(kind) + " " + std::to_string(n) + " into " +
                       std::to_string(range));
          this->check_multiply(tuning, x, y);
        }
      }
    }
  }
}

TYPED_TEST(CudaPerm, ScattersByEveryMethod) {
  for (const std::size_t n : kSizes) {
    for (const Kind kind : cuda_test::kKinds) {
      if (n == 0 && kind != Kind::identity) continue;
      const auto x = cuda_test::make_map<TypeParam>(kind, n, std::max<std::size_t>(n, 1), n + 1);
      const bool bijection = test::is_permutation_reference(x);
      for (const Tuning& tuning : this->scatter_tunings()) {
        for (const bool with_values : {false, true}) {
          SCOPED_TRACE(describe(tuning) + ", " + cuda_test::name_of(kind) + " " + std::to_string(n) +
                       (with_values ? " values" : ""));
          this->check_scatter(tuning, x, bijection, with_values);
        }
      }
    }
  }
}

TYPED_TEST(CudaPerm, NamesTheFirstBadPointByEveryMethod) {
  using Point = TypeParam;
  for (const std::size_t n : {2U, 33U, 4097U, 65537U}) {
    auto x = cuda_test::shuffled<Point>(n, n);
    x[n - 1] = static_cast<Point>(~Point{0});
    x[n / 3] = static_cast<Point>(n);
    const auto y = cuda_test::shuffled<Point>(n, 1);
    for (const Tuning& tuning : this->multiply_tunings())
      EXPECT_EQ(this->multiply_with(tuning, x, y).status.first_bad, n / 3) << describe(tuning) << ", " << n << " points";
    for (const Tuning& tuning : this->scatter_tunings()) {
      EXPECT_EQ(this->scatter_with(tuning, x, nullptr).status.first_bad, n / 3) << describe(tuning) << ", " << n << " points";
      EXPECT_EQ(this->scatter_with(tuning, x, &y).status.first_bad, n / 3) << describe(tuning) << ", " << n << " points";
    }
  }
}

// The sizes that are chosen for large n, around the size of a tile and with several tiles and buckets.
TYPED_TEST(CudaPerm, AgreesWithTheSizesOfLargeProblems) {
  const arrays::cuda_detail::Limits limits = arrays::cuda_detail::device_limits();
  constexpr std::uint64_t kPretended = std::uint64_t{1} << 27;
  for (const Operation operation : {Operation::multiply, Operation::inverse, Operation::divide}) {
    Problem problem{static_cast<arrays::Move>(operation), kPretended, kPretended, sizeof(TypeParam)};
    problem.marks = operation == Operation::divide;
    for (const auto& tuning : {tune_shared(problem, limits), tune_l2(problem, limits), tune_two_level(problem, limits)}) {
      if (!tuning) continue;
      const std::size_t tile = tuning->tile_points;
      for (const std::size_t n : {tile - 1, tile, tile + 1, std::size_t{1000003}}) {
        for (const Kind kind : {Kind::random, Kind::reversed, Kind::few}) {
          SCOPED_TRACE(describe(*tuning) + ", " + cuda_test::name_of(kind) + " " + std::to_string(n));
          const auto x = cuda_test::make_map<TypeParam>(kind, n, n, n);
          if (operation == Operation::multiply) {
            this->check_multiply(*tuning, x, cuda_test::shuffled<TypeParam>(n, 3));
          } else {
            this->check_scatter(*tuning, x, kind != Kind::few, operation == Operation::divide);
          }
        }
      }
    }
  }
}

// One bucket with nearly all points, or a few heavy ones, among hundreds: blocks share the points of a bucket.
TYPED_TEST(CudaPerm, SharesTheWorkOfSkewedProducts) {
  const auto y = cuda_test::shuffled<TypeParam>(200000, 1);
  const Tuning tuning{Variant::shared, 4096, 448};
  for (const Kind kind : cuda_test::kSkewed) {
    SCOPED_TRACE(cuda_test::name_of(kind));
    this->check_multiply(tuning, cuda_test::make_map<TypeParam>(kind, 300007, y.size(), 5), y);
  }
  auto x = cuda_test::make_map<TypeParam>(Kind::map, 300007, y.size(), 6);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (i % 3 != 0) x[i] = static_cast<TypeParam>(i % 5 == 0 ? 1000 + i % 300 : 150000 + i % 100);
  this->check_multiply(tuning, x, y);
}

TYPED_TEST(CudaPerm, OffersEveryAlgorithm) {
  using Point = TypeParam;
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{33}, std::size_t{100003}}) {
    const auto x = cuda_test::shuffled<Point>(n, 1);
    const auto y = cuda_test::shuffled<Point>(n, 2);
    Guarded<Point> device_x(x, *this->stream_), device_y(y, *this->stream_);
    for (const Method method : {Method::automatic, Method::loop, Method::partition}) {
      for (const bool own_scratch : {false, true}) {
        const auto run = [&](Operation operation) {
          Guarded<Point> z(n, *this->stream_);
          const std::size_t bytes = device::scratch_bytes(operation, n, n, sizeof(Point), method);
          Guarded<unsigned char> scratch(bytes, *this->stream_);
          device::Options options{method, static_cast<cudaStream_t>(*this->stream_)};
          if (!own_scratch) options.scratch = scratch.data(), options.scratch_bytes = bytes;
          if (operation == Operation::multiply) {
            device::multiply<Point>(device_x.const_span(), device_y.const_span(), z.span(), options);
          } else if (operation == Operation::inverse) {
            device::inverse<Point>(device_x.const_span(), z.span(), options);
          } else {
            device::divide<Point>(device_x.const_span(), device_y.const_span(), z.span(), options);
          }
          scratch.values();
          return z.values();
        };
        EXPECT_TRUE(run(Operation::multiply) == test::multiply_reference(x, y)) << n;
        EXPECT_TRUE(run(Operation::inverse) == cuda_test::scatter_twin(x, cuda_test::counting<Point>(n), n)) << n;
        EXPECT_TRUE(run(Operation::divide) == cuda_test::scatter_twin(x, y, n)) << n;
      }
    }
  }
}

// Outside the contract, but safe: the points that are hit hold one of their values.
TYPED_TEST(CudaPerm, ScattersMapsThatAreNoBijections) {
  using Point = TypeParam;
  constexpr std::size_t kPoints = 200003;
  const auto y = cuda_test::shuffled<Point>(kPoints, 2);
  Guarded<Point> device_y(y, *this->stream_);
  for (const Kind kind : cuda_test::kSkewed) {
    const auto x = cuda_test::make_map<Point>(kind, kPoints, kPoints, 3);
    Guarded<Point> device_x(x, *this->stream_), z(kPoints, *this->stream_);
    for (const Method method : {Method::loop, Method::partition}) {
      const device::Options options{method, static_cast<cudaStream_t>(*this->stream_)};
      device::inverse<Point>(device_x.const_span(), z.span(), options);
      EXPECT_TRUE(cuda_test::holds_preimages(x, cuda_test::counting<Point>(kPoints), z.values())) << cuda_test::name_of(kind);
      device::divide<Point>(device_x.const_span(), device_y.const_span(), z.span(), options);
      EXPECT_TRUE(cuda_test::holds_preimages(x, y, z.values())) << cuda_test::name_of(kind);
    }
  }
}

TYPED_TEST(CudaPerm, ThrowsPointErrors) {
  using Point = TypeParam;
  constexpr std::size_t kPoints = 100003;
  auto x = cuda_test::shuffled<Point>(kPoints, 1);
  x[77777] = static_cast<Point>(~Point{0});
  x[5000] = kPoints + 5;
  Guarded<Point> device_x(x, *this->stream_), y(cuda_test::counting<Point>(kPoints), *this->stream_), z(kPoints, *this->stream_);
  for (const Method method : {Method::automatic, Method::loop, Method::partition}) {
    const device::Options options{method, static_cast<cudaStream_t>(*this->stream_)};
    const auto expect_error = [&](auto&& run) {
      try {
        run();
        FAIL() << "nothing was thrown";
      } catch (const PointError& error) {
        EXPECT_EQ(error.index, 5000U);
        EXPECT_EQ(error.value, kPoints + 5);
        EXPECT_EQ(error.size, kPoints);
      }
    };
    expect_error([&] { device::multiply<Point>(device_x.const_span(), y.const_span(), z.span(), options); });
    expect_error([&] { device::inverse<Point>(device_x.const_span(), z.span(), options); });
    expect_error([&] { device::divide<Point>(device_x.const_span(), y.const_span(), z.span(), options); });
    EXPECT_THROW(device::multiply<Point>(device_x.const_span(), {}, z.span(), options), PointError);
  }
}

TYPED_TEST(CudaPerm, RefusesArraysThatDoNotFit) {
  using Point = TypeParam;
  Guarded<Point> x(cuda_test::counting<Point>(1000), *this->stream_), y(cuda_test::counting<Point>(1000), *this->stream_);
  Guarded<Point> z(1000, *this->stream_);
  const device::Span<Point> short_z{z.data(), 999};
  const device::Span<Point> skew_z{z.data() + 1, 1000};
  EXPECT_THROW(device::multiply<Point>(x.const_span(), y.const_span(), short_z), InputError);
  EXPECT_THROW(device::inverse<Point>(x.const_span(), short_z), InputError);
  EXPECT_THROW(device::inverse<Point>(x.const_span(), skew_z), InputError);
  EXPECT_THROW(device::divide<Point>(x.const_span(), {y.data(), 999}, z.span()), InputError);
  EXPECT_THROW((void)device::scratch_bytes(Operation::inverse, 10, 10, 2, Method::automatic), InputError);
  Guarded<unsigned char> scratch(16, *this->stream_);
  device::Options options{Method::partition, static_cast<cudaStream_t>(*this->stream_), scratch.data(), 16};
  EXPECT_THROW(device::inverse<Point>(x.const_span(), z.span(), options), InputError);
}

TYPED_TEST(CudaPerm, WaitsForAnotherStream) {
  constexpr std::size_t kBytes = std::size_t{1} << 26;
  const cuda::Stream other;
  Guarded<unsigned char> x(kBytes, other);
  for (int value = 1; value <= 100; ++value) WREATH_CUDA(cudaMemsetAsync(x.data(), value, kBytes, other));
  device::wait_for(static_cast<cudaStream_t>(*this->stream_), static_cast<cudaStream_t>(other), device::device_of(x.data()));
  std::vector<unsigned char> found(kBytes);
  WREATH_CUDA(cudaMemcpyAsync(found.data(), x.data(), kBytes, cudaMemcpyDeviceToHost, *this->stream_));
  this->stream_->wait();
  EXPECT_EQ(found, std::vector<unsigned char>(kBytes, 100));
}

TYPED_TEST(CudaPerm, KnowsWhereAnArrayIs) {
  const device::Memory there(100);
  const std::vector<TypeParam> here(100);
  EXPECT_EQ(device::device_of(there.data()), there.device());
  EXPECT_LT(device::device_of(nullptr), 0);
  EXPECT_THROW((void)device::device_of(here.data()), InputError);
}

}  // namespace
}  // namespace wreath::perm
