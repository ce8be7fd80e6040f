// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "wreath/run.hpp"

namespace wreath::cli {

/// Whether stderr is a terminal on which a line can be redrawn in place.
bool can_redraw();
/// The columns of the terminal on stderr; 80 if it does not report them.
std::size_t terminal_width();
/// Takes the line of the display away, if there is one, so that other output starts on a clean line.
void clear_progress_line() noexcept;

/// Progress on stderr: on a terminal a bar with rate and time left, redrawn in place; elsewhere a line every few seconds. While
/// nothing is reported, a terminal shows how long the work has taken.
class ProgressDisplay {
 public:
  explicit ProgressDisplay(bool quiet);
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;
  void show(const Progress& progress);
  /// The work is over: nothing is drawn from now on.
  void end();

 private:
  using Clock = std::chrono::steady_clock;
  friend void clear_progress_line() noexcept;

  std::string line_of(const Progress& progress, Clock::time_point now) const;
  void draw(const std::string& line);
  void clear();
  void tick();

  bool terminal_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  bool drawn_ = false;
  std::string phase_;
  std::string line_;              // drawn last
  std::uint64_t first_done_ = 0;  // of this phase: a resumed run does not start at 0
  Clock::time_point phase_start_;
  Clock::time_point next_;
  std::thread ticker_;  // on a terminal
};

}  // namespace wreath::cli
