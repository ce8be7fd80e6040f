// SPDX-License-Identifier: MIT
#include "core/parallel/team.hpp"

#include <chrono>
#include <exception>

#include "core/run/machine.hpp"

namespace wreath {

namespace {

constexpr std::chrono::microseconds kAwake{200};  // a few times what it costs sixteen threads to fall asleep and be woken

void pause_briefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb");  // unlike yield, this does take a moment
#endif
}

}  // namespace

Team::Team(unsigned size) : claims_(size), patient_(size <= this_machine().cores) {
  members_.reserve(size - 1);
  try {
    for (unsigned member = 1; member < size; ++member) members_.emplace_back([this, member] { serve(member); });
  } catch (const std::exception&) {
    // The system gives no more threads, or no memory for them: those that are there take all parts.
  }
}

Team::~Team() {
  round_.store(kLast);  // sequentially consistent, as below: notify_all first looks whether anybody waits
  round_.notify_all();
  for (std::thread& member : members_) member.join();
}

void Team::run(unsigned parts, FunctionRef<void(unsigned)> body) {
  std::uint32_t round = round_.load(std::memory_order_relaxed) + 2;  // odd, so it is never kLast
  body_ = &body;
  parts_.store(parts, std::memory_order_relaxed);
  unfinished_.store(parts, std::memory_order_relaxed);
  for (unsigned part = 0; part < parts; ++part) claims_[part].round.store(round, std::memory_order_release);
  round_.store(round);
  round_.notify_all();
  take_parts(0, round);
  while (const std::uint32_t left = unfinished_.load(std::memory_order_acquire)) wait_for_change(unfinished_, left);
}

void Team::serve(unsigned member) {
  std::uint32_t seen = 1;
  while (true) {
    wait_for_change(round_, seen);
    seen = round_.load(std::memory_order_acquire);
    if (seen == kLast) return;
    if (member < parts_.load(std::memory_order_relaxed)) take_parts(member, seen);
  }
}

/// Does the part `first` and then those that nobody has begun, but for the caller's. A member that comes late finds no part that
/// is free in its round.
void Team::take_parts(unsigned first, std::uint32_t round) {
  const auto take = [&](unsigned part) {
    std::atomic<std::uint32_t>& claim = claims_[part].round;
    std::uint32_t free = round;
    if (claim.load(std::memory_order_relaxed) != round) return;  // without taking the cache line from its owner
    if (!claim.compare_exchange_strong(free, round + 1, std::memory_order_acquire, std::memory_order_relaxed)) return;
    (*body_)(part);
    if (unfinished_.fetch_sub(1) == 1) unfinished_.notify_all();
  };
  const unsigned parts = parts_.load(std::memory_order_relaxed);
  for (unsigned part = first; part < parts; ++part) take(part);
  for (unsigned part = 1; part < first; ++part) take(part);
}

void Team::wait_for_change(std::atomic<std::uint32_t>& value, std::uint32_t old) const {
  if (patient_) {
    const auto end = std::chrono::steady_clock::now() + kAwake;
    do {
      for (int i = 0; i < 8; ++i) {
        if (value.load(std::memory_order_acquire) != old) return;
        pause_briefly();
      }
    } while (std::chrono::steady_clock::now() < end);
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace wreath
