// SPDX-License-Identifier: MIT
//
// The moves of presentations on a GPU, in two passes.
//
// A presentation has a thousand moves, and few of them lead to states. One thread for each move finds out which may: it counts
// the letters that cancel. These are listed, and then one thread for each of the list makes the product and its least form, which
// takes much longer: in one pass nearly all threads would wait for a few.
#include "orbit/spaces/relator_space.hpp"
#include "wreath/orbit/space.cuh"

namespace wreath::orbit {

namespace {

constexpr unsigned kRelatorThreads = 256;

using Number = unsigned long long;

/// A row of blocks for each move. A product is none until the second pass.
__global__ void __launch_bounds__(kRelatorThreads)
    list_moves_kernel(RelatorSpace space, const std::uint64_t* codes, std::uint64_t count, std::uint64_t* products,
                      std::uint32_t* list, Number* listed) {
  const std::uint64_t stride = std::uint64_t{gridDim.x} * kRelatorThreads;
  const unsigned number = blockIdx.y;
  const unsigned lane = threadIdx.x % 32;
  for (std::uint64_t warp = std::uint64_t{blockIdx.x} * kRelatorThreads + threadIdx.x - lane; warp < count; warp += stride) {
    const std::uint64_t i = warp + lane;
    bool possible = false;
    if (i < count) {
      const Code<2> code{{codes[2 * i], codes[2 * i + 1]}};
      const std::uint64_t at = number * count + i;
      products[2 * at] = ~std::uint64_t{0};
      products[2 * at + 1] = ~std::uint64_t{0};
      const RelatorPair pair = pair_of(code);
      const RelatorMoves moves(pair);
      if (number < moves.plain()) {
        const RelatorMove move = moves(pair, number);
        const RelatorFactors factors(pair, move);
        std::uint32_t cancelled = 0;
        possible = may_be_possible(factors.left, factors.right, move.at, space.cap, cancelled);
      }
    }
    const unsigned all = __ballot_sync(~0U, possible);
    if (all == 0) continue;
    Number base = 0;
    if (lane == 0) base = atomicAdd(listed, static_cast<Number>(__popc(all)));
    base = __shfl_sync(~0U, base, 0);
    if (possible)
      list[base + static_cast<Number>(__popc(all & ((1U << lane) - 1)))] = static_cast<std::uint32_t>(number * count + i);
  }
}

__global__ void __launch_bounds__(kRelatorThreads)
    make_listed_kernel(RelatorSpace space, const std::uint64_t* codes, std::uint64_t count, std::uint64_t* products,
                       const std::uint32_t* list, const Number* listed) {
  const std::uint64_t stride = std::uint64_t{gridDim.x} * kRelatorThreads;
  const std::uint64_t end = *listed;
  for (std::uint64_t k = std::uint64_t{blockIdx.x} * kRelatorThreads + threadIdx.x; k < end; k += stride) {
    const std::uint32_t at = list[k];
    const auto i = static_cast<std::uint32_t>(at % count);
    const Code<2> product = space.act({{codes[2 * i], codes[2 * i + 1]}}, static_cast<unsigned>(at / count), nullptr);
    products[2 * std::uint64_t{at}] = product.words[0];
    products[2 * std::uint64_t{at} + 1] = product.words[1];
  }
}

class GpuRelatorMoves final : public CodeMoves {
 public:
  GpuRelatorMoves(std::shared_ptr<const CodeMoves> host, const RelatorSpace& space) : host_(std::move(host)), space_(space) {}
  ~GpuRelatorMoves() override {
    if (list_ != nullptr) cudaFree(list_);  // which would start a GPU that nobody has used
  }
  GpuRelatorMoves(const GpuRelatorMoves&) = delete;
  GpuRelatorMoves& operator=(const GpuRelatorMoves&) = delete;

  unsigned words() const override { return host_->words(); }
  unsigned moves() const override { return host_->moves(); }
  bool undirected() const override { return host_->undirected(); }
  void act(const std::uint64_t* codes, std::size_t count, std::uint64_t* products) const override {
    host_->act(codes, count, products);
  }
  bool on_gpu() const override { return true; }
  /// From one thread at a time. At most 2^32 products.
  void act_on_gpu(const std::uint64_t* codes, std::size_t count, std::uint64_t* products, void* stream) const override {
    if (count == 0) return;
    const auto queue = static_cast<cudaStream_t>(stream);
    const std::size_t all = count * space_.moves();
    if (all > room_) {
      if (list_ != nullptr) cudaFree(list_);
      list_ = nullptr;
      room_ = 0;
      space_on_gpu::check(cudaMalloc(reinterpret_cast<void**>(&list_), sizeof(Number) + all * sizeof(std::uint32_t)),
                          "memory for the moves of presentations");
      room_ = all;
    }
    auto* listed = reinterpret_cast<Number*>(list_);
    std::uint32_t* list = list_ + sizeof(Number) / sizeof(std::uint32_t);
    constexpr std::uint64_t kMostBlocks = std::uint64_t{1} << 12;
    const std::uint64_t blocks = (count + kRelatorThreads - 1) / kRelatorThreads;
    const dim3 grid(static_cast<unsigned>(blocks < kMostBlocks ? blocks : kMostBlocks), space_.moves());
    space_on_gpu::check(cudaMemsetAsync(listed, 0, sizeof(Number), queue), "the moves of presentations");
    list_moves_kernel<<<grid, kRelatorThreads, 0, queue>>>(space_, codes, count, products, list, listed);
    make_listed_kernel<<<kMostBlocks, kRelatorThreads, 0, queue>>>(space_, codes, count, products, list, listed);
    space_on_gpu::check(cudaGetLastError(), "the moves of presentations");
  }

 private:
  std::shared_ptr<const CodeMoves> host_;
  RelatorSpace space_;
  mutable std::uint32_t* list_ = nullptr;  // how many are listed, and they: places of products
  mutable std::size_t room_ = 0;
};

}  // namespace

std::shared_ptr<const CodeMoves> make_gpu_relator_moves(std::shared_ptr<const CodeMoves> host, const Generators& generators) {
  return std::make_shared<GpuRelatorMoves>(std::move(host), RelatorSpace{generators.degree, generators.modulus > 1});
}

}  // namespace wreath::orbit
