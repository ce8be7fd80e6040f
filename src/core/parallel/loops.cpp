// SPDX-License-Identifier: MIT
#include "core/parallel/loops.hpp"

#include <omp.h>
#include <pthread.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace wreath {

namespace {

class FirstException {
 public:
  void capture() noexcept {
    const std::lock_guard lock(mutex_);
    if (!first_) first_ = std::current_exception();
    happened_ = true;
  }
  bool happened() const noexcept { return happened_.load(std::memory_order_relaxed); }
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr first_;
  std::atomic<bool> happened_{false};
};

// A child of fork() has none of the threads of OpenMP's pool, which still counts on them: the next loop would wait forever. A
// thread that has not run a loop has no pool yet, so in such a child every loop runs from a new thread, with a pool of its own.
std::atomic<bool> pool_started{false};
std::atomic<bool> pool_lost{false};
[[maybe_unused]] const int fork_handler = pthread_atfork(nullptr, nullptr, [] { pool_lost = pool_started.load(); });

/// `region` throws nothing.
void with_pool(FunctionRef<void()> region) {
  if (pool_lost && omp_in_parallel() == 0) {
    std::thread([&] { region(); }).join();
  } else {
    pool_started = true;
    region();
  }
}

}  // namespace

void on_threads(unsigned threads, FunctionRef<void(unsigned, unsigned)> body) {
  threads = resolve_threads(threads);
  if (threads == 1) return body(0U, 1U);
  FirstException failure;
  with_pool([&] {
#pragma omp parallel num_threads(static_cast <int>(threads))
    {
      try {
        // The runtime may give fewer threads than were asked for; then each takes several parts.
        const auto given = static_cast<unsigned>(omp_get_num_threads());
        for (auto part = static_cast<unsigned>(omp_get_thread_num()); part < threads && !failure.happened(); part += given)
          body(part, threads);
      } catch (...) {
        failure.capture();
      }
    }
  });
  failure.rethrow();
}

void parallel_ranges(std::size_t n, unsigned threads, std::size_t grain, FunctionRef<void(Range, unsigned)> body) {
  const std::size_t grains = std::max<std::size_t>(1, n / grain + (n % grain != 0));
  on_threads(static_cast<unsigned>(std::min<std::size_t>(resolve_threads(threads), grains)),
             [&](unsigned thread, unsigned parts) {
               const Range range = piece_of(n, thread, parts, grain);
               if (range.size() != 0) body(range, thread);
             });
}

void parallel_tasks(std::size_t count, unsigned threads, FunctionRef<void(std::size_t)> body) {
  threads = resolve_threads(threads);
  if (threads == 1) {
    for (std::size_t task = 0; task < count; ++task) body(task);
    return;
  }
  FirstException failure;
  with_pool([&] {
#pragma omp parallel for schedule(dynamic, 1) num_threads(static_cast <int>(threads))
    for (std::size_t task = 0; task < count; ++task) {
      if (failure.happened()) continue;
      try {
        body(task);
      } catch (...) {
        failure.capture();
      }
    }
  });
  failure.rethrow();
}

}  // namespace wreath
