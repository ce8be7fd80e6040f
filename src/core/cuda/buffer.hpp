// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "core/cuda/check.hpp"

namespace wreath::cuda {

/// An array in device memory. Kernels get `data()`.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t size) : size_(size) {
    if (size != 0) WREATH_CUDA(cudaMalloc(reinterpret_cast<void**>(&data_), size * sizeof(T)));
  }
  ~Buffer() {
    if (data_ != nullptr) cudaFree(data_);
  }
  Buffer(Buffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  T* data() noexcept { return data_; }
  const T* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }

  void upload(std::span<const T> from, cudaStream_t stream) {
    WREATH_CUDA(cudaMemcpyAsync(data_, from.data(), from.size_bytes(), cudaMemcpyHostToDevice, stream));
  }
  void download(std::span<T> into, cudaStream_t stream) const {
    WREATH_CUDA(cudaMemcpyAsync(into.data(), data_, into.size_bytes(), cudaMemcpyDeviceToHost, stream));
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace wreath::cuda
