// SPDX-License-Identifier: MIT
#include "wreath/gpu.hpp"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "core/features.hpp"
#include "core/parallel/spared_core.hpp"
#include "core/run/gpu_start.hpp"
#include "core/run/program_end.hpp"
#include "core/text/option.hpp"
#include "wreath/run.hpp"
#if WREATH_HAVE_CUDA
#include "core/cuda/info.hpp"
#endif

namespace wreath {

namespace {

std::atomic<bool> start_is_begun{false};
std::atomic<bool> start_is_over{false};

struct WaitForStart {
  std::mutex mutex;
  std::condition_variable over;
};
/// Never destroyed: the thread that starts the GPU may outlive static objects.
WaitForStart& wait_for_start() {
  static auto* const wait = new WaitForStart;
  return *wait;
}

void end_start() {
  WaitForStart& wait = wait_for_start();
  {
    const std::lock_guard lock(wait.mutex);
    start_is_over = true;
  }
  wait.over.notify_all();
}

}  // namespace

void GpuStart::begin() {
  if (start_is_begun.exchange(true)) return;
  try {
    process_ = getpid();
    thread_ = std::thread([] {
      const SparedCore core;
#if WREATH_HAVE_CUDA
      note_gpu_is_open();
      if (has_gpu()) cuda::open_first();
#endif
      end_start();
    });
  } catch (const std::system_error&) {  // no thread is to be had: whoever needs the GPU starts it
    end_start();
  }
}

GpuStart::~GpuStart() {
  if (!thread_.joinable()) return;
  if (process_ != getpid()) {  // a child of fork() has none of its parent's threads
    thread_.detach();
  } else if (start_is_over) {
    thread_.join();
  } else {
    leave_thread(std::move(thread_));
  }
}

bool gpu_start_is_over() noexcept {
  return start_is_over;
}

bool gpu_start_is_over_within(double seconds) {
  WaitForStart& wait = wait_for_start();
  std::unique_lock lock(wait.mutex);
  return wait.over.wait_for(lock, std::chrono::duration<double>(seconds), [] { return start_is_over.load(); });
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
