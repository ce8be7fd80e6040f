// SPDX-License-Identifier: MIT
#include "wreath/gpu.hpp"

#include "core/features.hpp"
#include "core/run/option.hpp"
#include "wreath/run.hpp"
#if WREATH_HAVE_CUDA
#include <unistd.h>

#include "core/cuda/info.hpp"
#endif

namespace wreath {

#if WREATH_HAVE_CUDA
Gpus gpus() {
  return cuda::find_gpus();
}
// CUDA does not survive a fork: a child of a process that has used it has no GPU.
std::string gpu_name() {
  static const pid_t opened_by = getpid();
  return opened_by == getpid() ? cuda::first_name() : "";
}
#else
Gpus gpus() {
  return {{}, {}, {}, "wreath was built without CUDA"};
}
std::string gpu_name() {
  return {};
}
#endif

bool has_gpu() {
  return !gpu_name().empty();
}

void require_gpu() {
  if (has_gpu()) return;
  throw ResourceError(
      (WREATH_HAVE_CUDA ? "no GPU was found; use " : "wreath was built without CUDA; rebuild it with -DWREATH_CUDA=ON, or use ") +
      option("backend", "cpu"));
}

}  // namespace wreath
