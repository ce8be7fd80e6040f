// SPDX-License-Identifier: MIT
//
// The paper's model of permutations on disk: its Table 1 for the disk at hand, and the formulas of its Section 6.
#pragma once

#include "bench/baselines/perm/disk_speed.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

struct DiskParameters {
  DiskSpeed disk;
  double memory_latency = 0;  // seconds of one random access to RAM
  double chunk_bytes = 0;     // Bs, the bytes that are moved at once
};

/// Seconds of one random access to RAM, each waiting for the one before.
double measure_memory_latency();

/// Seconds that the formulas (docs/mathematics/perm.md) give for arrays of `array_bytes` with elements of `element_bytes`.
double predict_on_disk(Operation operation, double array_bytes, double element_bytes, const DiskParameters& parameters);

}  // namespace wreath::perm
