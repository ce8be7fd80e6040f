// SPDX-License-Identifier: MIT
#include "perm/gpu.hpp"

#include <algorithm>
#include <string>
#include <type_traits>

#include "core/arrays/cuda/plain.cuh"
#include "core/arrays/widths.hpp"
#include "core/cuda/buffer.hpp"
#include "core/cuda/stream.hpp"
#include "core/cuda/transfer.hpp"
#include "core/text/option.hpp"
#include "wreath/perm/device.hpp"

namespace wreath::perm {

namespace {

using arrays::cuda_detail::kNone;
using arrays::cuda_detail::Status;

/// Whether there are kernels that partition such points and values.
template <class Point, class Value>
constexpr bool kPartitions = std::is_same_v<Point, Value> && sizeof(Point) >= 4;

constexpr std::size_t kSlicePoints = std::size_t{1} << 26;  // of x at a time, so that y can have nearly all of the memory

/// Room for a status and what else an operation needs; grows, and never shrinks.
class Scratch {
 public:
  void* reserve(std::size_t bytes) {
    if (buffer_.size() < bytes) {
      buffer_ = {};
      buffer_ = cuda::Buffer<unsigned char>(bytes);
    }
    return buffer_.data();
  }
  /// Room for the status alone, cleared.
  Status* clear_status(cudaStream_t stream) {
    void* const status = reserve(sizeof(Status));
    WREATH_CUDA(cudaMemsetAsync(status, 0xff, sizeof(Status), stream));
    return static_cast<Status*>(status);
  }
  /// For the functions on arrays in device memory. By the plain method where the others do not fit.
  device::Options options_for(Operation operation, std::uint64_t points, std::uint64_t range, std::size_t point_bytes,
                              cudaStream_t stream) {
    std::size_t free = 0;
    std::size_t total = 0;
    WREATH_CUDA(cudaMemGetInfo(&free, &total));
    Method method = Method::automatic;
    std::size_t bytes = device::scratch_bytes(operation, points, range, point_bytes, method);
    if (bytes > free + buffer_.size()) {
      method = Method::loop;
      bytes = device::scratch_bytes(operation, points, range, point_bytes, method);
    }
    return {.method = method, .stream = stream, .scratch = reserve(bytes), .scratch_bytes = bytes};
  }

 private:
  cuda::Buffer<unsigned char> buffer_;
};

void throw_if_bad(const Status& status, const auto& x, std::size_t points) {
  if (status.first_bad != kNone) throw PointError(status.first_bad, x[status.first_bad], points);
}

template <class Point, class Value>
class CudaBackend final : public Multiplier<Point, Value> {
 public:
  explicit CudaBackend(std::span<const Value> y) : y_(y.size()) { transfer_.send(y_.data(), y.data(), y.size_bytes()); }

  void multiply(std::span<const Point> x, std::span<Value> z) override {
    for (std::size_t begin = 0; begin < x.size(); begin += kSlicePoints) {
      const std::size_t count = std::min(kSlicePoints, x.size() - begin);
      try {
        multiply_slice(x.subspan(begin, count));
      } catch (const PointError& error) {
        throw PointError(begin + error.index, error.value, error.size);
      }
      transfer_.fetch(z.data() + begin, z_.data(), count * sizeof(Value));
    }
  }

 private:
  /// The product of a slice of x goes to z_.
  void multiply_slice(std::span<const Point> x) {
    if (y_.size() == 0) throw PointError(0, x[0], 0);
    if (x_.size() < x.size()) {
      x_ = {}, z_ = {};
      x_ = cuda::Buffer<Point>(x.size());
      z_ = cuda::Buffer<Value>(x.size());
    }
    transfer_.send(x_.data(), x.data(), x.size_bytes());
    if constexpr (kPartitions<Point, Value>) {
      device::multiply<Point>({x_.data(), x.size()}, {y_.data(), y_.size()}, {z_.data(), x.size()},
                              scratch_.options_for(Operation::multiply, x.size(), y_.size(), sizeof(Point), stream_));
    } else {
      Status* const status = scratch_.clear_status(stream_);
      arrays::cuda_detail::gather_plain<Point, Value>(x_.data(), x.size(), y_.data(), y_.size(), z_.data(), status, stream_);
      throw_if_bad(arrays::cuda_detail::read_status(status, stream_), x, y_.size());
    }
  }

  cuda::Stream stream_;
  cuda::Transfer transfer_{stream_};
  cuda::Buffer<Value> y_;
  cuda::Buffer<Point> x_;
  cuda::Buffer<Value> z_;
  Scratch scratch_;
};

/// x, y (null for an inverse) and z as a whole on the GPU, and one scatter there.
template <class Point, class Value>
void scatter(std::span<const Point> x, const Value* y, std::span<Value> z) {
  if (!x.empty() && z.empty()) throw PointError(0, x[0], 0);
  if (z.empty()) return;
  cuda::Stream stream;
  cuda::Transfer transfer(stream);
  cuda::Buffer<Point> points(x.size());
  cuda::Buffer<Value> values(y != nullptr ? x.size() : 0);
  cuda::Buffer<Value> result(z.size());
  Scratch scratch;
  transfer.send(points.data(), x.data(), x.size_bytes());
  if (y != nullptr) transfer.send(values.data(), y, x.size() * sizeof(Value));
  WREATH_CUDA(cudaMemsetAsync(result.data(), 0, result.size() * sizeof(Value), stream));
  bool done = false;
  if constexpr (kPartitions<Point, Value>) {
    if (x.size() == z.size()) {
      const Operation operation = y != nullptr ? Operation::divide : Operation::inverse;
      const device::Options options = scratch.options_for(operation, x.size(), z.size(), sizeof(Point), stream);
      const device::Span<const Point> from{points.data(), x.size()};
      const device::Span<Point> to{result.data(), z.size()};
      if (y != nullptr) {
        device::divide<Point>(from, {values.data(), x.size()}, to, options);
      } else {
        device::inverse<Point>(from, to, options);
      }
      done = true;
    }
  }
  if (!done) {
    Status* const status = scratch.clear_status(stream);
    arrays::cuda_detail::scatter_plain<Point, Value>(points.data(), values.data(), x.size(), result.data(), z.size(), status,
                                                     stream);
    throw_if_bad(arrays::cuda_detail::read_status(status, stream), x, z.size());
  }
  transfer.fetch(z.data(), result.data(), z.size_bytes());
}

}  // namespace

template <class Point, class Value>
std::unique_ptr<Multiplier<Point, Value>> hold_on_gpu(std::span<const Value> y) {
  return std::make_unique<CudaBackend<Point, Value>>(y);
}

template <class Point>
void invert_on_gpu(std::span<const Point> x, std::span<Point> z) {
  if (x.size() != z.size()) detail::throw_sizes("x and its inverse", x.size(), z.size());
  scatter<Point, Point>(x, nullptr, z);
}

template <class Point, class Value>
void scatter_on_gpu(std::span<const Point> x, std::span<const Value> y, std::span<Value> z) {
  if (x.size() != y.size()) detail::throw_sizes("x and y", x.size(), y.size());
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
