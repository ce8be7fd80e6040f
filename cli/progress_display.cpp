// SPDX-License-Identifier: MIT
#include "cli/progress_display.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "cli/common.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

namespace {

constexpr auto kRedraw = std::chrono::milliseconds(100);
constexpr auto kLine = std::chrono::seconds(5);
constexpr unsigned kBarWidth = 20;

std::chrono::steady_clock::duration interval(bool terminal) {
  if (terminal) return kRedraw;
  return kLine;
}

bool can_redraw() {
  const char* kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 10 ? size.ws_col : 80;
}

std::string bar(double fraction) {
  const auto full = static_cast<unsigned>(fraction * kBarWidth);
  return "[" + std::string(full, '#') + std::string(kBarWidth - full, '.') + "]";
}

}  // namespace

ProgressDisplay::ProgressDisplay()
    : terminal_(can_redraw()), phase_start_(Clock::now()), next_(phase_start_ + interval(terminal_)) {}

ProgressDisplay::~ProgressDisplay() {
  clear();
}

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
  const double rate = elapsed > 0 ? static_cast<double>(progress.done - std::min(first_done_, progress.done)) / elapsed : 0;
  std::string line = fmt::format("{}: ", progress.phase);
  if (progress.total != 0) {
    const std::uint64_t done = std::min(progress.done, progress.total);
    const double fraction = static_cast<double>(done) / static_cast<double>(progress.total);
    if (terminal_) line += bar(fraction) + " ";
    line += fmt::format("{:.0f}% of {} {}", fraction * 100, format_count(progress.total), progress.unit);
    if (rate > 0) line += fmt::format(", {:.0f} s left", static_cast<double>(progress.total - done) / rate);
  } else {
    line += fmt::format("{} {}", format_count(progress.done), progress.unit);
  }
  if (rate > 0) line += ", " + format_rate(rate, progress.unit);
  if (!progress.note.empty()) line += fmt::format(", {}", progress.note);
  if (terminal_) line = "\r\x1b[K" + line.substr(0, terminal_width() - 1);
  print_error(terminal_ ? line : line + "\n");
  drawn_ = terminal_;
}

void ProgressDisplay::clear() {
  if (drawn_) print_error("\r\x1b[K");
  drawn_ = false;
}

}  // namespace wreath::cli
