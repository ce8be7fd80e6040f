// SPDX-License-Identifier: MIT
//
// Measuring, once for a machine, from which size on the partitioned algorithm beats the plain loop. What was measured is kept in
// the user's cache folder, and every later run with Method::automatic uses it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "wreath/perm.hpp"

namespace wreath::perm {

/// "multiply", "inverse" or "divide".
const char* to_string(Operation operation);

/// What was measured for one operation at one size.
struct TuningEntry {
  Operation operation = Operation::multiply;
  std::size_t points = 0;
  std::size_t value_bytes = 4;
  unsigned threads = 1;
  unsigned block_bits = 16;  // the best block size of the partition
  double loop_ns = 0;        // per point
  double partition_ns = 0;

  /// The algorithm that was faster.
  bool partition() const { return partition_ns < loop_ns; }
};

struct TuneOptions {
  std::size_t most_points = std::size_t{1} << 26;  // the largest size to measure; at least 2^20
  unsigned threads = 0;                            // beside one; 0: all cores
};

struct Tuning {
  std::vector<TuningEntry> entries;
  std::string saved = {};  // the file; empty where the run was stopped, and nothing was kept
};

/// Measures every operation at 2^20, 2^21, ... points, as long as memory and run allow, with one thread and with all, and keeps
/// the result. Throws InputError if there is no cache folder (neither XDG_CACHE_HOME nor HOME is set).
Tuning tune(const TuneOptions& options = {}, RunControl* run = nullptr);

}  // namespace wreath::perm
