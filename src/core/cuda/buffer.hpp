// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "core/cuda/check.hpp"

namespace wreath::cuda {

/// Copies between memories of the host and of GPUs, and waits for it. cudaMemcpy alone may return while a copy within a GPU, or
/// the end of one from the host, is still under way, and our streams do not wait for it.
inline void copy_and_wait(void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  WREATH_CUDA(cudaMemcpy(to, from, bytes, cudaMemcpyDefault));
  WREATH_CUDA(cudaStreamSynchronize(nullptr));
}

/// An array in device memory. Kernels get `data()`.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t size) : size_(size) {
    T* memory = nullptr;
    if (size != 0) WREATH_CUDA(cudaMalloc(reinterpret_cast<void**>(&memory), size * sizeof(T)));
    data_.reset(memory);
  }

  T* data() noexcept { return data_.get(); }
  const T* data() const noexcept { return data_.get(); }
  std::size_t size() const noexcept { return data_ ? size_ : 0; }  // none once it has been moved from

  void upload(std::span<const T> from, cudaStream_t stream) {
    WREATH_CUDA(cudaMemcpyAsync(data(), from.data(), from.size_bytes(), cudaMemcpyHostToDevice, stream));
  }
  void download(std::span<T> into, cudaStream_t stream) const {
    WREATH_CUDA(cudaMemcpyAsync(into.data(), data(), into.size_bytes(), cudaMemcpyDeviceToHost, stream));
  }

 private:
  struct Release {
    void operator()(T* memory) const noexcept { cudaFree(memory); }
  };

  std::unique_ptr<T, Release> data_;
  std::size_t size_ = 0;
};

}  // namespace wreath::cuda
