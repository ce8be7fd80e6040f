// SPDX-License-Identifier: MIT
//
// Loops over all cores. Where a body throws, no further ones are started, and the first exception comes out of the loop on the
// calling thread.
#pragma once

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>

#include "core/run/machine.hpp"

namespace wreath {

/// 0 means all cores this process may use.
inline unsigned resolve_threads(unsigned threads) {
  return threads != 0 ? threads : this_machine().cores;
}

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
};

/// The `part`-th of `parts` nearly equal pieces of 0..n-1, cut at multiples of `grain`.
inline Range piece_of(std::size_t n, std::size_t part, std::size_t parts, std::size_t grain = 1) {
  const std::size_t grains = n / grain + (n % grain != 0);
  const std::size_t each = grains / parts;
  const std::size_t more = grains % parts;
  const auto cut = [&](std::size_t p) { return std::min(n, (p * each + std::min(p, more)) * grain); };
  return {cut(part), cut(part + 1)};
}

namespace detail {
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
}  // namespace detail

/// body(thread, threads) once on each thread.
template <class Body>
void on_threads(unsigned threads, const Body& body) {
  threads = resolve_threads(threads);
  if (threads == 1) return body(0U, 1U);
  detail::FirstException failure;
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
  failure.rethrow();
}

/// body(range, thread): one contiguous piece of 0..n-1 for each thread, the same for any runtime. There are no more threads than
/// grains.
template <class Body>
void parallel_ranges(std::size_t n, unsigned threads, std::size_t grain, const Body& body) {
  const std::size_t grains = std::max<std::size_t>(1, n / grain + (n % grain != 0));
  on_threads(static_cast<unsigned>(std::min<std::size_t>(resolve_threads(threads), grains)),
             [&](unsigned thread, unsigned parts) {
               const Range range = piece_of(n, thread, parts, grain);
               if (range.size() != 0) body(range, thread);
             });
}

/// body(task) for task = 0..count-1, each to the next free thread.
template <class Body>
void parallel_tasks(std::size_t count, unsigned threads, const Body& body) {
  threads = resolve_threads(threads);
  if (threads == 1) {
    for (std::size_t task = 0; task < count; ++task) body(task);
    return;
  }
  detail::FirstException failure;
#pragma omp parallel for schedule(dynamic, 1) num_threads(static_cast <int>(threads))
  for (std::size_t task = 0; task < count; ++task) {
    if (failure.happened()) continue;
    try {
      body(task);
    } catch (...) {
      failure.capture();
    }
  }
  failure.rethrow();
}

}  // namespace wreath
