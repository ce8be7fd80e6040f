// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>

#include "core/run/machine.hpp"
#include "core/run/memory.hpp"
#include "core/text/names.hpp"
#include "core/version.hpp"
#include "wreath/machine.hpp"
#include "wreath/run.hpp"

namespace wreath {

namespace {
// Asking the kernel for the resident size takes about a microsecond: far too long for every batch of a fast engine.
constexpr auto kMemoryInterval = std::chrono::milliseconds(100);
// Arrays take whole huge pages, and threads take stacks: what a plan of bytes does not see.
constexpr std::uint64_t kRounding = std::uint64_t{16} << 20;
constexpr std::uint64_t kRoundingShare = 16;  // and no more than this part of the limit

constexpr Named<BackendChoice> kBackendNames[] = {
    {BackendChoice::automatic, "auto"}, {BackendChoice::cpu, "cpu"}, {BackendChoice::cuda, "cuda"}};
constexpr Named<StopReason> kStopNames[] = {{StopReason::none, "none"},     {StopReason::interrupted, "interrupted"},
                                            {StopReason::time, "time"},     {StopReason::memory, "memory"},
                                            {StopReason::target, "target"}, {StopReason::steps, "steps"}};
}  // namespace

std::string_view version() noexcept {
  return WREATH_VERSION;
}

BackendChoice parse_backend(std::string_view name) {
  return value_of<BackendChoice>(name, kBackendNames, "backend");
}

std::string_view to_string(StopReason reason) noexcept {
  return name_of<StopReason>(reason, kStopNames);
}

RunControl::PhaseTimer::PhaseTimer(RunControl& run, std::string_view name)
    : run_(run), name_(name), start_(std::chrono::steady_clock::now()) {}

RunControl::PhaseTimer::~PhaseTimer() {
  run_.add_phase(name_, std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count());
}

RunControl::Untimed::Untimed(RunControl& run, bool applies) : run_(applies ? &run : nullptr) {
  if (applies) deadline_ = run.deadline_.exchange(Clock::time_point::max(), std::memory_order_relaxed);
}

RunControl::Untimed::~Untimed() {
  if (run_ != nullptr) run_->deadline_.store(deadline_, std::memory_order_relaxed);
}

void RunControl::add_phase(std::string_view name, double seconds) {
  const auto known = std::find_if(phases_.begin(), phases_.end(), [&](const Phase& phase) { return phase.name == name; });
  if (known != phases_.end()) {
    known->seconds += seconds;
  } else {
    phases_.push_back({std::string(name), seconds});
  }
}

namespace {

std::atomic<unsigned> processes_here{1};

}  // namespace

void share_machine(unsigned processes) noexcept {
  processes_here = std::max(1U, processes);
}

std::uint64_t fair_memory() {
  return available_memory() / processes_here;
}

OwnMemory::OwnMemory(RunControl& run) : run_(run) {
  ++run_.own_memory_;
}

OwnMemory::~OwnMemory() {
  --run_.own_memory_;
}

RunControl::RunControl() : start_(Clock::now()) {}
RunControl::~RunControl() = default;

void RunControl::limit_time(double seconds) {
  constexpr double kForever = 1e9;  // past it the clock would overflow
  if (!(seconds < kForever)) return;
  const auto limit = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  deadline_.store(Clock::now() + limit, std::memory_order_relaxed);
}

std::uint64_t RunControl::memory_left() const {
  if (memory_limit_ == 0) return fair_memory();
  const std::uint64_t rounding = std::min(kRounding, memory_limit_ / kRoundingShare);
  const std::uint64_t held = (held_ ? held_() : resident_memory() + rounding) + untouched_reservations();
  return memory_limit_ > held ? memory_limit_ - held : 0;
}

void RunControl::request_stop(StopReason reason) noexcept {
  StopReason none = StopReason::none;
  reason_.compare_exchange_strong(none, reason, std::memory_order_relaxed);
}

bool RunControl::should_stop() noexcept {
  if (stop_reason() != StopReason::none) return true;
  const auto now = Clock::now();
  if (now >= deadline_.load(std::memory_order_relaxed)) request_stop(StopReason::time);
  if (held_) {  // the caller's own measure: asked at each look
    if (memory_limit_ != 0 && held_() > memory_limit_ && own_memory_ == 0) request_stop(StopReason::memory);
  } else if (memory_limit_ != 0 && now.time_since_epoch().count() >= next_memory_look_.load(std::memory_order_relaxed)) {
    next_memory_look_.store((now + kMemoryInterval).time_since_epoch().count(), std::memory_order_relaxed);
    if (resident_memory() > memory_limit_ && own_memory_ == 0) request_stop(StopReason::memory);
  }
  return stop_reason() != StopReason::none;
}

void RunControl::report(const Progress& progress) {
  if (listener_) listener_(progress);
}

void RunControl::note_choice(std::string what, std::string name, std::string why) {
  std::erase_if(choices_, [&](const Choice& choice) { return choice.what == what; });
  choices_.push_back({std::move(what), std::move(name), std::move(why)});
}

std::string_view RunControl::choice(std::string_view what) const noexcept {
  for (const Choice& choice : choices_) {
    if (choice.what == what) return choice.name;
  }
  return {};
}

double RunControl::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

}  // namespace wreath
