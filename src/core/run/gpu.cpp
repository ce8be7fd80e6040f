// SPDX-License-Identifier: MIT
#include "wreath/gpu.hpp"

#include <atomic>
#include <system_error>
#include <thread>

#include "core/features.hpp"
#include "core/run/gpu_start.hpp"
#include "core/run/program_end.hpp"
#include "core/run/option.hpp"
#include "wreath/run.hpp"
#if WREATH_HAVE_CUDA
#include <unistd.h>

#include "core/cuda/info.hpp"
#endif

namespace wreath {

namespace {

std::atomic<bool> start_is_begun{false};
std::atomic<bool> start_is_over{false};

}  // namespace

void start_gpu() {
  if (start_is_begun.exchange(true)) return;
  try {
    leave_thread(std::thread([] {
#if WREATH_HAVE_CUDA
      note_gpu_is_open();
      if (has_gpu()) cuda::open_first();
#endif
      start_is_over = true;
    }));
  } catch (const std::system_error&) {  // no thread is to be had: whoever needs the GPU starts it
    start_is_over = true;
  }
}

bool gpu_start_is_over() noexcept {
  return start_is_over;
}

#if WREATH_HAVE_CUDA
Gpus gpus() {
  Gpus found = cuda::find_gpus();
  if (!found.devices.empty()) note_gpu_is_open();
  return found;
}
// CUDA does not survive a fork: a child of a process that has used it has no GPU.
std::string gpu_name() {
  static const pid_t opened_by = getpid();
  if (opened_by != getpid()) return {};
  std::string name = cuda::first_name();
  if (!name.empty()) note_gpu_is_open();
  return name;
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
