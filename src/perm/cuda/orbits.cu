// SPDX-License-Identifier: MIT
//
// Orbits of points on a GPU: walks along the cycles of the first generator, then trees that all threads join at once.
//
// Every 64th point or so, by a hash, is a head, and heads have numbers. From each head a thread walks along the first generator
// up to the next head, and gives the points that it passes the number of its own: one random access to the generator and one to
// the labels per point, whatever the lengths of the cycles are. Then the two heads are joined. Cycles without a head are short;
// each of their points becomes a head and is joined with its image. The trees are trees of heads, which are few and stay in the
// second-level cache. To join two of them, a thread goes up to their roots, halving the way for others, and puts the larger root
// below the smaller one with a compare-and-swap (Jaiganesh and Burtscher, HPDC 2018).
//
// For the other generators an orbit that is not yet whole has a point outside each of its trees whose image lies in it: points
// whose tree is the largest are left out, as on the CPU (perm/orbits/orbits.cpp), and its root stays a root. While one generator
// is worked on, the next is on the bus. Each is checked by the sum of a hash of its values before it is used.
//
// For a Schreier vector the cycles of the first generator are kept, and the images that joined two trees listed: they are the
// edges of a forest of cycles, which the host turns towards the first cycle of each orbit (perm/orbits/cycle_joints.hpp).
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/cuda/buffer.hpp"
#include "core/cuda/check.hpp"
#include "core/cuda/stream.hpp"
#include "core/cuda/transfer.hpp"
#include "core/data/hash.hpp"
#include "perm/orbits/cycle_joints.hpp"
#include "perm/gpu.hpp"
#include "wreath/run.hpp"

