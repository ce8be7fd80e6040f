// SPDX-License-Identifier: MIT
//
// The public functions on arrays in device memory: choose the method, find scratch space, run, and turn the status into errors.
#include <algorithm>
#include <string>

#include "core/arrays/cuda/enqueue.hpp"
#include "core/cuda/buffer.hpp"
#include "wreath/perm/device.hpp"

namespace wreath::perm {

namespace device {

namespace {

using arrays::cuda_detail::kNone;
using arrays::cuda_detail::Problem;
using arrays::cuda_detail::Status;
using arrays::cuda_detail::Tuning;

arrays::Move move_of(Operation operation) {
  return static_cast<arrays::Move>(operation);
}
arrays::Way way_of(Method method) {
  return static_cast<arrays::Way>(method);
}

std::size_t scratch_of(const Problem& problem, const Tuning& tuning) {
  const auto bytes_for = [&]<class Point>(Point) {
    if (problem.gathers()) return arrays::cuda_detail::gather_scratch_bytes<Point>(problem.points, problem.range, tuning);
    return arrays::cuda_detail::scatter_scratch_bytes<Point>(problem.points, problem.move == arrays::Move::scatter, tuning);
  };
  return problem.point_bytes == 4 ? bytes_for(std::uint32_t{}) : bytes_for(std::uint64_t{});
}

/// The caller's scratch space, or one of our own.
class Scratch {
 public:
  Scratch(std::size_t bytes, const Options& options) : data_(options.scratch) {
    if (data_ == nullptr) {
      own_ = cuda::Buffer<unsigned char>(bytes);
      data_ = own_.data();
    } else if (options.scratch_bytes < bytes) {
      throw InputError("the scratch space has " + std::to_string(options.scratch_bytes) + " bytes and " + std::to_string(bytes) +
                       " are needed; scratch_bytes() returns the size");
    } else if (reinterpret_cast<std::uintptr_t>(data_) % 16 != 0) {
      throw InputError("the scratch space must be aligned to 16 bytes");
    }
  }
  void* data() const noexcept { return data_; }

 private:
  cuda::Buffer<unsigned char> own_;
  void* data_;
};

void check_aligned(const char* name, const void* data) {
  if (reinterpret_cast<std::uintptr_t>(data) % 16 != 0)
    throw InputError(std::string(name) + " must be aligned to 16 bytes, as cudaMalloc gives it");
}

template <class Point>
void check_map(Span<const Point> x, Span<Point> z) {
  check_aligned("x", x.data);
  check_aligned("z", z.data);
  if (x.size != z.size) detail::throw_sizes("x and z", x.size, z.size);
  if (sizeof(Point) == 4 && x.size >> 32 != 0) throw InputError("x has 2^32 points or more: use points of 8 bytes");
}

template <class Point>
void throw_if_bad(const Status& status, Span<const Point> x, std::uint64_t range, cudaStream_t stream) {
  if (status.first_bad == kNone) return;
  Point value = 0;
  WREATH_CUDA(cudaMemcpyAsync(&value, x.data + status.first_bad, sizeof value, cudaMemcpyDeviceToHost, stream));
  WREATH_CUDA(cudaStreamSynchronize(stream));
  throw PointError(status.first_bad, value, range);
}

template <class Point>
void scatter(Operation operation, Span<const Point> x, const Point* values, Span<Point> z, const Options& options) {
  check_map(x, z);
  if (x.size == 0) return;
  const auto stream = static_cast<cudaStream_t>(options.stream);
  const Problem problem{move_of(operation), x.size, z.size, sizeof(Point)};
  const Tuning tuning = choose_tuning(problem, way_of(options.method), arrays::cuda_detail::device_limits());
  const Scratch scratch(scratch_of(problem, tuning), options);
  enqueue_scatter(x.data, values, x.size, z.data, tuning, scratch.data(), stream);
  const Status status = arrays::cuda_detail::read_status(scratch.data(), stream);
  throw_if_bad(status, x, z.size, stream);
  if (status.unbalanced == kNone) return;
  // x is not a bijection, and the partitioned methods leave such x to the plain one.
  WREATH_CUDA(cudaMemsetAsync(z.data, 0, z.size * sizeof(Point), stream));
  enqueue_scatter(x.data, values, x.size, z.data, Tuning{}, scratch.data(), stream);
  WREATH_CUDA(cudaStreamSynchronize(stream));
}

}  // namespace

std::size_t scratch_bytes(Operation operation, std::uint64_t points, std::uint64_t range, std::size_t point_bytes,
                          Method method) {
  if (point_bytes != 4 && point_bytes != 8) throw InputError("points in device memory have 4 or 8 bytes");
  const Problem problem{move_of(operation), points, range, point_bytes};
  return scratch_of(problem, choose_tuning(problem, way_of(method), arrays::cuda_detail::device_limits()));
}

template <PointType Point>
void multiply(Span<const Point> x, Span<const Point> y, Span<Point> z, const Options& options) {
  check_map(x, z);
  check_aligned("y", y.data);
  if (x.size == 0) return;
  const auto stream = static_cast<cudaStream_t>(options.stream);
  const Problem problem{arrays::Move::gather, x.size, y.size, sizeof(Point)};
  const Tuning tuning = choose_tuning(problem, way_of(options.method), arrays::cuda_detail::device_limits());
  const Scratch scratch(scratch_of(problem, tuning), options);
  enqueue_gather(x.data, x.size, y.data, y.size, z.data, tuning, scratch.data(), stream);
  throw_if_bad(arrays::cuda_detail::read_status(scratch.data(), stream), x, y.size, stream);
}

template <PointType Point>
void inverse(Span<const Point> x, Span<Point> z, const Options& options) {
  scatter<Point>(Operation::inverse, x, nullptr, z, options);
}

template <PointType Point>
void divide(Span<const Point> x, Span<const Point> y, Span<Point> z, const Options& options) {
  check_aligned("y", y.data);
  if (x.size != y.size) detail::throw_sizes("x and y", x.size, y.size);
  scatter<Point>(Operation::divide, x, y.data, z, options);
}

#define WREATH_INSTANTIATE(Point)                                                            \
  template void multiply(Span<const Point>, Span<const Point>, Span<Point>, const Options&); \
  template void inverse(Span<const Point>, Span<Point>, const Options&);                     \
  template void divide(Span<const Point>, Span<const Point>, Span<Point>, const Options&);
WREATH_INSTANTIATE(std::uint32_t)
WREATH_INSTANTIATE(std::uint64_t)
#undef WREATH_INSTANTIATE

}  // namespace device

}  // namespace wreath::perm
