// SPDX-License-Identifier: MIT
//
// Checks, cycles and orbits of permutations in device memory.
//
// A check marks each value in a bitmap, or inverts a large permutation. Cycles are the orbits under
// one permutation (orbits.cu), and how many there are of each length is counted twice: points by label, then labels by count.
// Neighbours mostly have the same label, or the same count, so that a warp adds them up first.
#include <algorithm>
#include <limits>
#include <vector>

#include "core/arrays/cuda/partition.cuh"
#include "core/cuda/buffer.hpp"
#include "perm/cuda/on_device.hpp"
#include "perm/gpu.hpp"
#include "wreath/perm/device.hpp"

namespace wreath::perm::device {

namespace {

using arrays::cuda_detail::kWholeWarp;
using arrays::cuda_detail::launch;
constexpr int kPointThreads = 256;

std::uint64_t blocks_of_points(std::uint64_t points) {
  return arrays::cuda_detail::divide_up(points, kPointThreads);
}
__device__ std::uint64_t point_of_thread() {
  return std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

template <class Point>
__global__ void mark_points_kernel(const Point* x, std::uint64_t n, unsigned* bitmap, unsigned* wrong) {
  const std::uint64_t i = point_of_thread();
  if (i >= n) return;
  const std::uint64_t value = x[i];
  const unsigned bit = 1U << value % 32;
  if (value >= n || (atomicOr(bitmap + value / 32, bit) & bit) != 0) *wrong = 1;
}

/// Points past 2^32 become one that no permutation of fewer has.
__global__ void narrow_kernel(const std::uint64_t* from, std::uint64_t n, std::uint32_t* to) {
  const std::uint64_t i = point_of_thread();
  if (i < n) to[i] = static_cast<std::uint32_t>(min(from[i], std::uint64_t{0xffffffff}));
}
__global__ void widen_kernel(const std::uint32_t* from, std::uint64_t n, std::uint64_t* to) {
  const std::uint64_t i = point_of_thread();
  if (i < n) to[i] = from[i];
}

/// counts[value]++ for the values that are not 0, or for all of them.
__global__ void count_values_kernel(const std::uint32_t* values, std::uint64_t n, bool with_zero, std::uint32_t* counts) {
  const std::uint64_t i = point_of_thread();
  const std::uint32_t value = i < n ? values[i] : 0;
  const bool counts_here = i < n && (with_zero || value != 0);
  const unsigned all = __ballot_sync(kWholeWarp, counts_here);
  if (!counts_here) return;
  const unsigned same = __match_any_sync(all, value);
  if (threadIdx.x % 32 == static_cast<unsigned>(__ffs(static_cast<int>(same)) - 1))
    atomicAdd(counts + value, static_cast<std::uint32_t>(__popc(same)));
}

/// Lists the lengths of which there are cycles.
__global__ void list_lengths_kernel(const std::uint32_t* counts, std::uint64_t n, unsigned long long* used, CycleCount* list,
                                    std::uint64_t room) {
  const std::uint64_t length = point_of_thread();
  if (length > n || length == 0 || counts[length] == 0) return;
  const unsigned long long place = atomicAdd(used, 1ULL);
  if (place < room) list[place] = {length, counts[length]};
}

template <class Point>
[[noreturn]] void throw_not_permutation(Span<const Point> x, const Options& options) {
  const Defect defect = find_defect(x, options);
  if (!defect) throw InternalError("the cycles of a permutation in device memory did not close");
  throw InputError(defect.sentence(x.size));
}

void require_narrow(std::uint64_t points) {
  if (points >= std::numeric_limits<std::uint32_t>::max())
    throw InputError("cycles and orbits in device memory are of fewer than 2^32 - 1 points");
}

/// Points of four bytes: the array itself, or a copy of one with eight.
class NarrowPoints {
 public:
  NarrowPoints(Span<const std::uint32_t> x, cudaStream_t /*stream*/) : span_(x.data, x.size) {}
  NarrowPoints(Span<const std::uint64_t> x, cudaStream_t stream) : own_(x.size), span_(own_.data(), x.size) {
    launch("narrow", narrow_kernel, blocks_of_points(x.size), kPointThreads, 0, stream, x.data, x.size, own_.data());
  }
  std::span<const std::uint32_t> span() const { return span_; }

 private:
  cuda::Buffer<std::uint32_t> own_;
  std::span<const std::uint32_t> span_;
};

/// Room for labels of four bytes, which become the caller's.
class NarrowLabels {
 public:
  NarrowLabels(Span<std::uint32_t> labels) : narrow_(labels.data, labels.size) {}
  NarrowLabels(Span<std::uint64_t> labels) : own_(labels.size), narrow_(own_.data(), labels.size), wide_(labels.data) {}
  std::span<std::uint32_t> span() const { return narrow_; }
  void widen(cudaStream_t stream) const {
    if (wide_ != nullptr)
      launch("widen", widen_kernel, blocks_of_points(narrow_.size()), kPointThreads, 0, stream, narrow_.data(), narrow_.size(),
             wide_);
    WREATH_CUDA(cudaStreamSynchronize(stream));
  }

 private:
  cuda::Buffer<std::uint32_t> own_;
  std::span<std::uint32_t> narrow_;
  std::uint64_t* wide_ = nullptr;
};

/// Nothing if a generator is not a permutation.
template <class Point>
std::optional<std::uint64_t> find_labels(std::span<const Span<const Point>> generators, std::span<std::uint32_t> labels,
                                         std::span<std::int8_t> schreier, cudaStream_t stream) {
  std::vector<NarrowPoints> narrow;
  for (const Span<const Point>& x : generators) narrow.emplace_back(x, stream);
  std::vector<std::span<const std::uint32_t>> spans;
  for (const NarrowPoints& x : narrow) spans.push_back(x.span());
  WREATH_CUDA(cudaStreamSynchronize(stream));  // what follows has streams of its own
  return orbits_on_gpu(spans, labels, schreier, nullptr, OrbitArrays::device);
}

}  // namespace

std::size_t check_scratch_bytes(std::uint64_t points) {
  return (points / 32 + 2) * sizeof(unsigned);
}

namespace {

template <class Point>
bool marks_all_points(Span<const Point> x, const Options& options) {
  const auto stream = static_cast<cudaStream_t>(options.stream);
  const DeviceScratch scratch(check_scratch_bytes(x.size), options);
  auto* const wrong = static_cast<unsigned*>(scratch.data());
  WREATH_CUDA(cudaMemsetAsync(wrong, 0, check_scratch_bytes(x.size), stream));
  launch("mark_points", mark_points_kernel<Point>, blocks_of_points(x.size), kPointThreads, 0, stream, x.data, x.size, wrong + 1,
         wrong);
  unsigned is_wrong = 0;
  WREATH_CUDA(cudaMemcpyAsync(&is_wrong, wrong, sizeof is_wrong, cudaMemcpyDeviceToHost, stream));
  WREATH_CUDA(cudaStreamSynchronize(stream));
  return is_wrong == 0;
}

}  // namespace

// Where an inverse is partitioned it is faster than the bitmap, if there is memory for it.
template <class Point>
bool is_bijection(Span<const Point> x, const Options& options) {
  const arrays::cuda_detail::Problem inverse{arrays::Move::invert, x.size, x.size, sizeof(Point)};
  const bool fits = sizeof(Point) == 8 || x.size >> 32 == 0;
  if (options.scratch == nullptr && fits && arrays::cuda_detail::partitioning_pays(inverse)) {
    try {
      const Options own{.stream = options.stream, .device = options.device};
      const DeviceScratch z(x.size * sizeof(Point), own);
      return invert_permutation(x, Span<Point>{static_cast<Point*>(z.data()), x.size}, own);
    } catch (const MemoryError&) {
    }
  }
  return marks_all_points(x, options);
}
template bool is_bijection(Span<const std::uint32_t>, const Options&);
template bool is_bijection(Span<const std::uint64_t>, const Options&);

template <PointType Point>
Defect find_defect(Span<const Point> x, const Options& options) {
  const OnDevice on(options.device);
  if (x.size == 0 || is_bijection(x, options)) return {};
  std::vector<Point> here(x.size);
  fetch(here.data(), x.data, x.size * sizeof(Point), options);
  return perm::find_defect(std::span<const Point>(here));
}

template <PointType Point>
std::uint64_t orbits(std::span<const Span<const Point>> generators, Span<Point> labels, Span<std::int8_t> schreier,
                     const Options& options) {
  const OnDevice on(options.device);
  if (generators.empty()) throw InputError("orbits need at least one generator");
  if (schreier.size != 0 && (schreier.size != labels.size || generators.size() > 127))
    throw InputError("a Schreier vector has one entry per point, for at most 127 generators");
  for (const Span<const Point>& x : generators)
    if (x.size != labels.size) detail::throw_sizes("a generator and the labels", x.size, labels.size);
  require_narrow(labels.size);
  if (labels.size == 0) return 0;
  const auto stream = static_cast<cudaStream_t>(options.stream);
  const NarrowLabels narrow(labels);
  std::vector<std::int8_t> entries(schreier.size);
  const auto found = find_labels<Point>(generators, narrow.span(), entries, stream);
  if (!found) {
    for (std::size_t g = 0; g < generators.size(); ++g) {
      const Defect defect = find_defect(generators[g], options);
      if (defect)
        throw InputError("generator " + std::to_string(g + 1) + " is not a permutation: " + defect.sentence(labels.size));
    }
    throw InternalError("the orbits of permutations in device memory were not found");
  }
  if (schreier.size != 0)
    WREATH_CUDA(cudaMemcpyAsync(schreier.data, entries.data(), entries.size(), cudaMemcpyHostToDevice, stream));
  narrow.widen(stream);
  return *found;
}

template <PointType Point>
void cycle_representatives(Span<const Point> x, Span<Point> z, const Options& options) {
  const OnDevice on(options.device);
  if (x.size != z.size) detail::throw_sizes("x and the labels", x.size, z.size);
  require_narrow(x.size);
  if (x.size == 0) return;
  const auto stream = static_cast<cudaStream_t>(options.stream);
  const NarrowLabels narrow(z);
  if (!find_labels<Point>({&x, 1}, narrow.span(), {}, stream)) throw_not_permutation(x, options);
  narrow.widen(stream);
}

template <PointType Point>
std::vector<CycleCount> cycle_type(Span<const Point> x, const Options& options) {
  const OnDevice on(options.device);
  require_narrow(x.size);
  if (x.size == 0) return {};
  const auto stream = static_cast<cudaStream_t>(options.stream);
  const std::uint64_t n = x.size;
  cuda::Buffer<std::uint32_t> labels(n);
  if (!find_labels<Point>({&x, 1}, {labels.data(), n}, {}, stream)) throw_not_permutation(x, options);
  cuda::Buffer<std::uint32_t> lengths(n);
  WREATH_CUDA(cudaMemsetAsync(lengths.data(), 0, n * sizeof(std::uint32_t), stream));
  launch("count_values", count_values_kernel, blocks_of_points(n), kPointThreads, 0, stream, labels.data(), n, true,
         lengths.data());
  labels = cuda::Buffer<std::uint32_t>(n + 1);  // from here on how many cycles a length has
  WREATH_CUDA(cudaMemsetAsync(labels.data(), 0, (n + 1) * sizeof(std::uint32_t), stream));
  launch("count_values", count_values_kernel, blocks_of_points(n), kPointThreads, 0, stream, lengths.data(), n, false,
         labels.data());
  std::uint64_t room = 1;  // d lengths are of d(d+1)/2 points at least
  while (room * (room + 1) / 2 <= n) ++room;
  cuda::Buffer<CycleCount> list(room);
  cuda::Buffer<unsigned long long> used(1);
  WREATH_CUDA(cudaMemsetAsync(used.data(), 0, sizeof(unsigned long long), stream));
  launch("list_lengths", list_lengths_kernel, blocks_of_points(n + 1), kPointThreads, 0, stream, labels.data(), n, used.data(),
         list.data(), room);
  unsigned long long count = 0;
  used.download({&count, 1}, stream);
  WREATH_CUDA(cudaStreamSynchronize(stream));
  std::vector<CycleCount> found(count);
  list.download(found, stream);
  WREATH_CUDA(cudaStreamSynchronize(stream));
  std::ranges::sort(found, {}, &CycleCount::length);
  return found;
}

#define WREATH_INSTANTIATE(Point)                                                                                    \
  template Defect find_defect(Span<const Point>, const Options&);                                                    \
  template std::uint64_t orbits(std::span<const Span<const Point>>, Span<Point>, Span<std::int8_t>, const Options&); \
  template void cycle_representatives(Span<const Point>, Span<Point>, const Options&);                               \
  template std::vector<CycleCount> cycle_type(Span<const Point>, const Options&);
WREATH_INSTANTIATE(std::uint32_t)
WREATH_INSTANTIATE(std::uint64_t)
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm::device
