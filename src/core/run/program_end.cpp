// SPDX-License-Identifier: MIT
#include "core/run/program_end.hpp"

#include <sched.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): SIGKILL and SIGCHLD of POSIX
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <utility>
#include <vector>

namespace wreath {

namespace {

struct LeftThreads {
  std::mutex mutex;
  std::vector<std::thread> threads;

  pid_t process = getpid();

  ~LeftThreads() {
    for (std::thread& thread : threads) {
      if (process == getpid()) thread.join();
      if (thread.joinable()) thread.detach();  // a child of fork() has none of its parent's threads
    }
  }
};

LeftThreads& left_threads() {
  static LeftThreads threads;
  return threads;
}

std::atomic<bool> gpu_is_open{false};

/// Has the files of its parent open until that has ended. Makes system calls alone: the memory is that of the parent.
int outlive_parent(void* parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(standard);  // whose readers wait for their end
  while (getppid() == static_cast<pid_t>(reinterpret_cast<std::intptr_t>(parent))) pause();
  _exit(0);
}

/// A process that ends has to wait until the driver has given back its GPU: on an H200 for 0.09 s, a third of what a short
/// command takes. The driver does so when the last process closes the device's files: here a child, which ends right after this
/// process.
void leave_driver_to_child() {
  alignas(16) static std::array<std::byte, 16384> stack;
  clone(outlive_parent, stack.data() + stack.size(), CLONE_VM | SIGCHLD,  // if it fails, this process waits
        reinterpret_cast<void*>(static_cast<std::intptr_t>(getpid())));   // NOLINT(performance-no-int-to-ptr)
}

}  // namespace

void leave_thread(std::thread thread) {
  LeftThreads& left = left_threads();
  const std::lock_guard lock(left.mutex);
  left.threads.push_back(std::move(thread));
}

void note_gpu_is_open() noexcept {
  gpu_is_open = true;
}

void end_program(int code) {
  LeftThreads& left = left_threads();
  const std::lock_guard lock(left.mutex);
  if (left.threads.empty() && !gpu_is_open) return;
  std::fflush(nullptr);
  if (gpu_is_open) leave_driver_to_child();
  std::_Exit(code);
}

}  // namespace wreath
