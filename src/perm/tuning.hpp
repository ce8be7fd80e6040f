// SPDX-License-Identifier: MIT
//
// What `perm tune` measured on this machine, kept in the user's cache folder and used by every later run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "perm/ram/plan.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

/// The faster algorithm for one operation at one size, and its block size.
struct TuningEntry {
  Operation operation = Operation::multiply;
  std::size_t points = 0;
  std::size_t value_bytes = 4;
  unsigned threads = 1;
  unsigned block_bits = 16;
  double traditional_ns = 0;  // per point
  double implicit_ns = 0;

  bool partition() const { return implicit_ns < traditional_ns; }
};

const char* to_string(Operation operation);

/// Measures every operation at 2^20, 2^21, ... points, as long as memory and run allow, with one thread and with all.
std::vector<TuningEntry> measure_tuning(std::size_t most_points, unsigned threads, RunControl& run);

/// Where it is kept: $XDG_CACHE_HOME/wreath or ~/.cache/wreath; empty where neither is set.
std::string tuning_path();
void save_tuning(const std::string& path, const std::vector<TuningEntry>& entries);
/// Nothing where there is none, or where it is of another machine or cannot be read.
std::vector<TuningEntry> load_tuning(const std::string& path);

/// Enters what was measured nearest to this size into the plan; false where nothing fits.
bool apply_tuning(Plan& plan, Operation operation, std::size_t points, std::size_t value_bytes, unsigned threads);
bool apply_tuning(Plan& plan, const std::vector<TuningEntry>& entries, Operation operation, std::size_t points,
                  std::size_t value_bytes, unsigned threads);

}  // namespace wreath::perm