namespace wreath::perm {

namespace {

constexpr unsigned kOrbitThreads = 256;
constexpr std::size_t kOrbitSample = 4096;  // points by which the largest tree is found
constexpr std::uint32_t kNoHead = ~std::uint32_t{0};
constexpr std::uint64_t kHeadEvery = 64;  // points from one head to the next, on average

struct OrbitTally {
  unsigned long long difference;  // of the hashes of values and points
  unsigned long long outside;     // values that are not points
  unsigned long long heads;
  unsigned long long roots;
  unsigned long long cycles;  // of the first generator
  unsigned long long joints;
};

/// A CycleJoint of the generator that is worked on.
struct DeviceJoint {
  std::uint32_t point;
  std::uint32_t image;
  std::uint32_t cycles[2];
};

__device__ std::uint64_t thread_number() {
  return std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

__device__ std::uint64_t summed_in_warp(std::uint64_t value) {
  for (int offset = 16; offset != 0; offset >>= 1) value += __shfl_down_sync(~0U, value, offset);
  return value;
}

/// A number of its own for each thread of the warp that wants one; to be called by whole warps.
__device__ std::uint32_t next_number(bool wanted, unsigned long long* used) {
  const unsigned all = __ballot_sync(~0U, wanted);
  const unsigned lane = threadIdx.x % 32;
  unsigned long long first = 0;
  if (lane == 0 && all != 0) first = atomicAdd(used, static_cast<unsigned long long>(__popc(all)));
  first = __shfl_sync(~0U, first, 0);
  return static_cast<std::uint32_t>(first + __popc(all & ((1U << lane) - 1)));
}

__global__ void check_images_kernel(const std::uint32_t* x, std::uint64_t points, OrbitTally* tally) {
  const std::uint64_t i = thread_number();
  const std::uint64_t value = i < points ? x[i] : 0;
  const std::uint64_t difference = summed_in_warp(i < points ? mix64(value) - mix64(i) : 0);
  const std::uint64_t outside = summed_in_warp(i < points && value >= points ? 1 : 0);
  if (threadIdx.x % 32 != 0) return;
  if (difference != 0) atomicAdd(&tally->difference, difference);
  if (outside != 0) atomicAdd(&tally->outside, outside);
}

// --- trees of heads

__device__ std::uint32_t load_parent(const std::uint32_t* parents, std::uint32_t head) {
  return __ldcg(parents + head);  // others write to it
}

/// The root of a head's tree; every second parent on the way is passed over from now on.
__device__ std::uint32_t root_of(std::uint32_t* parents, std::uint32_t head) {
  std::uint32_t parent = load_parent(parents, head);
  while (parent != head) {
    const std::uint32_t next = load_parent(parents, parent);
    if (next == parent) return parent;
    parents[head] = next;
    head = parent;
    parent = next;
  }
  return head;
}

/// Of two roots the later one goes below the other: in the order of numbers, but `first` comes before all of them. Whether they
/// were two trees until then.
__device__ bool join_roots(std::uint32_t* parents, std::uint32_t a, std::uint32_t b, std::uint32_t first) {
  while (a != b) {
    const bool b_later = a == first || (b != first && a < b);
    const std::uint32_t later = b_later ? b : a;
    const std::uint32_t earlier = b_later ? a : b;
    const std::uint32_t found = atomicCAS(parents + later, later, earlier);
    if (found == later) return true;
    a = root_of(parents, found);  // another thread has put it below another one
    b = root_of(parents, earlier);
  }
  return false;
}

__global__ void start_trees_kernel(std::uint32_t* parents, std::uint64_t heads) {
  const std::uint64_t i = thread_number();
  if (i < heads) parents[i] = static_cast<std::uint32_t>(i);
}

/// Shortens the ways of all heads to their roots.
__global__ void shorten_kernel(std::uint32_t* parents, std::uint64_t heads) {
  const std::uint64_t i = thread_number();
  if (i < heads) root_of(parents, static_cast<std::uint32_t>(i));
}

/// Puts all heads right below their roots. Each thread writes to its own head alone: to halve the ways of others here could undo
/// what they have written.
__global__ void flatten_kernel(std::uint32_t* parents, std::uint64_t heads) {
  const std::uint64_t i = thread_number();
  if (i >= heads) return;
  const std::uint32_t parent = load_parent(parents, static_cast<std::uint32_t>(i));
  std::uint32_t root = parent;
  for (std::uint32_t next = load_parent(parents, root); next != root; next = load_parent(parents, root)) root = next;
  if (root != parent) parents[i] = root;
}

// --- points; a label is the number of a head

__device__ bool is_head(std::uint64_t point) {
  return mix64(point) % kHeadEvery == 0;
}

__global__ void list_heads_kernel(std::uint32_t* labels, std::uint64_t points, std::uint32_t* heads, std::uint64_t room,
                                  OrbitTally* tally) {
  const std::uint64_t i = thread_number();
  const bool head = i < points && is_head(i);
  const std::uint32_t number = next_number(head, &tally->heads);
  if (i < points) labels[i] = head ? number : kNoHead;
  if (head && number < room) heads[number] = static_cast<std::uint32_t>(i);
}

/// least[head] = the least of the points that have its number.
__global__ void walk_kernel(const std::uint32_t* x, std::uint32_t* labels, const std::uint32_t* heads, std::uint64_t count,
                            std::uint32_t* parents, std::uint32_t* least) {
  const std::uint64_t i = thread_number();
  if (i >= count) return;
  const auto number = static_cast<std::uint32_t>(i);
  std::uint32_t lowest = heads[i];
  std::uint32_t point = x[lowest];
  for (; !is_head(point); point = x[point]) {
    labels[point] = number;
    lowest = min(lowest, point);
  }
  least[i] = lowest;
  const std::uint32_t met = labels[point];  // no walk writes to a head
  join_roots(parents, root_of(parents, number), root_of(parents, met), kNoHead);
}

/// Points that no walk passed become heads.
__global__ void add_heads_kernel(std::uint32_t* labels, std::uint64_t points, OrbitTally* tally) {
  const std::uint64_t i = thread_number();
  const bool other = i < points && labels[i] == kNoHead;
  const std::uint32_t number = next_number(other, &tally->heads);
  if (other) labels[i] = number;
}

/// Joins those with their images.
__global__ void join_added_kernel(const std::uint32_t* x, const std::uint32_t* labels, std::uint64_t points,
                                  std::uint64_t first_added, std::uint32_t* parents, std::uint32_t* least) {
  const std::uint64_t i = thread_number();
  if (i >= points || labels[i] < first_added) return;
  least[labels[i]] = static_cast<std::uint32_t>(i);
  join_roots(parents, root_of(parents, labels[i]), root_of(parents, labels[x[i]]), kNoHead);
}

/// `cycles` has the cycles of heads, or is null if joints are not listed.
__global__ void join_images_kernel(const std::uint32_t* x, const std::uint32_t* labels, std::uint64_t points,
                                   std::uint32_t* parents, std::uint32_t largest, const std::uint32_t* cycles,
                                   DeviceJoint* joints, OrbitTally* tally) {
  const std::uint64_t i = thread_number();
  if (i >= points) return;
  const std::uint32_t label = labels[i];
  if (load_parent(parents, label) == largest) return;
  const std::uint32_t root = root_of(parents, label);
  if (root == largest) return;
  const std::uint32_t image = x[i];
  const std::uint32_t other = labels[image];
  if (!join_roots(parents, root, root_of(parents, other), largest) || cycles == nullptr) return;
  joints[atomicAdd(&tally->joints, 1ULL)] = {static_cast<std::uint32_t>(i), image, {cycles[label], cycles[other]}};
}

__global__ void count_cycles_kernel(const std::uint32_t* parents, std::uint64_t heads, OrbitTally* tally) {
  const std::uint64_t i = thread_number();
  const std::uint64_t roots = summed_in_warp(i < heads && parents[i] == i ? 1 : 0);
  if (threadIdx.x % 32 == 0 && roots != 0) atomicAdd(&tally->cycles, roots);
}

/// The Schreier vector along the cycles of the first generator; marks the cycle of each orbit's least point. least[head] is the
/// name of its root.
__global__ void follow_cycles_kernel(const std::uint32_t* labels, std::uint64_t points, const std::uint32_t* least,
                                     const std::uint32_t* cycles, std::int8_t* schreier, std::uint8_t* is_first) {
  const std::uint64_t i = thread_number();
  if (i >= points) return;
  const std::uint32_t label = labels[i];
  const bool lowest = least[label] == i;
  schreier[i] = lowest ? 0 : 1;
  if (lowest) is_first[cycles[label]] = 1;
}

/// names[root] = the least point of its tree; counts the roots.
__global__ void name_roots_kernel(const std::uint32_t* parents, const std::uint32_t* least, std::uint64_t heads,
                                  std::uint32_t* names, OrbitTally* tally) {
  const std::uint64_t i = thread_number();
  const std::uint32_t root = i < heads ? parents[i] : kNoHead;
  if (i < heads && least[i] < load_parent(names, root)) atomicMin(names + root, least[i]);
  const std::uint64_t roots = summed_in_warp(root == i ? 1 : 0);
  if (threadIdx.x % 32 == 0 && roots != 0) atomicAdd(&tally->roots, roots);
}

/// least[head] = the name of its root.
__global__ void name_heads_kernel(const std::uint32_t* parents, const std::uint32_t* names, std::uint64_t heads,
                                  std::uint32_t* least) {
  const std::uint64_t i = thread_number();
  if (i < heads) least[i] = names[parents[i]];
}

__global__ void name_points_kernel(std::uint32_t* labels, std::uint64_t points, const std::uint32_t* least) {
  const std::uint64_t i = thread_number();
  if (i < points) labels[i] = least[labels[i]];
}

__global__ void sample_roots_kernel(const std::uint32_t* labels, std::uint64_t points, std::uint32_t* parents,
                                    std::uint32_t* roots) {
  const std::uint64_t i = thread_number();
  if (i < kOrbitSample) roots[i] = root_of(parents, labels[i * points / kOrbitSample]);
}

class OrbitTrees {
 public:
  OrbitTrees(std::span<const std::span<const std::uint32_t>> generators, std::span<std::uint32_t> found,
             std::span<std::int8_t> schreier, OrbitArrays arrays, RunControl* run)
      : generators_(generators),
        arrays_(arrays),
        found_(found),
        schreier_(schreier),
        run_(run),
        points_(found.size()),
        labels_(points_),
        sample_(kOrbitSample),
        tally_(1) {
    for (std::size_t g = 0; arrays == OrbitArrays::host && g < std::min<std::size_t>(2, generators.size()); ++g)
      images_[g] = cuda::Buffer<std::uint32_t>(points_);
    WREATH_CUDA(cudaMemsetAsync(tally_.data(), 0, sizeof(OrbitTally), stream_));
    stream_.wait();
  }

  /// Nothing if a generator is not a permutation.
  std::optional<std::uint64_t> find() {
    send(0);
    if (!arrived_whole()) return std::nullopt;
    start_walk();
    for (std::size_t g = 0; g < generators_.size(); ++g) {
      if (run_ != nullptr && run_->should_stop()) throw LimitReached("stopped before all orbits were found");
      if (g + 1 < generators_.size()) send(g + 1);  // while the generator before is worked on
      if (g == 0) {
        finish_walk();
      } else {
        join(g);
      }
      if (g + 1 < generators_.size() && !arrived_whole()) return std::nullopt;
    }
    return finish();
  }

 private:
  template <class Kernel, class... Arguments>
  void launch(std::uint64_t threads, Kernel kernel, Arguments... arguments) {
    launch_on(stream_, threads, kernel, arguments...);
  }
  template <class Kernel, class... Arguments>
  void launch_on(cudaStream_t stream, std::uint64_t threads, Kernel kernel, Arguments... arguments) {
    if (threads == 0) return;
    kernel<<<cuda::blocks_for(threads, kOrbitThreads), kOrbitThreads, 0, stream>>>(arguments...);
    WREATH_CUDA_LAUNCHED();
  }
  const std::uint32_t* images(std::size_t g) const {
    return arrays_ == OrbitArrays::host ? images_[g % 2].data() : generators_[g].data();
  }

  void send(std::size_t g) {
    if (arrays_ == OrbitArrays::host) transfer_.send(images_[g % 2].data(), generators_[g].data(), generators_[g].size_bytes());
    launch_on(bus_, points_, check_images_kernel, images(g), points_, tally_.data());
  }
  bool arrived_whole() {
    bus_.wait();
    const OrbitTally tally = read_tally();
    return tally.difference == 0 && tally.outside == 0;
  }

  void start_walk() {
    cuda::Buffer<std::uint32_t> heads(points_ / kHeadEvery * 2 + 4096);  // far more than there are
    launch(points_, list_heads_kernel, labels_.data(), points_, heads.data(), heads.size(), tally_.data());
    walked_ = read_tally().heads;
    if (walked_ > heads.size()) throw InternalError("more heads than there is room for");
    parents_ = cuda::Buffer<std::uint32_t>(walked_ + 1);
    least_ = cuda::Buffer<std::uint32_t>(walked_ + 1);
    launch(walked_, start_trees_kernel, parents_.data(), walked_);
    launch(walked_, walk_kernel, images(0), labels_.data(), heads.data(), walked_, parents_.data(), least_.data());
    heads_list_ = std::move(heads);  // until the walk is over
  }
  void finish_walk() {
    launch(points_, add_heads_kernel, labels_.data(), points_, tally_.data());
    heads_ = read_tally().heads;
    heads_list_ = {};
    if (heads_ != walked_) {
      cuda::Buffer<std::uint32_t> more(heads_);
      launch(heads_, start_trees_kernel, more.data(), heads_);
      replace(parents_, std::move(more));
      replace(least_, cuda::Buffer<std::uint32_t>(heads_));
      launch(points_, join_added_kernel, images(0), labels_.data(), points_, walked_, parents_.data(), least_.data());
    }
    flatten();
    if (!schreier_.empty()) keep_cycles();
  }
  void keep_cycles() {
    cycles_ = cuda::Buffer<std::uint32_t>(heads_);
    WREATH_CUDA(
        cudaMemcpyAsync(cycles_.data(), parents_.data(), heads_ * sizeof(std::uint32_t), cudaMemcpyDeviceToDevice, stream_));
    launch(heads_, count_cycles_kernel, parents_.data(), heads_, tally_.data());
    joints_ = cuda::Buffer<DeviceJoint>(read_tally().cycles);  // each joint leaves one tree less
  }
  /// By a larger one, which takes over what is there of walks.
  void replace(cuda::Buffer<std::uint32_t>& small, cuda::Buffer<std::uint32_t> large) {
    WREATH_CUDA(cudaMemcpyAsync(large.data(), small.data(), walked_ * sizeof(std::uint32_t), cudaMemcpyDeviceToDevice, stream_));
    stream_.wait();
    small = std::move(large);
  }
  void join(std::size_t g) {
    launch(points_, join_images_kernel, images(g), labels_.data(), points_, parents_.data(), largest_tree(), cycles_.data(),
           joints_.data(), tally_.data());
    flatten();
    if (!schreier_.empty()) joints_of_.resize(read_tally().joints, g);
  }
  void flatten() {
    launch(heads_, shorten_kernel, parents_.data(), heads_);
    launch(heads_, flatten_kernel, parents_.data(), heads_);
    stream_.wait();
  }

  std::uint64_t finish() {
    cuda::Buffer<std::uint32_t> names(heads_);
    WREATH_CUDA(cudaMemsetAsync(names.data(), 0xff, heads_ * sizeof(std::uint32_t), stream_));
    launch(heads_, name_roots_kernel, parents_.data(), least_.data(), heads_, names.data(), tally_.data());
    launch(heads_, name_heads_kernel, parents_.data(), names.data(), heads_, least_.data());
    if (!schreier_.empty()) write_schreier();
    launch(points_, name_points_kernel, labels_.data(), points_, least_.data());
    const OrbitTally tally = read_tally();
    transfer_.fetch(found_.data(), labels_.data(), found_.size_bytes());
    return tally.roots;
  }

  void write_schreier() {
    cuda::Buffer<std::int8_t> vector(points_);
    cuda::Buffer<std::uint8_t> is_first(heads_);
    WREATH_CUDA(cudaMemsetAsync(is_first.data(), 0, heads_, stream_));
    launch(points_, follow_cycles_kernel, labels_.data(), points_, least_.data(), cycles_.data(), vector.data(), is_first.data());
    std::vector<std::uint8_t> first(heads_);
    is_first.download(first, stream_);
    std::vector<DeviceJoint> listed(joints_of_.size());
    if (!listed.empty()) joints_.download(listed, stream_);
    stream_.wait();
    transfer_.fetch(schreier_.data(), vector.data(), schreier_.size_bytes());
    std::vector<CycleJoint> joints;
    joints.reserve(listed.size());
    for (std::size_t k = 0; k < listed.size(); ++k) {
      const DeviceJoint& joint = listed[k];
      joints.push_back({joint.point, joint.image, {joint.cycles[0], joint.cycles[1]}, joints_of_[k]});
    }
    for (const CycleEntry& entry : entries_of({first.begin(), first.end()}, joints)) schreier_[entry.point] = entry.value;
  }

  OrbitTally read_tally() {
    OrbitTally tally{};
    tally_.download({&tally, 1}, stream_);
    stream_.wait();
    return tally;
  }
  std::uint32_t largest_tree() {
    launch(kOrbitSample, sample_roots_kernel, labels_.data(), points_, parents_.data(), sample_.data());
    std::vector<std::uint32_t> roots(kOrbitSample);
    sample_.download(roots, stream_);
    stream_.wait();
    std::unordered_map<std::uint32_t, std::size_t> counts;
    for (const std::uint32_t root : roots) ++counts[root];
    return std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; })->first;
  }

