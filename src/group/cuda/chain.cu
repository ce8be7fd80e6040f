// SPDX-License-Identifier: MIT
//
// The trees of the chain of stabilizers on a GPU, and the search for a point that is moved.
//
// A tree grows by rounds, as on the host (chain.cpp): a lane takes a point, a warp a word of 32 points that have no way yet, or
// skips the word if all have one. Each looks at its image under each array, and takes the first that had a way in the round
// before. So a round reads the arrays in order as far as points are left, and a bit per point out of order, mostly from L2.
#include <vector>

#include "core/cuda/buffer.hpp"
#include "group/gpu.hpp"

namespace wreath::group {

namespace {

constexpr int kThreads = 256;
constexpr std::uint8_t kOut = 0xFF;
constexpr std::uint8_t kRoot = 0xFE;

__global__ void __launch_bounds__(kThreads)
    grow_kernel(const Point* const* arrays, unsigned count, std::uint64_t degree, const std::uint32_t* reached,
                std::uint32_t* fresh, std::uint8_t* tree, unsigned long long* found) {
  const std::uint64_t point = std::uint64_t{blockIdx.x} * kThreads + threadIdx.x;
  const std::uint64_t word = point / 32;
  if (word * 32 >= degree) return;
  const unsigned lane = threadIdx.x % 32;
  const std::uint32_t known = reached[word];
  bool made = false;
  if (known != 0xFFFFFFFF && point < degree && (known >> lane & 1) == 0) {
    for (unsigned k = 0; k < count && !made; ++k) {
      const Point image = arrays[k][point];
      if ((reached[image / 32] >> image % 32 & 1) == 0) continue;
      tree[point] = static_cast<std::uint8_t>(k);
      made = true;
    }
  }
  const std::uint32_t all = __ballot_sync(0xFFFFFFFF, made);
  if (lane != 0) return;
  fresh[word] = all;
  if (all != 0) atomicAdd(found, static_cast<unsigned long long>(__popc(all)));
}

__global__ void __launch_bounds__(kThreads) add_kernel(const std::uint32_t* fresh, std::uint32_t* reached, std::uint64_t words) {
  const std::uint64_t word = std::uint64_t{blockIdx.x} * kThreads + threadIdx.x;
  if (word < words && fresh[word] != 0) reached[word] |= fresh[word];
}

// The least number of places behind `from`, around the end, of a point that is moved.
__global__ void __launch_bounds__(kThreads)
    moved_kernel(const Point* x, std::uint64_t degree, std::uint64_t from, unsigned long long* least) {
  const std::uint64_t behind = std::uint64_t{blockIdx.x} * kThreads + threadIdx.x;
  if (behind >= degree || *const_cast<volatile unsigned long long*>(least) < behind) return;
  const std::uint64_t point = from + behind < degree ? from + behind : from + behind - degree;
  if (x[point] != point) atomicMin(least, static_cast<unsigned long long>(behind));
}

}  // namespace

Grown grow_on_gpu(std::uint8_t* tree, std::uint64_t degree, Point base, std::span<const Element> arrays, Products& products) {
  const std::uint64_t words = (degree + 31) / 32;
  std::vector<const Point*> images;
  for (const Element& array : arrays) images.push_back(array.images->gpu().data);
  cuda::Buffer<const Point*> images_there(images.size());
  cuda::Buffer<std::uint32_t> reached(words);
  cuda::Buffer<std::uint32_t> fresh(words);
  cuda::Buffer<std::uint8_t> tree_there(degree);
  cuda::Buffer<unsigned long long> found(1);
  images_there.upload(images, nullptr);
  WREATH_CUDA(cudaMemsetAsync(reached.data(), 0, words * sizeof(std::uint32_t)));
  WREATH_CUDA(cudaMemsetAsync(tree_there.data(), kOut, degree));
  WREATH_CUDA(cudaMemsetAsync(tree_there.data() + base, kRoot, 1));
  const std::uint32_t root = std::uint32_t{1} << base % 32;
  WREATH_CUDA(cudaMemcpyAsync(reached.data() + base / 32, &root, sizeof root, cudaMemcpyHostToDevice));
  Grown grown;
  for (;;) {
    products.look();
    WREATH_CUDA(cudaMemsetAsync(found.data(), 0, sizeof(unsigned long long)));
    grow_kernel<<<cuda::blocks_for(words * 32, kThreads), kThreads>>>(images_there.data(), static_cast<unsigned>(images.size()),
                                                                      degree, reached.data(), fresh.data(), tree_there.data(),
                                                                      found.data());
    WREATH_CUDA_LAUNCHED();
    add_kernel<<<cuda::blocks_for(words, kThreads), kThreads>>>(fresh.data(), reached.data(), words);
    WREATH_CUDA_LAUNCHED();
    unsigned long long count = 0;
    WREATH_CUDA(cudaMemcpy(&count, found.data(), sizeof count, cudaMemcpyDeviceToHost));
    if (count == 0) break;
    grown.orbit += count;
    ++grown.depth;
  }
  perm::device::fetch(tree, tree_there.data(), degree);
  return grown;
}

std::optional<Point> moved_point_on_gpu(const Images& x, std::uint64_t from) {
  const std::uint64_t degree = x.size();
  if (degree == 0) return {};
  from %= degree;
  cuda::Buffer<unsigned long long> least(1);
  WREATH_CUDA(cudaMemsetAsync(least.data(), 0xFF, sizeof(unsigned long long)));
  moved_kernel<<<cuda::blocks_for(degree, kThreads), kThreads>>>(x.gpu().data, degree, from, least.data());
  WREATH_CUDA_LAUNCHED();
  unsigned long long behind = 0;
  WREATH_CUDA(cudaMemcpy(&behind, least.data(), sizeof behind, cudaMemcpyDeviceToHost));
  if (behind == ~0ULL) return {};
  return static_cast<Point>((from + behind) % degree);
}

}  // namespace wreath::group
