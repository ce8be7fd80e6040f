// SPDX-License-Identifier: MIT
#include "cli/front/progress_display.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "cli/front/common.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

namespace {

constexpr auto kRedraw = std::chrono::milliseconds(100);
constexpr auto kLine = std::chrono::seconds(5);
constexpr auto kTick = std::chrono::milliseconds(250);
constexpr auto kSilence = std::chrono::seconds(1);
constexpr unsigned kBarWidth = 20;

std::chrono::steady_clock::duration interval(bool terminal) {
  if (terminal) return kRedraw;
  return kLine;
}

std::string bar(double fraction) {
  const auto full = static_cast<unsigned>(fraction * kBarWidth);
  return "[" + std::string(full, '#') + std::string(kBarWidth - full, '.') + "]";
}

std::atomic<ProgressDisplay*> current{nullptr};

void write_to_stderr(const std::string& text) {
  if (is_muted()) return;
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 10 ? size.ws_col : 80;
}

bool can_redraw() {
  const char* kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

void clear_progress_line() noexcept {
  ProgressDisplay* display = current.load();
  if (display == nullptr) return;
  const std::scoped_lock lock(display->mutex_);
  display->clear();
}

ProgressDisplay::ProgressDisplay(bool quiet)
    : terminal_(can_redraw() && !quiet), phase_start_(Clock::now()), next_(phase_start_ + interval(terminal_)) {
  if (!terminal_) return;
  current.store(this);
  ticker_ = std::thread([this] { tick(); });
}

ProgressDisplay::~ProgressDisplay() {
  end();
}

void ProgressDisplay::end() {
  {
    const std::scoped_lock lock(mutex_);
    clear();
    ended_ = true;
  }
  changed_.notify_all();
  if (ticker_.joinable()) ticker_.join();
  if (current.load() == this) current.store(nullptr);
}

void ProgressDisplay::show(const Progress& progress) {
  const auto now = Clock::now();
  const std::scoped_lock lock(mutex_);
  if (ended_) return;
  if (phase_ != progress.phase) {
    phase_ = progress.phase;
    phase_start_ = now;
    first_done_ = progress.done;
  }
  if (now < next_) return;
  next_ = now + interval(terminal_);
  line_ = line_of(progress, now);
  draw(line_);
}

std::string ProgressDisplay::line_of(const Progress& progress, Clock::time_point now) const {
  const double elapsed = std::chrono::duration<double>(now - phase_start_).count();
  const double rate = elapsed > 0 ? static_cast<double>(progress.done - std::min(first_done_, progress.done)) / elapsed : 0;
  std::string line = fmt::format("{}: ", progress.phase);
  if (progress.total != 0) {
    const std::uint64_t done = std::min(progress.done, progress.total);
    const double fraction = static_cast<double>(done) / static_cast<double>(progress.total);
    if (terminal_) line += bar(fraction) + " ";
    line += fmt::format("{:.0f}% of {} {}", fraction * 100, format_count(progress.total), progress.unit);
    const double left =
        progress.seconds_left >= 0 || rate <= 0 ? progress.seconds_left : static_cast<double>(progress.total - done) / rate;
    if (left >= 0) line += left < 600 ? fmt::format(", {:.0f} s left", left) : fmt::format(", {} left", format_seconds(left));
  } else {
    line += fmt::format("{} {}", format_count(progress.done), progress.unit);
  }
  if (rate > 0) line += ", " + format_rate(rate, progress.unit);
  if (!progress.note.empty()) line += fmt::format(", {}", progress.note);
  return line;
}

void ProgressDisplay::draw(const std::string& line) {
  write_to_stderr(terminal_ ? "\r\x1b[K" + line.substr(0, terminal_width() - 1) : line + "\n");
  drawn_ = terminal_;
}

void ProgressDisplay::clear() {
  if (drawn_) write_to_stderr("\r\x1b[K");
  drawn_ = false;
}

/// Work that reports nothing for a while is seen to go on.
void ProgressDisplay::tick() {
  const auto start = Clock::now();
  std::unique_lock lock(mutex_);
  while (!ended_) {
    changed_.wait_for(lock, kTick);
    const auto now = Clock::now();
    if (ended_ || now < next_ + kSilence) continue;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - start).count();
    draw(fmt::format("{}, {} s", line_.empty() ? "working" : line_, seconds));
  }
}

}  // namespace wreath::cli
