// SPDX-License-Identifier: MIT
//
// Orbits of points on a GPU: walks along the cycles of the first generator, then trees that all threads join at once.
//
// Every 64th point or so, by a hash, is a head. From each head a thread walks along the first generator up to the next head, and
// puts the points that it passes below its own: one random access to the generator and one to the trees per point, whatever the
// lengths of the cycles are. Then the two heads are joined. Cycles without a head are short, and their points are joined with
// their images one by one. To join two points, a thread goes up to their roots, halving the way for others, and puts the larger
// root below the smaller one with a compare-and-swap (Jaiganesh and Burtscher, HPDC 2018).
//
// For the other generators an orbit that is not yet whole has a point outside each of its trees whose image lies in it: points
// whose tree is the largest are left out, as on the CPU (perm/orbits.cpp), and before each generator all points are put right
// below their roots. The generators travel one after the other, and each is checked by the sum of a hash of its values before it
// is used.
#include "perm/cuda/orbits.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/cuda/buffer.hpp"
#include "core/cuda/stream.hpp"
#include "core/cuda/transfer.hpp"
#include "core/data/hash.hpp"
#include "wreath/run.hpp"

namespace wreath::perm {

namespace {

constexpr unsigned kOrbitThreads = 256;
constexpr std::size_t kOrbitSample = 4096;  // points by which the largest tree is found
constexpr std::uint32_t kNoRoot = ~std::uint32_t{0};
constexpr std::uint64_t kHeadEvery = 64;  // points from one head to the next, on average

struct OrbitTally {
  unsigned long long difference;  // of the hashes of values and points
  unsigned long long outside;     // values that are not points
  unsigned long long roots;
  unsigned long long heads;
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

__global__ void check_images_kernel(const std::uint32_t* x, std::uint64_t points, OrbitTally* tally) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::uint64_t value = i < points ? x[i] : 0;
  const std::uint64_t difference = summed_in_warp(i < points ? mix64(value) - mix64(i) : 0);
  const std::uint64_t outside = summed_in_warp(i < points && value >= points ? 1 : 0);
  if (threadIdx.x % 32 != 0) return;
  if (difference != 0) atomicAdd(&tally->difference, difference);
  if (outside != 0) atomicAdd(&tally->outside, outside);
}

__device__ void join_points(std::uint32_t* parents, std::uint32_t a, std::uint32_t b) {
  while (a != b) {
    const std::uint32_t larger = max(a, b);
    const std::uint32_t smaller = min(a, b);
    const std::uint32_t found = atomicCAS(parents + larger, larger, smaller);
    if (found == larger) return;
    a = root_of(parents, found);  // another thread has put it below a smaller one
    b = smaller;
  }
}

__device__ bool is_head(std::uint64_t point) {
  return mix64(point) % kHeadEvery == 0;
}

/// Heads are roots at first; other points have none.
__global__ void start_heads_kernel(std::uint32_t* parents, std::uint64_t points) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < points) parents[i] = is_head(i) ? static_cast<std::uint32_t>(i) : kNoRoot;
}

__global__ void list_heads_kernel(std::uint64_t points, std::uint32_t* heads, unsigned long long* used) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < points && is_head(i)) heads[atomicAdd(used, 1ULL)] = static_cast<std::uint32_t>(i);
}

__global__ void walk_kernel(const std::uint32_t* x, std::uint32_t* parents, const std::uint32_t* heads, std::uint64_t count) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const std::uint32_t head = heads[i];
  std::uint32_t point = x[head];
  for (; !is_head(point); point = x[point]) parents[point] = head;
  join_points(parents, root_of(parents, head), root_of(parents, point));
}

/// Points that no walk passed become roots; a bit for each in `left`.
__global__ void start_others_kernel(std::uint32_t* parents, std::uint64_t points, std::uint32_t* left) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const bool other = i < points && parents[i] == kNoRoot;
  if (other) parents[i] = static_cast<std::uint32_t>(i);
  const unsigned bits = __ballot_sync(~0U, other);
  if (threadIdx.x % 32 == 0 && i < points) left[i / 32] = bits;
}

__global__ void join_others_kernel(const std::uint32_t* x, std::uint64_t points, std::uint32_t* parents,
                                   const std::uint32_t* left) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= points || (left[i / 32] >> (i % 32) & 1) == 0) return;
  join_points(parents, root_of(parents, static_cast<std::uint32_t>(i)), root_of(parents, x[i]));
}

