// SPDX-License-Identifier: MIT
//
// Permutations on disk as the paper's first two algorithms do it: by sorting (sort.hpp), and by buckets of indices (buckets.hpp).
#pragma once

#include "perm/disk/job.hpp"
#include "perm/files/map_source.hpp"
#include "wreath/perm/files.hpp"

namespace wreath::perm::disk {

enum class Baseline { sort, buckets };

/// output = x*y, x^-1 or x^-1*y, within the run's memory; y is null for the inverse. Of the options, takes threads and scratch. A
/// plan replaces the one that fits in memory.
FileReport run_baseline(Baseline baseline, Operation operation, const MapSource& x, const MapSource* y, const std::string& output,
                        const FileOptions& options, RunControl& run, const DiskPlan* plan = nullptr);

}  // namespace wreath::perm::disk
