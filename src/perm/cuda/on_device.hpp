// SPDX-License-Identifier: MIT
//
// What the functions of wreath/perm/device.hpp share: which GPU, the caller's scratch space, and arguments.
#pragma once

#include <cstdint>
#include <string>

#include "core/cuda/buffer.hpp"
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

inline void check_aligned(const char* name, const void* data) {
  if (reinterpret_cast<std::uintptr_t>(data) % 16 != 0)
    throw InputError(std::string(name) + " must be aligned to 16 bytes, as cudaMalloc gives it");
}

/// The caller's scratch space, or one of our own.
class DeviceScratch {
 public:
  DeviceScratch(std::size_t bytes, const Options& options) : data_(options.scratch) {
    if (data_ == nullptr) {
      own_ = cuda::Buffer<unsigned char>(bytes);
      data_ = own_.data();
    } else if (options.scratch_bytes < bytes) {
      throw InputError("the scratch space has " + std::to_string(options.scratch_bytes) + " bytes and " + std::to_string(bytes) +
                       " are needed; scratch_bytes() returns the size");
    } else {
      check_aligned("the scratch space", data_);
    }
  }
  void* data() const noexcept { return data_; }

 private:
  cuda::Buffer<unsigned char> own_;
  void* data_;
};

}  // namespace wreath::perm::device
