// SPDX-License-Identifier: MIT
#include "core/run/signals.hpp"

#include <csignal>

namespace wreath {

namespace {

std::atomic<RunControl*> guarded_run{nullptr};
static_assert(std::atomic<RunControl*>::is_always_lock_free && std::atomic<StopReason>::is_always_lock_free,
              "the handler may touch lock-free atomics only");

void ask_to_stop(int signal) {
  if (RunControl* run = guarded_run.load()) run->request_stop(StopReason::interrupted);
  std::signal(signal, SIG_DFL);  // the next one kills
}

}  // namespace

SignalGuard::SignalGuard(RunControl& run) {
  guarded_run.store(&run);
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction action {};
    action.sa_handler = ask_to_stop;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
  }
}

SignalGuard::~SignalGuard() {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
  guarded_run.store(nullptr);
}

}  // namespace wreath
