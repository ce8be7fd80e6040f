// SPDX-License-Identifier: MIT
#include "core/run/left_threads.hpp"

#include <unistd.h>

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

}  // namespace

void leave_thread(std::thread thread) {
  LeftThreads& left = left_threads();
  const std::lock_guard lock(left.mutex);
  left.threads.push_back(std::move(thread));
}

void end_without_left_threads(int code) {
  LeftThreads& left = left_threads();
  const std::lock_guard lock(left.mutex);
  if (left.threads.empty()) return;
  std::fflush(nullptr);
  std::_Exit(code);
}

}  // namespace wreath
