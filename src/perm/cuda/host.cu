// SPDX-License-Identifier: MIT
#include "perm/gpu.hpp"

#include <algorithm>
#include <string>
#include <type_traits>

#include "core/cuda/buffer.hpp"
#include "core/cuda/stream.hpp"
#include "core/cuda/transfer.hpp"
#include "core/text/option.hpp"
#include "perm/cuda/plain.cuh"
#include "perm/points.hpp"

namespace wreath::perm {

namespace {

using cuda_detail::kNone;
using cuda_detail::Problem;
using cuda_detail::Status;
using cuda_detail::Tuning;

/// Whether there are kernels that partition such points and values.
template <class Point, class Value>
constexpr bool kPartitions = std::is_same_v<Point, Value> && sizeof(Point) >= 4;

constexpr std::size_t kSlicePoints = std::size_t{1} << 26;  // of x at a time, so that y can have nearly all of the memory

/// Room for a status and what else an operation needs; grows, and never shrinks.
class Scratch {
 public:
  void reserve(std::size_t bytes) {
    if (buffer_.size() >= bytes) return;
    buffer_ = {};
    buffer_ = cuda::Buffer<unsigned char>(bytes);
  }
  /// Room for the status alone, cleared.
  Status* clear_status(cudaStream_t stream) {
    reserve(sizeof(Status));
    WREATH_CUDA(cudaMemsetAsync(buffer_.data(), 0xff, sizeof(Status), stream));
    return reinterpret_cast<Status*>(buffer_.data());
  }
  void* data() noexcept { return buffer_.data(); }

 private:
  cuda::Buffer<unsigned char> buffer_;
};

template <class Point, class Value>
class CudaBackend final : public Multiplier<Point, Value> {
 public:
  explicit CudaBackend(std::span<const Value> y) : y_(y.size()) { transfer_.send(y_.data(), y.data(), y.size_bytes()); }

  void multiply(std::span<const Point> x, std::span<Value> z) override {
    for (std::size_t begin = 0; begin < x.size(); begin += kSlicePoints) {
      const std::size_t count = std::min(kSlicePoints, x.size() - begin);
      const Status status = multiply_slice(x.subspan(begin, count));
      if (status.first_bad != kNone) {
        const std::size_t bad = begin + status.first_bad;
        throw PointError(bad, x[bad], y_.size());
      }
      transfer_.fetch(z.data() + begin, z_.data(), count * sizeof(Value));
    }
  }

 private:
  /// The product of a slice of x goes to z_.
  Status multiply_slice(std::span<const Point> x) {
    if (y_.size() == 0) return {0, kNone};
    if (x_.size() < x.size()) {
      x_ = {}, z_ = {};
      x_ = cuda::Buffer<Point>(x.size());
      z_ = cuda::Buffer<Value>(x.size());
    }
    transfer_.send(x_.data(), x.data(), x.size_bytes());
    if constexpr (kPartitions<Point, Value>) {
      const Problem problem{Operation::multiply, x.size(), y_.size(), sizeof(Point)};
      const Tuning tuning = choose_tuning(problem, Method::automatic, cuda_detail::device_limits());
      scratch_.reserve(cuda_detail::multiply_scratch_bytes<Point>(x.size(), y_.size(), tuning));
      cuda_detail::enqueue_multiply<Point>(x_.data(), x.size(), y_.data(), y_.size(), z_.data(), tuning, scratch_.data(),
                                           stream_);
    } else {
      Status* const status = scratch_.clear_status(stream_);
      cuda_detail::gather_plain<Point, Value>(x_.data(), x.size(), y_.data(), y_.size(), z_.data(), status, stream_);
    }
    return cuda_detail::read_status(scratch_.data(), stream_);
  }

  cuda::Stream stream_;
  cuda::Transfer transfer_{stream_};
  cuda::Buffer<Value> y_;
  cuda::Buffer<Point> x_;
  cuda::Buffer<Value> z_;
  Scratch scratch_;
};

std::size_t free_device_memory() {
  std::size_t free = 0;
  std::size_t total = 0;
  WREATH_CUDA(cudaMemGetInfo(&free, &total));
  return free;
}

/// x, y (not for an inverse) and z as a whole on the GPU, and one scatter there.
template <class Point, class Value>
class Scatter {
 public:
  Scatter(std::span<const Point> x, const Value* y, std::size_t z_size)
      : count_(x.size()), x_(x.size()), y_(y != nullptr ? x.size() : 0), z_(z_size) {
    transfer_.send(x_.data(), x.data(), x.size_bytes());
    if (y != nullptr) transfer_.send(y_.data(), y, count_ * sizeof(Value));
  }

