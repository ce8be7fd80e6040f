// SPDX-License-Identifier: MIT
#include "cli/progress_display.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "core/run/units.hpp"

namespace wreath::cli {

namespace {
constexpr auto kRedraw = std::chrono::milliseconds(100);
constexpr auto kLine = std::chrono::seconds(5);
constexpr unsigned kBarWidth = 24;

std::chrono::steady_clock::duration interval(bool terminal) {
  if (terminal) return kRedraw;
  return kLine;
}

std::string bar(double fraction) {
  const auto full = static_cast<unsigned>(fraction * kBarWidth);
  return "[" + std::string(full, '#') + std::string(kBarWidth - full, '.') + "]";
}
}  // namespace

ProgressDisplay::ProgressDisplay()
    : terminal_(isatty(STDERR_FILENO) == 1), phase_start_(Clock::now()), next_(phase_start_ + interval(terminal_)) {}

void ProgressDisplay::show(const Progress& progress) {
  const auto now = Clock::now();
  if (phase_ != progress.phase) {
    phase_ = progress.phase;
    phase_start_ = now;
    first_done_ = progress.done;
  }
  if (now < next_) return;
  next_ = now + interval(terminal_);
  const double elapsed = std::chrono::duration<double>(now - phase_start_).count();
  const double rate = elapsed > 0 ? static_cast<double>(progress.done - first_done_) / elapsed : 0;
  std::string line = fmt::format("{}: {}", progress.phase, format_count(progress.done));
  if (progress.total != 0) {
    const double fraction = std::min(1.0, static_cast<double>(progress.done) / static_cast<double>(progress.total));
    line += fmt::format(" of {} {} {} {:.0f}%", format_count(progress.total), progress.unit, terminal_ ? bar(fraction) : "",
                        fraction * 100);
    if (rate > 0) line += fmt::format(", {} left", format_seconds(static_cast<double>(progress.total - progress.done) / rate));
  } else {
    line += fmt::format(" {}", progress.unit);
  }
  if (rate > 0) line += ", " + format_rate(rate, progress.unit);
  fmt::print(stderr, "{}{}{}", terminal_ ? "\r\x1b[K" : "", line, terminal_ ? "" : "\n");
  std::fflush(stderr);
  drawn_ = terminal_;
}

void ProgressDisplay::clear() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

}  // namespace wreath::cli
