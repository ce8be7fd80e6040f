// SPDX-License-Identifier: MIT
//
// The paper's routines on the GPU (its Sections 3.2 to 3.5): as it describes them, not as one would write them
// for speed. Rows stay on the device; words of pairs to be compared and hashes travel.
#include <algorithm>
#include <numeric>
#include <vector>

#include "core/cuda/buffer.hpp"
#include "core/cuda/stream.hpp"
#include "bench/baselines/semigroup/cuda/paper.hpp"

namespace wreath::semigroup {

namespace {

constexpr unsigned kThreads = 256;

/// The generators' images, row after row.
struct GeneratorsRef {
  const Point* images;
  std::uint64_t degree;

  __device__ Point image(const Letter* word, std::uint32_t length, Point point) const {
    for (std::uint32_t j = 0; j < length; ++j) point = images[word[j] * degree + point];
    return point;
  }
};

// A thread sends one point of one element through one generator.
__global__ void compose_kernel(GeneratorsRef generators, std::uint32_t letters, const Point* newest, std::uint64_t first,
                               std::uint64_t count, Point* rows) {
  const std::uint64_t all = count * generators.degree;
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < all; i += step) {
    const std::uint64_t k = i / generators.degree;
    const std::uint64_t p = i - k * generators.degree;
    const std::uint64_t product = first + k;
    rows[i] = generators.images[product % letters * generators.degree + newest[product / letters * generators.degree + p]];
  }
}

// A thread copies one point of a product that is new.
__global__ void keep_kernel(const Point* rows, const std::uint32_t* fresh, std::uint64_t degree, std::uint64_t count,
                            Point* kept) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count * degree; i += step) {
    const std::uint64_t k = i / degree;
    kept[i] = rows[fresh[k] * degree + (i - k * degree)];
  }
}

// A thread hashes one row.
__global__ void hash_kernel(const Point* rows, std::uint64_t degree, std::uint64_t count, std::uint64_t* hashes) {
  const std::uint64_t k = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (k < count) hashes[k] = paper_hash(rows + k * degree, degree);
}

// A thread compares one row with all earlier ones (Algorithm 7): hashes first, then all points without a way out, as the paper
// found it faster.
__global__ void mark_duplicates_kernel(const Point* rows, const std::uint64_t* hashes, std::uint64_t degree, std::uint64_t count,
                                       std::uint8_t* duplicate) {
  const std::uint64_t k = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (k >= count) return;
  const std::uint64_t hash = hashes[k];
  bool found = false;
  for (std::uint64_t other = 0; other < k && !found; ++other) {
    if (hashes[other] != hash) continue;
    std::uint64_t equal = 0;
    for (std::uint64_t p = 0; p < degree; ++p) equal += rows[k * degree + p] == rows[other * degree + p];
    found = equal == degree;
  }
  duplicate[k] = found;
}

// A thread sends one point through both words (Algorithm 6); `equal` becomes the number of points whose images are equal.
__global__ void equal_kernel(GeneratorsRef generators, const Letter* x, std::uint32_t x_length, const Letter* y,
                             std::uint32_t y_length, unsigned long long* equal) {
  const std::uint64_t p = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const bool same = p < generators.degree &&
                    generators.image(x, x_length, static_cast<Point>(p)) == generators.image(y, y_length, static_cast<Point>(p));
  const int sum = __syncthreads_count(same);
  if (threadIdx.x == 0 && sum != 0) atomicAdd(equal, static_cast<unsigned long long>(sum));
}

class CudaPaperMachine final : public PaperMachine {
 public:
  explicit CudaPaperMachine(const Generators& generators)
      : degree_(generators.degree),
        letters_(static_cast<std::uint32_t>(generators.count())),
        images_(generators.images.size()),
        equal_(1),
        newest_(generators.degree) {
    images_.upload(generators.images, stream_);
    std::vector<Point> identity(degree_);
    std::iota(identity.begin(), identity.end(), Point{0});
    newest_.upload(identity, stream_);
    stream_.wait();
  }

  /// Half of what is free: the other half is for the rows of the next newest.
  std::size_t most_products() const override {
    std::size_t free = 0;
    std::size_t all = 0;
    WREATH_CUDA(cudaMemGetInfo(&free, &all));
    free += rows_.size() * sizeof(Point) + hashes_.size() * 9;  // what will be used again
    return std::min<std::size_t>(free / 2 / (degree_ * sizeof(Point) + 16), std::size_t{1} << 31);
  }

