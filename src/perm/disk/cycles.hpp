// SPDX-License-Identifier: MIT
//
// The cycles of a permutation that does not fit in memory (cycles.cpp).
#pragma once

#include <vector>

#include "core/io/scratch_file.hpp"
#include "perm/disk/job.hpp"
#include "perm/exponent.hpp"
#include "perm/file_tools.hpp"
#include "perm/plan.hpp"

namespace wreath::perm::disk {

/// What is written for each point: nothing; its place where all cycles are laid out one after the other; or the least point of
/// its cycle.
enum class CycleValues { none, places, representatives };

struct CyclesOnDisk {
  Outcome outcome = Outcome::done;  // bad_point: x is not a permutation
  std::vector<CycleCount> type = {};
};

/// Follows all cycles of job.x, and writes the values to job.output. `lengths`: where the length of each cycle is put, less one
/// and as a point, in the order in which they are laid out; null for nowhere.
CyclesOnDisk follow_cycles(const FileJob& job, const Plan& plan, CycleValues values, ScratchFile* lengths);
/// Throws InputError with the reason why x is not a permutation, after follow_cycles found that it is not.
[[noreturn]] void throw_not_a_permutation(const FileJob& job);

/// output[i]: what stands at the place of i in `laid_out` when each cycle is turned. Whether all was written.
bool turn_cycles(const MapSource& laid_out, const ScratchFile& lengths, const Rotations& rotations, char kind,
                 const std::string& output, RunControl& run);

/// The identity, and a copy of x. Whether all was written.
bool write_identity(std::uint64_t points, char kind, unsigned point_bytes, const std::string& output, RunControl& run);
bool copy_array(const MapSource& x, const std::string& output, RunControl& run);

}  // namespace wreath::perm::disk
