// SPDX-License-Identifier: MIT
//
// A Space on a GPU: to be included by sources that nvcc compiles, and by no others.
//
// One thread for each code makes all its products; the tables of the space are copied to shared memory if there is room. What is
// written is what CodeMoves promises, so that a search does not know which space it is.
#pragma once

#include <string>

#include "wreath/orbit/space.hpp"
#include "wreath/run.hpp"

namespace wreath::orbit {

namespace space_on_gpu {

inline constexpr unsigned kThreads = 256;
inline constexpr std::size_t kSharedBytes = 48 << 10;  // for tables, which any GPU has

inline void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess) throw ResourceError(std::string("CUDA: ") + what + ": " + cudaGetErrorString(status));
}

template <class S>
__global__ void __launch_bounds__(kThreads) act_kernel(S space, const std::uint64_t* tables, unsigned shared_words,
                                                       const std::uint64_t* codes, std::size_t count, std::uint64_t* products) {
  using Code = typename S::Code;
  extern __shared__ std::uint64_t shared_tables[];
  for (unsigned i = threadIdx.x; i < shared_words; i += kThreads) shared_tables[i] = tables[i];
  if (shared_words != 0) __syncthreads();
  const std::uint64_t* where = shared_words != 0 ? shared_tables : tables;
  const std::size_t stride = std::size_t{gridDim.x} * kThreads;
  for (std::size_t i = std::size_t{blockIdx.x} * kThreads + threadIdx.x; i < count; i += stride) {
    Code code;
#pragma unroll
    for (unsigned w = 0; w < Code::kWords; ++w) code.words[w] = codes[i * Code::kWords + w];
    const unsigned moves = space.moves();
    for (unsigned m = 0; m < moves; ++m) {
      const Code product = space.act(code, m, where);
#pragma unroll
      for (unsigned w = 0; w < Code::kWords; ++w) products[(m * count + i) * Code::kWords + w] = product.words[w];
    }
  }
}

}  // namespace space_on_gpu

template <Space S>
class GpuSpaceMoves : public CodeMoves {
 public:
  /// `host`: the same moves on the CPU.
  GpuSpaceMoves(std::shared_ptr<const CodeMoves> host, const S& space, std::vector<std::uint64_t> tables)
      : host_(std::move(host)), space_(space), tables_(std::move(tables)) {}
  ~GpuSpaceMoves() override {
    if (device_tables_ != nullptr) cudaFree(device_tables_);  // which would start a GPU that nobody has used
  }
  GpuSpaceMoves(const GpuSpaceMoves&) = delete;
  GpuSpaceMoves& operator=(const GpuSpaceMoves&) = delete;

  /// As on the CPU.
  unsigned words() const override { return host_->words(); }
  /// As on the CPU.
  unsigned moves() const override { return host_->moves(); }
  /// As on the CPU.
  bool undirected() const override { return host_->undirected(); }
  /// On the CPU.
  void act(const std::uint64_t* codes, std::size_t count, std::uint64_t* products) const override {
    host_->act(codes, count, products);
  }
  /// It is.
  bool on_gpu() const override { return true; }
  /// From one thread at a time.
  void act_on_gpu(const std::uint64_t* codes, std::size_t count, std::uint64_t* products, void* stream) const override {
    if (count == 0) return;
    const std::size_t bytes = tables_.size() * sizeof(std::uint64_t);
    if (device_tables_ == nullptr && bytes != 0) {
      space_on_gpu::check(cudaMalloc(reinterpret_cast<void**>(&device_tables_), bytes), "memory for the tables of a space");
      space_on_gpu::check(cudaMemcpy(device_tables_, tables_.data(), bytes, cudaMemcpyHostToDevice), "tables of a space");
      space_on_gpu::check(cudaStreamSynchronize(nullptr), "tables of a space");  // cudaMemcpy may return before its end
    }
    const bool shared = bytes <= space_on_gpu::kSharedBytes;
    const std::size_t blocks = (count + space_on_gpu::kThreads - 1) / space_on_gpu::kThreads;
    constexpr std::size_t kMostBlocks = 1 << 12;  // each of which copies the tables
    space_on_gpu::act_kernel<S><<<static_cast<unsigned>(blocks < kMostBlocks ? blocks : kMostBlocks), space_on_gpu::kThreads,
                                  shared ? bytes : 0, static_cast<cudaStream_t>(stream)>>>(
        space_, device_tables_, shared ? static_cast<unsigned>(tables_.size()) : 0, codes, count, products);
    space_on_gpu::check(cudaGetLastError(), "the moves of a space");
  }

 private:
  std::shared_ptr<const CodeMoves> host_;
  S space_;
  std::vector<std::uint64_t> tables_;
  mutable std::uint64_t* device_tables_ = nullptr;
};

/// The moves of a space on the CPU and on a GPU. `host` are those on the CPU: moves_of(space, tables), called in a source that
/// nvcc does not compile, which may optimize it better.
template <Space S>
std::shared_ptr<const CodeMoves> gpu_moves_of(std::shared_ptr<const CodeMoves> host, const S& space,
                                              std::vector<std::uint64_t> tables = {}) {
  return std::make_shared<GpuSpaceMoves<S>>(std::move(host), space, std::move(tables));
}
/// The same, all from one source.
template <Space S>
std::shared_ptr<const CodeMoves> gpu_moves_of(const S& space, std::vector<std::uint64_t> tables = {}, bool undirected = false) {
  std::shared_ptr<const CodeMoves> host = moves_of(space, tables, undirected);
  return gpu_moves_of(std::move(host), space, std::move(tables));
}

}  // namespace wreath::orbit
