// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/run.hpp"

namespace wreath {

/// The run that a caller of the public functions gave, or, for a null pointer, one that sets no limits.
class GivenRun {
 public:
  explicit GivenRun(RunControl* run) : run_(run != nullptr ? *run : own_) {}
  GivenRun(const GivenRun&) = delete;
  GivenRun& operator=(const GivenRun&) = delete;

  operator RunControl&() noexcept { return run_; }  // NOLINT(google-explicit-constructor): it stands for the run
  RunControl& operator*() noexcept { return run_; }
  RunControl* operator->() noexcept { return &run_; }

 private:
  RunControl own_;
  RunControl& run_;
};

}  // namespace wreath
