// SPDX-License-Identifier: MIT
//
// The moves of presentations on a GPU: one thread for each product, since a presentation has a thousand of them, most of which are
// seen to be too long at once.
#include "orbit/spaces/relator_space.hpp"
#include "wreath/orbit/space.cuh"

namespace wreath::orbit {

namespace {

constexpr unsigned kRelatorThreads = 256;

/// A row of blocks for each move.
__global__ void __launch_bounds__(kRelatorThreads) relator_moves_kernel(RelatorSpace space, const std::uint64_t* codes,
                                                                        std::uint64_t count, std::uint64_t* products) {
  const std::uint64_t stride = std::uint64_t{gridDim.x} * kRelatorThreads;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * kRelatorThreads + threadIdx.x; i < count; i += stride) {
    const Code<2> product = space.act({{codes[2 * i], codes[2 * i + 1]}}, blockIdx.y, nullptr);
    std::uint64_t* to = products + 2 * (blockIdx.y * count + i);
    to[0] = product.words[0];
    to[1] = product.words[1];
  }
}

class GpuRelatorMoves final : public SpaceMoves<RelatorSpace> {
 public:
  using SpaceMoves<RelatorSpace>::SpaceMoves;

  bool on_gpu() const override { return true; }
  void act_on_gpu(const std::uint64_t* codes, std::size_t count, std::uint64_t* products, void* stream) const override {
    if (count == 0) return;
    constexpr std::uint64_t kMostBlocks = std::uint64_t{1} << 12;
    const std::uint64_t blocks = (count + kRelatorThreads - 1) / kRelatorThreads;
    const dim3 grid(static_cast<unsigned>(blocks < kMostBlocks ? blocks : kMostBlocks), space_.moves());
    relator_moves_kernel<<<grid, kRelatorThreads, 0, static_cast<cudaStream_t>(stream)>>>(space_, codes, count, products);
    space_on_gpu::check(cudaGetLastError(), "the moves of presentations");
  }
};

}  // namespace

std::shared_ptr<const CodeMoves> make_gpu_relator_moves(const Generators& generators) {
  return std::make_shared<GpuRelatorMoves>(RelatorSpace{generators.degree, generators.modulus > 1}, std::vector<std::uint64_t>{},
                                           true);
}

}  // namespace wreath::orbit