__global__ void join_images_kernel(const std::uint32_t* x, std::uint64_t points, std::uint32_t* parents, std::uint32_t largest) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= points || load_parent(parents, static_cast<std::uint32_t>(i)) == largest) return;
  const std::uint32_t root = root_of(parents, static_cast<std::uint32_t>(i));
  if (root != largest) join_points(parents, root, root_of(parents, x[i]));
}

/// Shortens the ways of all points to their roots.
__global__ void shorten_kernel(std::uint32_t* parents, std::uint64_t points) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < points) root_of(parents, static_cast<std::uint32_t>(i));
}

/// Puts all points right below their roots. Each thread writes to its own point alone: to halve the ways of others here could
/// undo what they have written.
__global__ void flatten_kernel(std::uint32_t* parents, std::uint64_t points) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= points) return;
  const std::uint32_t parent = load_parent(parents, static_cast<std::uint32_t>(i));
  std::uint32_t root = parent;
  for (std::uint32_t next = load_parent(parents, root); next != root; next = load_parent(parents, root)) root = next;
  if (root != parent) parents[i] = root;
}

/// least[root] = the least point of its tree; counts the roots.
__global__ void find_least_kernel(const std::uint32_t* parents, std::uint64_t points, std::uint32_t* least, OrbitTally* tally) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  bool is_root = false;
  if (i < points) {
    const std::uint32_t root = parents[i];
    is_root = root == i;
    if (i < load_parent(least, root)) atomicMin(least + root, static_cast<std::uint32_t>(i));
  }
  const std::uint64_t roots = summed_in_warp(is_root ? 1 : 0);
  if (threadIdx.x % 32 == 0 && roots != 0) atomicAdd(&tally->roots, roots);
}

__global__ void name_points_kernel(std::uint32_t* parents, std::uint64_t points, const std::uint32_t* least) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < points) parents[i] = least[parents[i]];
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
  }

  // Both: false if the generator is not a permutation.
  bool walk(std::span<const std::uint32_t> x) {
    if (!send(x)) return false;
    cuda::Buffer<std::uint32_t> heads(points_ / kHeadEvery * 2 + 4096);  // far more than there are
    cuda::Buffer<std::uint32_t> left((points_ + 31) / 32);
    launch(start_heads_kernel, parents_.data(), points_);
    launch(list_heads_kernel, points_, heads.data(), &tally_.data()->heads);
    const std::uint64_t count = read_tally().heads;
    if (count > heads.size()) throw InternalError("more heads than there is room for");
    const auto blocks = static_cast<unsigned>((count + kOrbitThreads - 1) / kOrbitThreads);
    const cudaStream_t stream = stream_;
    if (count != 0) walk_kernel<<<blocks, kOrbitThreads, 0, stream>>>(images_.data(), parents_.data(), heads.data(), count);
    WREATH_CUDA_LAUNCHED();
    launch(start_others_kernel, parents_.data(), points_, left.data());
    launch(join_others_kernel, images_.data(), points_, parents_.data(), left.data());
    flatten();
    stream_.wait();
    return true;
  }
  bool join(std::span<const std::uint32_t> x) {
    if (!send(x)) return false;
    launch(join_images_kernel, images_.data(), points_, parents_.data(), largest_tree());
    flatten();
    return true;
  }

  std::uint64_t finish(std::span<std::uint32_t> labels) {
    WREATH_CUDA(cudaMemsetAsync(images_.data(), 0xff, points_ * sizeof(std::uint32_t), stream_));
    launch(find_least_kernel, parents_.data(), points_, images_.data(), tally_.data());
    launch(name_points_kernel, parents_.data(), points_, images_.data());
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
  void flatten() {
    launch(shorten_kernel, parents_.data(), points_);
    launch(flatten_kernel, parents_.data(), points_);
  }
  bool send(std::span<const std::uint32_t> x) {
    transfer_.send(images_.data(), x.data(), x.size_bytes());
    launch(check_images_kernel, images_.data(), points_, tally_.data());
    const OrbitTally tally = read_tally();
    return tally.difference == 0 && tally.outside == 0;
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
    if (!(g == 0 ? trees.walk(generators[g]) : trees.join(generators[g]))) return std::nullopt;
  }
  return trees.finish(labels);
}

}  // namespace wreath::perm
