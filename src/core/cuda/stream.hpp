// SPDX-License-Identifier: MIT
#pragma once

#include "core/cuda/check.hpp"

namespace wreath::cuda {

class Stream {
 public:
  Stream() { WREATH_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~Stream() { cudaStreamDestroy(stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  operator cudaStream_t() const noexcept { return stream_; }  // NOLINT(google-explicit-constructor): it is one
  void wait() const { WREATH_CUDA(cudaStreamSynchronize(stream_)); }

 private:
  cudaStream_t stream_ = nullptr;
};

}  // namespace wreath::cuda
