// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/run.hpp"

namespace wreath::semigroup {

/// A run that believes to have `bytes` of memory left, whatever the process holds.
inline void pretend_memory(RunControl& run, std::uint64_t bytes) {
  run.limit_memory(bytes);
  run.measure_memory([] { return std::uint64_t{0}; });
}

}  // namespace wreath::semigroup
