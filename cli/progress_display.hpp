// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

#include "wreath/run.hpp"

namespace wreath::cli {

/// Progress on stderr: on a terminal a bar with rate and time left, redrawn in place; elsewhere a line every few seconds.
class ProgressDisplay {
 public:
  ProgressDisplay();
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;
  void show(const Progress& progress);
  /// Takes the bar away, so that results start on a clean line.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool terminal_;
  bool drawn_ = false;
  std::string phase_;
  std::uint64_t first_done_ = 0;  // of this phase: a resumed run does not start at 0
  Clock::time_point phase_start_;
  Clock::time_point next_;
};

}  // namespace wreath::cli