  void compose(std::size_t first, std::size_t last) override {
    count_ = last - first;
    fit(rows_, count_ * degree_);
    compose_kernel<<<blocks(count_ * degree_), kThreads, 0, stream_>>>(generators(), letters_, newest_.data(), first, count_,
                                                                       rows_.data());
    WREATH_CUDA_LAUNCHED();
    stream_.wait();
  }
  void keep(std::span<const std::uint32_t> fresh) override {
    if (fresh.empty()) return;
    const std::size_t more = fresh.size() * degree_;
    if (kept_.size() < kept_size_ + more) {
      cuda::Buffer<Point> larger(std::max(kept_size_ + more, kept_size_ + kept_size_ / 2));
      WREATH_CUDA(cudaMemcpyAsync(larger.data(), kept_.data(), kept_size_ * sizeof(Point), cudaMemcpyDeviceToDevice, stream_));
      stream_.wait();
      kept_ = std::move(larger);
    }
    fit(fresh_, fresh.size());
    fresh_.upload(fresh, stream_);
    keep_kernel<<<blocks(more), kThreads, 0, stream_>>>(rows_.data(), fresh_.data(), degree_, fresh.size(),
                                                        kept_.data() + kept_size_);
    WREATH_CUDA_LAUNCHED();
    stream_.wait();
    kept_size_ += more;
  }
  void begin_level() override {
    newest_ = std::move(kept_);
    kept_ = cuda::Buffer<Point>();
    kept_size_ = 0;
  }
  void hash(std::span<std::uint64_t> hashes) override {
    fit(hashes_, count_);
    hash_kernel<<<blocks(count_), kThreads, 0, stream_>>>(rows_.data(), degree_, count_, hashes_.data());
    WREATH_CUDA_LAUNCHED();
    hashes_.download(hashes, stream_);
    stream_.wait();
  }
  void mark_duplicates(std::span<std::uint8_t> duplicate) override {
    fit(duplicate_, count_);
    mark_duplicates_kernel<<<blocks(count_), kThreads, 0, stream_>>>(rows_.data(), hashes_.data(), degree_, count_,
                                                                     duplicate_.data());
    WREATH_CUDA_LAUNCHED();
    duplicate_.download(duplicate, stream_);
    stream_.wait();
  }
  bool equal(std::span<const Letter> x, std::span<const Letter> y) override {
    fit(pair_, x.size() + y.size());
    both_.assign(x.begin(), x.end());
    both_.insert(both_.end(), y.begin(), y.end());
    pair_.upload(both_, stream_);
    WREATH_CUDA(cudaMemsetAsync(equal_.data(), 0, sizeof(unsigned long long), stream_));
    equal_kernel<<<blocks(degree_), kThreads, 0, stream_>>>(generators(), pair_.data(), static_cast<std::uint32_t>(x.size()),
                                                            pair_.data() + x.size(), static_cast<std::uint32_t>(y.size()),
                                                            equal_.data());
    WREATH_CUDA_LAUNCHED();
    unsigned long long equal = 0;
    equal_.download({&equal, 1}, stream_);
    stream_.wait();
    return equal == degree_;
  }

 private:
  GeneratorsRef generators() const { return {images_.data(), degree_}; }
  static unsigned blocks(std::uint64_t threads) {
    return static_cast<unsigned>(std::min<std::uint64_t>((threads + kThreads - 1) / kThreads, 0x7FFFFFFF));
  }
  template <class T>
  static void fit(cuda::Buffer<T>& buffer, std::size_t size) {
    if (buffer.size() >= size) return;
    buffer = cuda::Buffer<T>();  // the old memory goes first
    buffer = cuda::Buffer<T>(size);
  }

  std::uint64_t degree_;
  std::uint32_t letters_;
  cuda::Stream stream_;
  cuda::Buffer<Point> images_;
  cuda::Buffer<unsigned long long> equal_;
  cuda::Buffer<Point> newest_;
  cuda::Buffer<Point> kept_;
  std::size_t kept_size_ = 0;
  // of the piece
  std::uint64_t count_ = 0;
  cuda::Buffer<Point> rows_;
  cuda::Buffer<std::uint32_t> fresh_;
  cuda::Buffer<std::uint64_t> hashes_;
  cuda::Buffer<std::uint8_t> duplicate_;
  cuda::Buffer<Letter> pair_;
  std::vector<Letter> both_;
};

}  // namespace

std::unique_ptr<PaperMachine> make_cuda_paper_machine(const Generators& generators) {
  return std::make_unique<CudaPaperMachine>(generators);
}

}  // namespace wreath::semigroup
