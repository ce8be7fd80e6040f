// SPDX-License-Identifier: MIT
#include "core/run/signals.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>

namespace wreath {

namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

std::atomic<RunControl*> guarded_run{nullptr};
std::atomic<const char*> answer_to_ctrl_c{nullptr};
std::atomic<bool> caught[std::size(kSignals)];  // those that were not ignored from the start
std::atomic<bool> came_early{false};            // a signal came while there was no run
static_assert(std::atomic<RunControl*>::is_always_lock_free && std::atomic<StopReason>::is_always_lock_free,
              "the handler may touch lock-free atomics only");

void ask_to_stop(int signal) {
  if (RunControl* run = guarded_run.load()) {
    run->request_stop(StopReason::interrupted);
  } else {
    came_early.store(true);
  }
  if (const char* answer = answer_to_ctrl_c.load(); answer != nullptr && signal == SIGINT) {
    const int before = errno;
    [[maybe_unused]] const auto written = write(STDERR_FILENO, answer, std::strlen(answer));
    errno = before;
  }
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    if (caught[i].load()) std::signal(kSignals[i], SIG_DFL);  // the next one kills
  }
}

void install(std::size_t index, struct sigaction& before) {
  sigaction(kSignals[index], nullptr, &before);
  if (came_early.load()) return;  // that was the first: the next one kills
  caught[index] = before.sa_handler != SIG_IGN;
  if (!caught[index]) return;
  struct sigaction action {};
  action.sa_handler = ask_to_stop;
  action.sa_flags = SA_RESTART;
  sigaction(kSignals[index], &action, nullptr);
}

}  // namespace

void keep_early_signals() {
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    struct sigaction before {};
    install(i, before);
  }
}

SignalGuard::SignalGuard(RunControl& run, const char* answer) {
  answer_to_ctrl_c.store(answer);
  guarded_run.store(&run);
  for (std::size_t i = 0; i < std::size(kSignals); ++i) install(i, before_[i]);
  if (came_early.load()) run.request_stop(StopReason::interrupted);
}

SignalGuard::~SignalGuard() {
  const RunControl* run = guarded_run.load();
  const bool interrupted = run != nullptr && run->stop_reason() == StopReason::interrupted;
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    if (interrupted && before_[i].sa_handler == ask_to_stop) continue;  // the next one kills, also after the run
    sigaction(kSignals[i], &before_[i], nullptr);
  }
  guarded_run.store(nullptr);
  answer_to_ctrl_c.store(nullptr);
}

std::string read_standard_input() {
  constexpr int kPatience = 50;  // milliseconds between two looks at the run
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  std::string text;
  while (true) {
    if (RunControl* run = guarded_run.load(); run != nullptr && run->should_stop())
      throw LimitReached(fmt::format("stopped ({}) while the standard input was being read", to_string(run->stop_reason())));
    pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    if (poll(&input, 1, kPatience) == 0 || (input.revents == 0 && errno == EINTR)) continue;
    const std::size_t size = text.size();
    text.resize(size + kBlock);
    const ssize_t got = read(STDIN_FILENO, text.data() + size, kBlock);
    text.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && errno != EINTR && errno != EAGAIN)
      throw InputError(fmt::format("stdin: cannot read: {}", std::strerror(errno)));
    if (got == 0) return text;
  }
}

}  // namespace wreath
