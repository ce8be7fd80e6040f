// SPDX-License-Identifier: MIT
#include "core/cuda/buffer.hpp"
#include "core/cuda/stream.hpp"
#include "perm/cuda/gather.hpp"
#include "perm/points.hpp"

namespace wreath::perm {

namespace {

constexpr unsigned kThreads = 256;
constexpr unsigned long long kNone = ~0ULL;

// A thread takes every (grid)-th point. x is read and z written in order; each access to y costs one 32-byte sector.
template <class Point, class Value>
__global__ void gather_kernel(const Point* x, std::size_t count, const Value* y, std::size_t size, Value* z,
                              unsigned long long* first_bad) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    const Point point = x[i];
    if (point < size) {
      z[i] = y[point];
    } else {
      atomicMin(first_bad, static_cast<unsigned long long>(i));
    }
  }
}

template <class Point, class Value>
class CudaBackend final : public Backend<Point, Value> {
 public:
  explicit CudaBackend(std::span<const Value> y) : y_(y.size()), first_bad_(1) { y_.upload(y, stream_); }

  void multiply(std::span<const Point> x, std::span<Value> z) override {
    if (x.empty()) return;
    if (x_.size() < x.size()) {
      x_ = cuda::Buffer<Point>(x.size());
      z_ = cuda::Buffer<Value>(x.size());
    }
    unsigned long long bad = kNone;
    x_.upload(x, stream_);
    first_bad_.upload({&bad, 1}, stream_);
    const auto blocks = static_cast<unsigned>(std::min<std::size_t>((x.size() + kThreads - 1) / kThreads, 1U << 20));
    gather_kernel<<<blocks, kThreads, 0, stream_>>>(x_.data(), x.size(), y_.data(), y_.size(), z_.data(), first_bad_.data());
    WREATH_CUDA_LAUNCHED();
    first_bad_.download({&bad, 1}, stream_);
    stream_.wait();
    if (bad != kNone) throw PointError(bad, x[bad], y_.size());
    z_.download(z, stream_);
    stream_.wait();
  }

 private:
  cuda::Stream stream_;
  cuda::Buffer<Value> y_;
  cuda::Buffer<Point> x_;
  cuda::Buffer<Value> z_;
  cuda::Buffer<unsigned long long> first_bad_;
};

}  // namespace

template <class Point, class Value>
std::unique_ptr<Backend<Point, Value>> make_cuda_backend(std::span<const Value> y) {
  return std::make_unique<CudaBackend<Point, Value>>(y);
}

#define WREATH_INSTANTIATE(Point, Value) \
  template std::unique_ptr<Backend<Point, Value>> make_cuda_backend(std::span<const Value>);
WREATH_FOR_EACH_POINT_AND_VALUE(WREATH_INSTANTIATE)

}  // namespace wreath::perm
