// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "wreath/run.hpp"

namespace wreath::semigroup {

/// How long the steps of a piece take, waiting for other ranks included.
class StepClock {
 public:
  void start() { last_ = Clock::now(); }
  /// The time since the last call was for this step.
  void lap(const char* step) {
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    const auto known = std::ranges::find(steps_, step, &Phase::name);
    known == steps_.end() ? steps_.push_back({step, seconds}) : void(known->seconds += seconds);
  }
  /// The steps so far; counting restarts from zero.
  std::vector<Phase> take() { return std::exchange(steps_, {}); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
  std::vector<Phase> steps_;
};

}  // namespace wreath::semigroup
