// SPDX-License-Identifier: MIT
#pragma once

#include "core/cuda/check.hpp"

namespace wreath::cuda {

/// A moment on a stream.
class Event {
 public:
  Event() { WREATH_CUDA(cudaEventCreate(&event_)); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  operator cudaEvent_t() const noexcept { return event_; }  // NOLINT(google-explicit-constructor): it is one

 private:
  cudaEvent_t event_ = nullptr;
};

/// The device's time between two moments that have passed.
inline double milliseconds(const Event& begin, const Event& end) {
  float elapsed = 0;
  WREATH_CUDA(cudaEventElapsedTime(&elapsed, begin, end));
  return elapsed;
}

}  // namespace wreath::cuda
