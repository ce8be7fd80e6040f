// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>

#include "core/cuda/check.hpp"

namespace wreath::semigroup {

/// Pinned host memory for what comes down from the GPU; grows, and then forgets what it held. Pinning takes its time, some 0.2 ms
/// a megabyte, so it grows in few and not too large steps.
template <class T>
class HostBuffer {
 public:
  HostBuffer() = default;
  ~HostBuffer() { release(); }
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;

  void reserve(std::size_t size) {
    if (size <= size_) return;
    const std::size_t room = std::max({size, std::min(4 * size_, std::size_t{1} << 21), std::size_t{1} << 16});
    release();
    WREATH_CUDA(cudaMallocHost(reinterpret_cast<void**>(&data_), room * sizeof(T)));
    size_ = room;
  }
  void fetch(const T* from, std::size_t size, cudaStream_t stream) {
    reserve(size);
    WREATH_CUDA(cudaMemcpyAsync(data_, from, size * sizeof(T), cudaMemcpyDeviceToHost, stream));
  }
  std::span<const T> span(std::size_t size) const { return {data_, size}; }

 private:
  void release() {
    if (data_ != nullptr) cudaFreeHost(data_);
    data_ = nullptr;
    size_ = 0;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace wreath::semigroup
