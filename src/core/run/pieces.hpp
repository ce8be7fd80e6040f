// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/run/seconds_of.hpp"
#include "wreath/run.hpp"

namespace wreath {

/// Calls work(begin, end) for pieces of first..last-1, one after the other, of at most `most`, and asks the run before each
/// whether to stop. A piece takes some hundredths of a second, however long the work takes. False if the run is to stop.
template <class Work>
bool in_pieces(std::uint64_t first, std::uint64_t last, std::uint64_t most, RunControl& run, const Work& work) {
  constexpr double kShort = 0.02;
  constexpr double kLong = 0.05;
  std::uint64_t piece = std::clamp<std::uint64_t>(most, 1, 1024);
  while (first < last) {
    if (run.should_stop()) return false;
    const std::uint64_t end = first + std::min(piece, last - first);
    const double seconds = seconds_of([&] { work(first, end); });
    if (seconds < kShort) piece = std::min(most, 2 * piece);
    if (seconds > kLong) piece = std::max<std::uint64_t>(1, piece / 2);
    first = end;
  }
  return true;
}

}  // namespace wreath
