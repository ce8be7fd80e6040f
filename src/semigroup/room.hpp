// SPDX-License-Identifier: MIT
#pragma once

#include "core/run/stop_check.hpp"

namespace wreath::semigroup {

/// For what is made at once and has a known size, such as a graph: stops a run that may not take this many bytes more. Throws
/// Stopped.
inline void require_room(RunControl& run, std::uint64_t bytes) {
  if (!run.limits_memory() || run.memory_left() >= bytes) return;
  run.request_stop(StopReason::memory);
  throw Stopped{};
}

}  // namespace wreath::semigroup