  Status run() {
    if constexpr (kPartitions<Point, Value>) {
      if (count_ == z_.size()) {
        const Status status = run_partitioned();
        if (status.first_bad != kNone || status.unbalanced == kNone) return status;
      }
    }
    clear();
    Status* const status = scratch_.clear_status(stream_);
    cuda_detail::scatter_plain<Point, Value>(x_.data(), y_.data(), count_, z_.data(), z_.size(), status, stream_);
    return cuda_detail::read_status(scratch_.data(), stream_);
  }

  void fetch(std::span<Value> z) { transfer_.fetch(z.data(), z_.data(), z.size_bytes()); }

 private:
  void clear() { WREATH_CUDA(cudaMemsetAsync(z_.data(), 0, z_.size() * sizeof(Value), stream_)); }

  Status run_partitioned() {
    const bool divides = y_.size() != 0;
    const Problem problem{divides ? Operation::divide : Operation::inverse, count_, z_.size(), sizeof(Point)};
    const auto bytes_for = [&](const Tuning& tuning) {
      return cuda_detail::scatter_scratch_bytes<Point>(count_, divides, tuning);
    };
    Tuning tuning = choose_tuning(problem, Method::automatic, cuda_detail::device_limits());
    if (bytes_for(tuning) > free_device_memory()) tuning = {};
    scratch_.reserve(bytes_for(tuning));
    if (tuning.variant == cuda_detail::Variant::plain) clear();
    cuda_detail::enqueue_scatter<Point>(x_.data(), y_.data(), count_, z_.data(), tuning, scratch_.data(), stream_);
    return cuda_detail::read_status(scratch_.data(), stream_);
  }

  cuda::Stream stream_;
  cuda::Transfer transfer_{stream_};
  std::size_t count_;
  cuda::Buffer<Point> x_;
  cuda::Buffer<Value> y_;
  cuda::Buffer<Value> z_;
  Scratch scratch_;
};

template <class Point, class Value>
void scatter(std::span<const Point> x, const Value* y, std::span<Value> z) {
  if (!x.empty() && z.empty()) throw PointError(0, x[0], 0);
  if (z.empty()) return;
  Scatter<Point, Value> scatter(x, y, z.size());
  const Status status = scatter.run();
  if (status.first_bad != kNone) throw PointError(status.first_bad, x[status.first_bad], z.size());
  scatter.fetch(z);
}

void check_sizes(const char* what, std::size_t one, std::size_t other) {
  if (one != other)
    throw InputError(std::string(what) + " must have the same number of points: they have " + std::to_string(one) + " and " +
                     std::to_string(other));
}

}  // namespace

template <class Point, class Value>
std::unique_ptr<Multiplier<Point, Value>> hold_on_gpu(std::span<const Value> y) {
  return std::make_unique<CudaBackend<Point, Value>>(y);
}

template <class Point>
void invert_on_gpu(std::span<const Point> x, std::span<Point> z) {
  check_sizes("x and its inverse", x.size(), z.size());
  scatter<Point, Point>(x, nullptr, z);
}

template <class Point, class Value>
void scatter_on_gpu(std::span<const Point> x, std::span<const Value> y, std::span<Value> z) {
  check_sizes("x and y", x.size(), y.size());
  scatter<Point, Value>(x, y.data(), z);
}

#define WREATH_INSTANTIATE_POINT(Point) template void invert_on_gpu(std::span<const Point>, std::span<Point>);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE_POINT)
#define WREATH_INSTANTIATE(Point, Value)                                                  \
  template std::unique_ptr<Multiplier<Point, Value>> hold_on_gpu(std::span<const Value>); \
  template void scatter_on_gpu(std::span<const Point>, std::span<const Value>, std::span<Value>);
WREATH_FOR_EACH_POINT_AND_VALUE(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE_POINT
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm
