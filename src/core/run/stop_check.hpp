// SPDX-License-Identifier: MIT
//
// Stops inside long loops: a look at the clock now and then, and an exception that unwinds to whoever knows what is known.
#pragma once

#include <cstdint>

#include "wreath/run.hpp"

namespace wreath {

/// Thrown where the run was asked to stop. It never leaves the engine: the caller reports what is known.
struct Stopped {};

/// For loops that take long; one for each thread, since it counts.
class StopCheck {
 public:
  StopCheck() = default;  // never stops
  explicit StopCheck(RunControl& run) : run_(&run) {}

  /// Throws Stopped if the run was asked to stop.
  void look() {
    spent_ = 0;
    if (run_ != nullptr && run_->should_stop()) throw Stopped{};
  }
  /// The same, once a few million steps were announced: some ten milliseconds of work.
  void spend(std::uint64_t steps) {
    spent_ += steps;
    if (spent_ >= kSteps) look();
  }

 private:
  static constexpr std::uint64_t kSteps = std::uint64_t{1} << 22;
  RunControl* run_ = nullptr;
  std::uint64_t spent_ = 0;
};

/// Of a run that may be none.
inline StopCheck stop_check(RunControl* run) {
  return run == nullptr ? StopCheck() : StopCheck(*run);
}

/// False if the run was asked to stop before the work was done.
template <class Work>
bool unless_stopped(const Work& work) {
  try {
    work();
    return true;
  } catch (const Stopped&) {
  } catch (const LimitReached&) {
  }
  return false;
}

/// For public functions that have no partial result: Stopped becomes LimitReached.
template <class Work>
void or_limit_reached(const Work& work) {
  try {
    work();
  } catch (const Stopped&) {
    throw LimitReached("the run was stopped before the end");
  }
}

}  // namespace wreath
