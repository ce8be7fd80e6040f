// SPDX-License-Identifier: MIT
#include "core/parallel/loops.hpp"

#include <pthread.h>

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/parallel/spared_core.hpp"
#include "core/parallel/team.hpp"

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

// A child of fork() has none of the threads of its parent's team: it forgets the team and makes its own.
std::atomic<unsigned> forks{0};
[[maybe_unused]] const int fork_handler = pthread_atfork(nullptr, nullptr, [] { ++forks; });

/// The team of this thread, and whether it is at work.
class ThisThread {
 public:
  ~ThisThread() { forget_lost_team(); }

  /// One part after the other inside another loop, whose parts have the cores already.
  void run(unsigned parts, FunctionRef<void(unsigned)> body) {
    if (busy_) {
      for (unsigned part = 0; part < parts; ++part) body(part);
      return;
    }
    forget_lost_team();
    if (team_ == nullptr || team_->size() < parts) {
      // Loops that become longer ask for more threads each time: a team is not made for each number of them.
      const unsigned twice = team_ == nullptr ? 0 : std::min(2 * team_->size(), this_machine().cores);
      team_.reset();
      team_ = std::make_unique<Team>(std::max(parts, twice));
      made_after_ = forks;
    }
    team_->run(parts, [&](unsigned part) {
      const bool was_busy = std::exchange(here().busy_, true);
      body(part);
      here().busy_ = was_busy;
    });
  }

  static ThisThread& here() {
    thread_local ThisThread instance;
    return instance;
  }

 private:
  void forget_lost_team() {
    if (made_after_ != forks) static_cast<void>(team_.release());  // its threads cannot be joined here
  }

  std::unique_ptr<Team> team_;
  unsigned made_after_ = 0;
  bool busy_ = false;
};

constexpr unsigned kManyThreads = 8;
std::atomic<unsigned> spared_cores{0};

/// How many of them work on this many pieces.
unsigned threads_for(unsigned threads, std::size_t pieces) {
  threads = resolve_threads(threads);
  if (threads >= std::max(kManyThreads, this_machine().cores)) threads -= std::min(threads / 2, spared_cores.load());
  return static_cast<unsigned>(std::min<std::size_t>(threads, std::max<std::size_t>(1, pieces)));
}

}  // namespace

SparedCore::SparedCore() noexcept {
  ++spared_cores;
}
SparedCore::~SparedCore() {
  --spared_cores;
}

void on_threads(unsigned threads, FunctionRef<void(unsigned, unsigned)> body) {
  threads = resolve_threads(threads);
  if (threads == 1) return body(0U, 1U);
  FirstException failure;
  ThisThread::here().run(threads, [&](unsigned part) {
    if (failure.happened()) return;
    try {
      body(part, threads);
    } catch (...) {
      failure.capture();
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

void parallel_chunks(std::size_t n, std::size_t chunk, unsigned threads, FunctionRef<void(Range, std::size_t, unsigned)> body) {
  struct alignas(64) Share {  // a cache line of its own
    std::atomic<std::size_t> next{0};
    std::size_t end = 0;
  };
  const std::size_t chunks = n / chunk + (n % chunk != 0);
  const auto range_of = [&](std::size_t c) { return Range{c * chunk, std::min(n, (c + 1) * chunk)}; };
  threads = threads_for(threads, chunks);
  if (threads == 1) {
    for (std::size_t c = 0; c < chunks; ++c) body(range_of(c), c, 0);
    return;
  }
  std::vector<Share> shares(threads);
  for (unsigned thread = 0; thread < threads; ++thread) {
    const Range share = piece_of(chunks, thread, threads);
    shares[thread].next = share.begin;
    shares[thread].end = share.end;
  }
  std::atomic<bool> failed{false};
  on_threads(threads, [&](unsigned thread, unsigned parts) {
    try {
      for (unsigned k = 0; k < parts; ++k) {
        Share& share = shares[(thread + k) % parts];
        for (std::size_t c = share.next++; c < share.end && !failed; c = share.next++) body(range_of(c), c, thread);
      }
    } catch (...) {
      failed = true;
      throw;
    }
  });
}

void parallel_tasks(std::size_t count, unsigned threads, FunctionRef<void(std::size_t)> body) {
  threads = threads_for(threads, count);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  on_threads(threads, [&](unsigned, unsigned) {
    try {
      for (std::size_t task = next++; task < count && !failed; task = next++) body(task);
    } catch (...) {
      failed = true;
      throw;
    }
  });
}

}  // namespace wreath
