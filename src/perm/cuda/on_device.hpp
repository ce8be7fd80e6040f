// SPDX-License-Identifier: MIT
//
// What the functions of wreath/perm/device.hpp share: which GPU, the caller's scratch space, and arguments.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "core/cuda/check.hpp"
#include "wreath/gpu.hpp"
#include "wreath/perm/device.hpp"

namespace wreath::perm::device {

/// The thread uses this GPU as long as it lives.
class OnDevice {
 public:
  explicit OnDevice(int device) {
    require_gpu();
    WREATH_CUDA(cudaGetDevice(&before_));
    if (device < 0 || device == before_) return;
    WREATH_CUDA(cudaSetDevice(device));
    changed_ = true;
  }
  ~OnDevice() {
    if (changed_) cudaSetDevice(before_);
  }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int before_ = 0;
  bool changed_ = false;
};

/// Of the current GPU. It keeps up to a 32nd of the GPU's memory, since to ask the driver for some costs a tenth of a
/// millisecond.
cudaMemPool_t scratch_pool();

inline void check_aligned(const char* name, const void* data) {
  if (reinterpret_cast<std::uintptr_t>(data) % 16 != 0)
    throw InputError(std::string(name) + " must be aligned to 16 bytes, as cudaMalloc gives it");
}

/// The caller's scratch space, or one of our own, which a pool of the GPU keeps for the next call.
class DeviceScratch {
 public:
  DeviceScratch(std::size_t bytes, const Options& options)
      : stream_(static_cast<cudaStream_t>(options.stream)), data_(options.scratch) {
    if (data_ == nullptr) {
      WREATH_CUDA(cudaMallocFromPoolAsync(&own_, std::max<std::size_t>(bytes, 1), scratch_pool(), stream_));
      data_ = own_;
    } else if (options.scratch_bytes < bytes) {
      throw InputError("the scratch space has " + std::to_string(options.scratch_bytes) + " bytes and " + std::to_string(bytes) +
                       " are needed; scratch_bytes() returns the size");
    } else {
      check_aligned("the scratch space", data_);
    }
  }
  ~DeviceScratch() {
    if (own_ != nullptr) cudaFreeAsync(own_, stream_);
  }
  DeviceScratch(const DeviceScratch&) = delete;
  DeviceScratch& operator=(const DeviceScratch&) = delete;

  void* data() const noexcept { return data_; }

 private:
  cudaStream_t stream_;
  void* own_ = nullptr;
  void* data_;
};

/// Whether x is a permutation. The scratch space is that of find_defect.
template <class Point>
bool is_bijection(Span<const Point> x, const Options& options);

}  // namespace wreath::perm::device
