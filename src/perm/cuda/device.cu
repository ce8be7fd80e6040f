// SPDX-License-Identifier: MIT
//
// The public functions on arrays in device memory: choose the method, find scratch space, run, and turn the status into errors.
#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "core/arrays/cuda/block_io.cuh"
#include "core/arrays/cuda/enqueue.hpp"
#include "core/cuda/event.hpp"
#include "core/cuda/transfer.hpp"
#include "perm/cuda/on_device.hpp"
#include "wreath/perm/device.hpp"

namespace wreath::perm {

namespace device {

cudaMemPool_t scratch_pool() {
  static std::mutex mutex;
  static std::map<int, cudaMemPool_t> pools;
  const std::lock_guard lock(mutex);
  int device = 0;
  WREATH_CUDA(cudaGetDevice(&device));
  cudaMemPool_t& pool = pools[device];
  if (pool == nullptr) {
    std::size_t free = 0;
    std::size_t total = 0;
    WREATH_CUDA(cudaMemGetInfo(&free, &total));
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, device};
    WREATH_CUDA(cudaMemPoolCreate(&pool, &properties));
    std::uint64_t kept = total / 32;
    WREATH_CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept));
  }
  return pool;
}

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

// z = x^-1, which held -1 everywhere before: a point that no x[i] hit holds that, or zero, which only x[0] may.
template <class Point>
__global__ void __launch_bounds__(256) note_unhit_kernel(const Point* x, const Point* z, std::uint64_t n, Status* status) {
  const std::uint64_t at = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) * 4;
  if (at >= n) return;
  Point values[4];
  arrays::cuda_detail::load_quad<false>(z + at, static_cast<std::uint32_t>(min(n - at, std::uint64_t{4})), values);
  const std::uint64_t first = x[0];
#pragma unroll
  for (std::uint32_t j = 0; j < 4; ++j)
    if (at + j < n && (values[j] == static_cast<Point>(~Point{0}) || (values[j] == 0 && at + j != first)))
      status->unbalanced = at + j;
}

/// Whether x can be a bijection: false if a partitioned method or the check found that it is not. Without the check z is
/// made by the plain method then. Partitioned methods check by themselves; the plain one marks all points before a quotient, and
/// looks at all after an inverse.
template <class Point>
bool scatter(Operation operation, Span<const Point> x, const Point* values, Span<Point> z, const Options& options, bool check) {
  const OnDevice on(options.device);
  check_map(x, z);
  if (x.size == 0) return true;
  const auto stream = static_cast<cudaStream_t>(options.stream);
  const Problem problem{move_of(operation), x.size, z.size, sizeof(Point), check && values != nullptr};
  const Tuning tuning = choose_tuning(problem, way_of(options.method), arrays::cuda_detail::device_limits());
  const bool check_apart = check && tuning.variant == arrays::cuda_detail::Variant::plain;
  if (check_apart && values != nullptr && !is_bijection(x, {.stream = options.stream, .device = options.device})) return false;
  const DeviceScratch scratch(scratch_of(problem, tuning), options);
  if (check_apart && values == nullptr) WREATH_CUDA(cudaMemsetAsync(z.data, 0xff, z.size * sizeof(Point), stream));
  enqueue_scatter(x.data, values, x.size, z.data, tuning, scratch.data(), stream);
  if (check_apart && values == nullptr) {  // after the status, which is read with it
    arrays::cuda_detail::launch("note_unhit", note_unhit_kernel<Point>, arrays::cuda_detail::divide_up(z.size, 1024), 256, 0,
                                stream, x.data, z.data, z.size, static_cast<Status*>(scratch.data()));
  }
  const Status status = arrays::cuda_detail::read_status(scratch.data(), stream);
  if (check) return status.first_bad == kNone && status.unbalanced == kNone;
  throw_if_bad(status, x, z.size, stream);
  if (status.unbalanced == kNone) return true;
  // x is not a bijection, and the partitioned methods leave such x to the plain one.
  WREATH_CUDA(cudaMemsetAsync(z.data, 0, z.size * sizeof(Point), stream));
  enqueue_scatter(x.data, values, x.size, z.data, Tuning{}, scratch.data(), stream);
  WREATH_CUDA(cudaStreamSynchronize(stream));
  return false;
}

}  // namespace

std::size_t scratch_bytes(Operation operation, std::uint64_t points, std::uint64_t range, std::size_t point_bytes,
                          Method method) {
  require_gpu();
  if (point_bytes != 4 && point_bytes != 8) throw InputError("points in device memory have 4 or 8 bytes");
  std::size_t bytes = 0;
  for (const bool marks : {false, true}) {
    const Problem problem{move_of(operation), points, range, point_bytes, marks && operation == Operation::divide};
    const Tuning tuning = choose_tuning(problem, way_of(method), arrays::cuda_detail::device_limits());
    bytes = std::max(bytes, scratch_of(problem, tuning));
  }
  return bytes;
}

