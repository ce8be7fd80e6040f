// SPDX-License-Identifier: MIT
//
// What is to be done with files on disk, in which way, and what that takes of memory and space.
#pragma once

#include <cstdint>
#include <string>

#include "perm/disk/job.hpp"
#include "perm/disk/scatter.hpp"
#include "perm/files.hpp"

namespace wreath::perm::disk {

/// Where one array fits the memory (`resident`) or a GPU's (`device`), the others pass by once. Otherwise the paper's Algorithms
/// 3, 5 and 6 (`implicit`).
enum class Way { resident, device, implicit };
const char* to_string(Way way);

struct DiskChoice {
  Operation operation = Operation::multiply;
  Way way = Way::implicit;
  std::string why;
  DiskTask task;
  DiskPlan plan;

  bool gathers() const { return operation == Operation::multiply; }
  /// What goes into the buckets of an inverse or a quotient.
  Sent sent() const { return operation == Operation::divide ? Sent::values : Sent::distances; }
  /// Chunks for so many words of a bucket's: some are not full, runs have headers, and long distances take a word more.
  std::uint64_t chunks_for(std::uint64_t points, unsigned bytes) const;
  /// On disk, beside the result.
  std::uint64_t scratch_bytes(bool keeps_phases) const;

  /// The buckets as a run that is resumed has cut them; the threads may be others. Throws ResourceError where they do not fit
  /// the memory.
  void take_plan(const DiskPlan& resumed, std::uint64_t memory);
};

/// y is null for the inverse. Throws InputError for options that go with no way, ResourceError where the memory is too small or
/// the GPU that was asked for is not there.
DiskChoice choose(Operation operation, const MapSource& x, const MapSource* y, const FileOptions& options, std::uint64_t memory);

}  // namespace wreath::perm::disk
