// SPDX-License-Identifier: MIT
#pragma once

#include "core/run/machine.hpp"
#include "wreath/run.hpp"

namespace wreath {

/// The least limit of memory, in MiB, that leaves this process `bytes` bytes beside what it holds now.
inline std::uint64_t limit_that_leaves(std::uint64_t bytes) {
  constexpr std::uint64_t kMebi = std::uint64_t{1} << 20;
  RunControl probe;
  std::uint64_t limit = (bytes + resident_memory()) / kMebi * kMebi;
  do {
    limit += kMebi;
    probe.limit_memory(limit);
  } while (probe.memory_left() < bytes);
  return limit / kMebi;
}

}  // namespace wreath
