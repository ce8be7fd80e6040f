// SPDX-License-Identifier: MIT
#include "core/run/program_end.hpp"

#include <poll.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace wreath {

namespace {

std::atomic<bool> end_is_promised{false};
std::atomic<bool> threads_are_left{false};
std::atomic<bool> gpu_is_open{false};

/// Has the files of its parent open until that has ended, all its threads included. Makes system calls alone: the memory is that
/// of the parent.
int outlive_parent(void* file) {
  pollfd parent{static_cast<int>(reinterpret_cast<std::intptr_t>(file)), POLLIN, 0};
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(standard);  // whose readers wait for their end
  while (poll(&parent, 1, -1) < 0 && errno == EINTR) {
  }
  _exit(0);
}

/// A process that ends has to wait until the driver has given back its GPU: on an H200 for 0.1 s, a third of what a short command
/// takes. The driver does so when the last process closes the device's files: here a child, which ends right after this process.
/// Where that cannot be had, this process waits.
void leave_driver_to_child() {
  const auto self = static_cast<int>(syscall(SYS_pidfd_open, getpid(), 0));
  if (self < 0) return;
  alignas(16) static std::array<std::byte, 16384> stack;
  clone(outlive_parent, stack.data() + stack.size(), CLONE_VM | SIGCHLD,
        reinterpret_cast<void*>(static_cast<std::intptr_t>(self)));  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace

void promise_end_program(bool promised) noexcept {
  end_is_promised = promised;
}

void leave_thread(std::thread thread) {
  if (!end_is_promised) return thread.join();
  threads_are_left = true;
  thread.detach();
}

void note_gpu_is_open() noexcept {
  gpu_is_open = true;
}

void end_program(int code) {
  if (!threads_are_left && !gpu_is_open) return;
  std::fflush(nullptr);
  if (gpu_is_open) leave_driver_to_child();
  std::_Exit(code);
}

}  // namespace wreath
