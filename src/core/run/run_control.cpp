// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/run/machine.hpp"
#include "core/run/version.hpp"
#include "wreath/run.hpp"

namespace wreath {

namespace {
// Asking the kernel for the resident size takes about a microsecond: far too long for every batch of a fast engine.
constexpr auto kMemoryInterval = std::chrono::milliseconds(100);
}  // namespace

std::string_view version() noexcept {
  return WREATH_VERSION;
}

std::string_view to_string(StopReason reason) noexcept {
  switch (reason) {
    case StopReason::none: return "none";
    case StopReason::interrupted: return "interrupted";
    case StopReason::time: return "time";
    case StopReason::memory: return "memory";
    case StopReason::target: return "target";
  }
  return "unknown";
}

RunControl::PhaseTimer::PhaseTimer(RunControl& run, std::string_view name)
    : run_(run), name_(name), start_(std::chrono::steady_clock::now()) {}

RunControl::PhaseTimer::~PhaseTimer() {
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  auto& phases = run_.phases_;
  const auto known = std::find_if(phases.begin(), phases.end(), [&](const Phase& phase) { return phase.name == name_; });
  if (known != phases.end()) {
    known->seconds += seconds;
  } else {
    phases.push_back({std::move(name_), seconds});
  }
}

RunControl::RunControl() : start_(Clock::now()), next_memory_look_(start_) {}

void RunControl::limit_time(double seconds) {
  deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

std::uint64_t RunControl::memory_limit() const {
  return memory_limit_ != 0 ? memory_limit_ : available_memory();
}

void RunControl::request_stop(StopReason reason) noexcept {
  StopReason none = StopReason::none;
  reason_.compare_exchange_strong(none, reason, std::memory_order_relaxed);
}

bool RunControl::should_stop() noexcept {
  if (stop_reason() != StopReason::none) return true;
  const auto now = Clock::now();
  if (now >= deadline_) request_stop(StopReason::time);
  if (memory_limit_ != 0 && now >= next_memory_look_) {
    next_memory_look_ = now + kMemoryInterval;
    if (resident_memory() > memory_limit_) request_stop(StopReason::memory);
  }
  return stop_reason() != StopReason::none;
}

void RunControl::report(const Progress& progress) {
  if (listener_) listener_(progress);
}

void RunControl::note_backend(std::string name, std::string why) {
  backend_ = std::move(name);
  backend_reason_ = std::move(why);
}

double RunControl::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

}  // namespace wreath
