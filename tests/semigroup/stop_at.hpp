// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <limits>

#include "wreath/run.hpp"

namespace wreath::semigroup {

/// A run that is interrupted at the n-th look at the clock: the measure of memory is asked at each.
class StopAt {
 public:
  explicit StopAt(int looks) : left_(looks) {
    run_.limit_memory(std::numeric_limits<std::uint64_t>::max());
    run_.measure_memory([this] {
      if (--left_ == 0) run_.request_stop(StopReason::interrupted);
      return std::uint64_t{0};
    });
  }
  RunControl& run() { return run_; }
  /// Whether the stop came.
  bool stopped() const { return run_.stop_reason() != StopReason::none; }

 private:
  std::atomic<int> left_;
  RunControl run_;
};

}  // namespace wreath::semigroup
