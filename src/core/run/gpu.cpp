// SPDX-License-Identifier: MIT
#include "wreath/gpu.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "core/features.hpp"
#include "core/run/option.hpp"
#include "wreath/run.hpp"
#if WREATH_HAVE_CUDA
#include <unistd.h>

#include "core/cuda/info.hpp"
#endif

namespace wreath {

namespace {

enum class Start { forbidden, allowed, begun, over };
std::atomic<Start> gpu_start{Start::forbidden};

}  // namespace

void allow_gpu_start() noexcept {
  Start expected = Start::forbidden;
  gpu_start.compare_exchange_strong(expected, Start::allowed);
}

bool start_gpu() {
  Start expected = Start::allowed;
  if (gpu_start.compare_exchange_strong(expected, Start::begun)) {
    std::thread([] {
#if WREATH_HAVE_CUDA
      if (has_gpu()) cuda::open_first();
#endif
      gpu_start = Start::over;
    }).detach();
  }
  return gpu_start != Start::forbidden;
}

bool gpu_start_is_over() noexcept {
  return gpu_start == Start::over;
}

int leave_process(int code) noexcept {
  if (gpu_start != Start::begun) return code;
  std::fflush(nullptr);
  std::_Exit(code);
}

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
