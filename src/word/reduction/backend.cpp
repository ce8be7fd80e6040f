// SPDX-License-Identifier: MIT
#include "word/reduction/backend.hpp"

#if WREATH_HAVE_CUDA
#include "word/reduction/cuda/gpu_reducer.hpp"
#endif

namespace wreath::word {

bool has_device() {
#if WREATH_HAVE_CUDA
  return has_cuda_device();
#else
  return false;
#endif
}

std::unique_ptr<DeviceReducer> make_device_reducer([[maybe_unused]] const Machine& machine,
                                                   [[maybe_unused]] std::uint64_t memory) {
  if (!has_device()) {
    throw ResourceError(WREATH_HAVE_CUDA
                            ? "no GPU was found (wreath doctor says why); use --backend cpu"
                            : "this wreath was built without CUDA; build it where nvcc is found, or use --backend cpu");
  }
#if WREATH_HAVE_CUDA
  return make_gpu_reducer(machine, memory);
#else
  return nullptr;
#endif
}

}  // namespace wreath::word
