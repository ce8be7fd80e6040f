// SPDX-License-Identifier: MIT
//
// What the parts of the planner tell one another.
#pragma once

#include "perm/plan.hpp"

namespace wreath::perm {

/// Why arrays in memory are worked on there.
const char* why_backend(BackendChoice asked);

/// Whether the caller says how work on disk is cut.
inline bool is_cut_by_hand(const FileOptions& options) {
  return options.disk.block_bits != 0;
}

/// Throws InputError for options that several ranks do not take.
Plan plan_ranks(const Task& task, const FileOptions& options, const RankResources& ranks);

}  // namespace wreath::perm
