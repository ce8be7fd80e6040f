// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/run.hpp"

namespace wreath {

/// While it lives, Ctrl-C and SIGTERM ask the run to stop; the second one ends the process at once. One at a time.
class SignalGuard {
 public:
  explicit SignalGuard(RunControl& run);
  ~SignalGuard();
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;
};

}  // namespace wreath
