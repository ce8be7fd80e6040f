// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/run.hpp"

namespace wreath::word {

/// The run that a caller gave, or one without limits that nobody listens to.
class OptionalRun {
 public:
  explicit OptionalRun(RunControl* given) : run_(given != nullptr ? *given : own_) {}
  RunControl& operator*() noexcept { return run_; }
  RunControl* operator->() noexcept { return &run_; }

 private:
  RunControl own_;
  RunControl& run_;
};

}  // namespace wreath::word
