// SPDX-License-Identifier: MIT
//
// Orbits of points on a GPU: trees that all threads join at once.
//
// Each point has a parent that is not larger, and the least point of a tree is its root. A thread takes a point and its image,
// goes up to their roots, halving the way for others, and puts the larger root below the smaller one with a compare-and-swap. So
// in the end the root of a point is the least point of its orbit, whatever the order was (Jaiganesh and Burtscher, HPDC 2018). An
// orbit that is not yet whole has a point outside each of its trees whose image lies in it: after the first generator, points
// whose tree is the largest are left out, as on the CPU (perm/orbits.cpp). The generators travel one after the other, and each is
// checked by the sum of a hash of its values before it is used.
#include "perm/cuda/orbits.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/cuda/buffer.hpp"
#include "core/cuda/stream.hpp"
#include "core/cuda/transfer.hpp"
#include "core/data/hash.hpp"

namespace wreath::perm {

namespace {

constexpr unsigned kOrbitThreads = 256;
constexpr std::size_t kOrbitSample = 4096;  // points by which the largest tree is found
constexpr std::uint32_t kNoRoot = ~std::uint32_t{0};

struct OrbitTally {
  unsigned long long difference;  // of the hashes of values and points
  unsigned long long outside;     // values that are not points
  unsigned long long roots;
};

__device__ std::uint32_t load_parent(const std::uint32_t* parents, std::uint32_t point) {
  return __ldcg(parents + point);  // others write to it
}

/// The root of a point's tree; every second parent on the way is passed over from now on.
__device__ std::uint32_t root_of(std::uint32_t* parents, std::uint32_t point) {
  std::uint32_t parent = load_parent(parents, point);
  while (parent != point) {
    const std::uint32_t next = load_parent(parents, parent);
    if (next == parent) return parent;
    parents[point] = next;
    point = parent;
    parent = next;
  }
  return point;
}

__device__ std::uint64_t summed_in_warp(std::uint64_t value) {
  for (int offset = 16; offset != 0; offset >>= 1) value += __shfl_down_sync(~0U, value, offset);
  return value;
}

__global__ void start_trees_kernel(std::uint32_t* parents, std::uint64_t points) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < points) parents[i] = static_cast<std::uint32_t>(i);
}

__global__ void check_images_kernel(const std::uint32_t* x, std::uint64_t points, OrbitTally* tally) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::uint64_t value = i < points ? x[i] : 0;
  const std::uint64_t difference = summed_in_warp(i < points ? mix64(value) - mix64(i) : 0);
  const std::uint64_t outside = summed_in_warp(i < points && value >= points ? 1 : 0);
  if (threadIdx.x % 32 != 0) return;
  if (difference != 0) atomicAdd(&tally->difference, difference);
  if (outside != 0) atomicAdd(&tally->outside, outside);
}

__global__ void join_images_kernel(const std::uint32_t* x, std::uint64_t points, std::uint32_t* parents, std::uint32_t largest) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= points) return;
  if (load_parent(parents, static_cast<std::uint32_t>(i)) == largest) return;
  std::uint32_t a = root_of(parents, static_cast<std::uint32_t>(i));
  if (a == largest) return;
  std::uint32_t b = root_of(parents, x[i]);
  while (a != b) {
    const std::uint32_t larger = max(a, b);
    const std::uint32_t smaller = min(a, b);
    const std::uint32_t found = atomicCAS(parents + larger, larger, smaller);
    if (found == larger) return;
    a = root_of(parents, found);  // another thread has put it below a smaller one
    b = smaller;
  }
}

__global__ void name_roots_kernel(std::uint32_t* parents, std::uint64_t points, OrbitTally* tally) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  bool is_root = false;
  if (i < points) {
    const std::uint32_t root = root_of(parents, static_cast<std::uint32_t>(i));
    is_root = root == i;
    if (!is_root) parents[i] = root;
  }
  const std::uint64_t roots = summed_in_warp(is_root ? 1 : 0);
  if (threadIdx.x % 32 == 0 && roots != 0) atomicAdd(&tally->roots, roots);
}

__global__ void sample_roots_kernel(std::uint32_t* parents, std::uint64_t points, std::uint32_t* roots) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < kOrbitSample) roots[i] = root_of(parents, static_cast<std::uint32_t>(i * points / kOrbitSample));
}

class OrbitTrees {
 public:
  explicit OrbitTrees(std::uint64_t points)
      : points_(points), parents_(points), images_(points), sample_(kOrbitSample), tally_(1) {
    WREATH_CUDA(cudaMemsetAsync(tally_.data(), 0, sizeof(OrbitTally), stream_));
    launch(start_trees_kernel, parents_.data(), points_);
  }

  /// False if the generator is not a permutation.
  bool join(std::span<const std::uint32_t> x, bool first) {
    transfer_.send(images_.data(), x.data(), x.size_bytes());
    launch(check_images_kernel, images_.data(), points_, tally_.data());
    const OrbitTally tally = read_tally();
    if (tally.difference != 0 || tally.outside != 0) return false;
    launch(join_images_kernel, images_.data(), points_, parents_.data(), first ? kNoRoot : largest_tree());
    return true;
  }

  std::uint64_t finish(std::span<std::uint32_t> labels) {
    launch(name_roots_kernel, parents_.data(), points_, tally_.data());
    const OrbitTally tally = read_tally();
    transfer_.fetch(labels.data(), parents_.data(), labels.size_bytes());
    return tally.roots;
  }

 private:
  template <class Kernel, class... Arguments>
  void launch(Kernel kernel, Arguments... arguments) {
    const auto blocks = static_cast<unsigned>((points_ + kOrbitThreads - 1) / kOrbitThreads);
    const cudaStream_t stream = stream_;
    kernel<<<blocks, kOrbitThreads, 0, stream>>>(arguments...);
    WREATH_CUDA_LAUNCHED();
  }
  OrbitTally read_tally() {
    OrbitTally tally{};
    tally_.download({&tally, 1}, stream_);
    stream_.wait();
    return tally;
  }
  /// Its root. A tree that is joined with another later has another root, and then no point is left out.
  std::uint32_t largest_tree() {
    const cudaStream_t stream = stream_;
    sample_roots_kernel<<<kOrbitSample / kOrbitThreads, kOrbitThreads, 0, stream>>>(parents_.data(), points_, sample_.data());
    WREATH_CUDA_LAUNCHED();
    std::vector<std::uint32_t> roots(kOrbitSample);
    sample_.download(roots, stream_);
    stream_.wait();
    std::unordered_map<std::uint32_t, std::size_t> counts;
    for (const std::uint32_t root : roots) ++counts[root];
    return std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; })->first;
  }

  std::uint64_t points_;
  cuda::Stream stream_;
  cuda::Transfer transfer_{stream_};
  cuda::Buffer<std::uint32_t> parents_;
  cuda::Buffer<std::uint32_t> images_;
  cuda::Buffer<std::uint32_t> sample_;
  cuda::Buffer<OrbitTally> tally_;
};

}  // namespace

std::optional<std::uint64_t> cuda_orbits(std::span<const std::span<const std::uint32_t>> generators,
                                         std::span<std::uint32_t> labels) {
  if (labels.empty()) return 0;
  OrbitTrees trees(labels.size());
  for (std::size_t g = 0; g < generators.size(); ++g) {
    if (!trees.join(generators[g], g == 0)) return std::nullopt;
  }
  return trees.finish(labels);
}

}  // namespace wreath::perm
