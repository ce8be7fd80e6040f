// SPDX-License-Identifier: MIT
//
// What `perm tune` measured on this machine, kept in the user's cache folder and used by every later run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "perm/plan.hpp"
#include "wreath/perm/tuning.hpp"

namespace wreath::perm {

/// Where it is kept: $XDG_CACHE_HOME/wreath or ~/.cache/wreath; empty where neither is set.
std::string tuning_path();
void save_tuning(const std::string& path, const std::vector<TuningEntry>& entries);
/// Nothing where there is none, or where it is of another machine or cannot be read.
std::vector<TuningEntry> load_tuning(const std::string& path);

/// Enters what was measured nearest to this size into the plan; false where nothing fits.
bool apply_tuning(RamPlan& plan, Operation operation, std::size_t points, std::size_t value_bytes, unsigned threads);
bool apply_tuning(RamPlan& plan, const std::vector<TuningEntry>& entries, Operation operation, std::size_t points,
                  std::size_t value_bytes, unsigned threads);

}  // namespace wreath::perm
