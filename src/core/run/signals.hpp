// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>
#include <string>

#include "wreath/run.hpp"

namespace wreath {

/// While it lives, Ctrl-C, SIGTERM and the end of the terminal ask the run to stop; the second of either ends the process at
/// once. Signals that the process was started to ignore stay ignored. One guard at a time.
/// `answer` is written to stderr as soon as Ctrl-C comes, if it is not null; it must outlive the guard.
class SignalGuard {
 public:
  explicit SignalGuard(RunControl& run, const char* answer = nullptr);
  ~SignalGuard();
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;

 private:
  struct sigaction before_[3] = {};
};

/// From now on, while there is no guard, the first of these signals is kept for the run of the next guard, and the second ends
/// the process. For the start of a program, so that a signal during its first milliseconds ends it as a later one does.
void keep_early_signals();

/// All of the standard input. A signal that the guard catches, or a limit of its run, ends the wait: throws LimitReached.
std::string read_standard_input();

}  // namespace wreath
