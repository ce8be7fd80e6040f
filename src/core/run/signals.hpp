// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>

#include "wreath/run.hpp"

namespace wreath {

/// While it lives, Ctrl-C, SIGTERM and the end of the terminal ask the run to stop; the second of either ends the process at
/// once. Signals that the process was started to ignore stay ignored. One guard at a time.
class SignalGuard {
 public:
  explicit SignalGuard(RunControl& run);
  ~SignalGuard();
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;

 private:
  struct sigaction before_[3] = {};
};

}  // namespace wreath
