// SPDX-License-Identifier: MIT
//
// Permutations that do not fit the memory: what `wreath perm` does with them.
#pragma once

#include <optional>

#include "perm/files.hpp"

namespace wreath::perm::disk {

/// As multiply_files, inverse_file and divide_files, within the run's memory. Points of 4, 5 and 8 bytes.
FileReport multiply(const MapSource& x, const MapSource& y, const std::string& output, const FileOptions& options,
                    RunControl& run);
FileReport inverse(const MapSource& x, const std::string& output, const FileOptions& options, RunControl& run);
FileReport divide(const MapSource& x, const MapSource& y, const std::string& output, const FileOptions& options, RunControl& run);

/// The same permutation as random_file's.
FileReport random(std::uint64_t points, unsigned point_bytes, std::uint64_t seed, const std::string& output,
                  const Options& options, RunControl& run);
/// As find_defect; nothing where the run was asked to stop before it was known.
std::optional<Defect> check(const MapSource& x, const Options& options, RunControl& run);
FileReport convert(const MapSource& x, unsigned point_bytes, const std::string& output, const Options& options, RunControl& run);

/// Plans for tests and benchmarks in place of the one that fits the memory: null for none. Not for several threads at once.
struct PlanOverride {
  unsigned block_bits = 0;
  std::size_t chunk_words = 0;
  std::size_t slice_points = 0;
  bool never_resident = true;
};
void override_plan(const PlanOverride* plan);

}  // namespace wreath::perm::disk