template <PointType Point>
void multiply(Span<const Point> x, Span<const Point> y, Span<Point> z, const Options& options) {
  const OnDevice on(options.device);
  check_map(x, z);
  check_aligned("y", y.data);
  if (x.size == 0) return;
  const auto stream = static_cast<cudaStream_t>(options.stream);
  const Problem problem{arrays::Move::gather, x.size, y.size, sizeof(Point)};
  const Tuning tuning = choose_tuning(problem, way_of(options.method), arrays::cuda_detail::device_limits());
  const DeviceScratch scratch(scratch_of(problem, tuning), options);
  enqueue_gather(x.data, x.size, y.data, y.size, z.data, tuning, scratch.data(), stream);
  throw_if_bad(arrays::cuda_detail::read_status(scratch.data(), stream), x, y.size, stream);
}

template <PointType Point>
void inverse(Span<const Point> x, Span<Point> z, const Options& options) {
  scatter<Point>(Operation::inverse, x, nullptr, z, options, false);
}

template <PointType Point>
bool invert_permutation(Span<const Point> x, Span<Point> z, const Options& options) {
  return scatter<Point>(Operation::inverse, x, nullptr, z, options, true);
}

template <PointType Point>
void divide(Span<const Point> x, Span<const Point> y, Span<Point> z, const Options& options) {
  check_aligned("y", y.data);
  if (x.size != y.size) detail::throw_sizes("x and y", x.size, y.size);
  scatter<Point>(Operation::divide, x, y.data, z, options, false);
}

template <PointType Point>
bool divide_by_permutation(Span<const Point> x, Span<const Point> y, Span<Point> z, const Options& options) {
  check_aligned("y", y.data);
  if (x.size != y.size) detail::throw_sizes("x and y", x.size, y.size);
  return scatter<Point>(Operation::divide, x, y.data, z, options, true);
}

#define WREATH_INSTANTIATE(Point)                                                            \
  template void multiply(Span<const Point>, Span<const Point>, Span<Point>, const Options&); \
  template void inverse(Span<const Point>, Span<Point>, const Options&);                     \
  template bool invert_permutation(Span<const Point>, Span<Point>, const Options&);          \
  template void divide(Span<const Point>, Span<const Point>, Span<Point>, const Options&);   \
  template bool divide_by_permutation(Span<const Point>, Span<const Point>, Span<Point>, const Options&);
WREATH_INSTANTIATE(std::uint32_t)
WREATH_INSTANTIATE(std::uint64_t)
#undef WREATH_INSTANTIATE

Memory::Memory(std::size_t bytes, int device) {
  const OnDevice on(device);
  WREATH_CUDA(cudaGetDevice(&device_));
  WREATH_CUDA(cudaMalloc(&data_, std::max<std::size_t>(bytes, 1)));
}
Memory::~Memory() {
  if (data_ != nullptr) cudaFree(data_);
}
Memory::Memory(Memory&& other) noexcept : data_(std::exchange(other.data_, nullptr)), device_(other.device_) {}

int device_of(const void* address) {
  if (address == nullptr) return -1;
  require_gpu();
  cudaPointerAttributes found{};
  WREATH_CUDA(cudaPointerGetAttributes(&found, address));
  if (found.type != cudaMemoryTypeDevice && found.type != cudaMemoryTypeManaged)
    throw InputError("an array that should be in a GPU's memory is not there");
  return found.device;
}

void wait_for(void* stream, void* other, int device) {
  const OnDevice on(device);
  const cuda::Event now;
  WREATH_CUDA(cudaEventRecord(now, static_cast<cudaStream_t>(other)));
  WREATH_CUDA(cudaStreamWaitEvent(static_cast<cudaStream_t>(stream), now, 0));
}

void send(void* to, const void* from, std::size_t bytes, const Options& options) {
  const OnDevice on(options.device);
  const auto stream = static_cast<cudaStream_t>(options.stream);
  cuda::Transfer(stream).send(to, from, bytes);
  WREATH_CUDA(cudaStreamSynchronize(stream));
}

void fetch(void* to, const void* from, std::size_t bytes, const Options& options) {
  const OnDevice on(options.device);
  const auto stream = static_cast<cudaStream_t>(options.stream);
  cuda::Transfer(stream).fetch(to, from, bytes);
  WREATH_CUDA(cudaStreamSynchronize(stream));
}

}  // namespace device

}  // namespace wreath::perm