  std::span<const std::span<const std::uint32_t>> generators_;
  OrbitArrays arrays_;
  std::span<std::uint32_t> found_;
  std::span<std::int8_t> schreier_;  // in the host's memory; empty if it is not wanted
  RunControl* run_;
  std::uint64_t points_;
  std::uint64_t walked_ = 0;  // heads that walks began at
  std::uint64_t heads_ = 0;   // all of them
  cuda::Stream stream_;
  cuda::Stream bus_;
  cuda::Transfer transfer_{bus_};
  cuda::Buffer<std::uint32_t> images_[2];  // of the generator that is worked on, and of the next
  cuda::Buffer<std::uint32_t> labels_;
  cuda::Buffer<std::uint32_t> heads_list_;
  cuda::Buffer<std::uint32_t> parents_;  // of heads
  cuda::Buffer<std::uint32_t> least_;    // of the points that have a head's number
  cuda::Buffer<std::uint32_t> cycles_;   // of the first generator, by head; for a Schreier vector, as the next two
  cuda::Buffer<DeviceJoint> joints_;
  std::vector<std::size_t> joints_of_;  // the generator of each
  cuda::Buffer<std::uint32_t> sample_;
  cuda::Buffer<OrbitTally> tally_;
};

}  // namespace

std::optional<std::uint64_t> orbits_on_gpu(std::span<const std::span<const std::uint32_t>> generators,
                                           std::span<std::uint32_t> labels, std::span<std::int8_t> schreier, RunControl* run,
                                           OrbitArrays arrays) {
  if (labels.empty()) return 0;
  return OrbitTrees(generators, labels, schreier, arrays, run).find();
}

}  // namespace wreath::perm
