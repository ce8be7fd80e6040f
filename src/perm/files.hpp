// SPDX-License-Identifier: MIT
//
// Permutations in .npy files: what `wreath perm` does.
#pragma once

#include <cstdint>
#include <string>

#include "wreath/perm.hpp"

namespace wreath::perm {

struct FileOptions {
  Options options;
  std::string checkpoint;                           // where to note how far the run is; empty: nowhere
  std::string resume;                               // the checkpoint to go on from; empty: from the start
  std::size_t slice_points = std::size_t{1} << 24;  // how much is done between two looks at the clock
};

struct FileReport {
  std::uint64_t points = 0;
  std::uint64_t done = 0;  // fewer than points where the run was stopped
  unsigned point_bytes = 0;
  std::uint64_t resumed_at = 0;
};

/// Writes a random permutation with points of so many bytes; 0: four where they suffice, else eight.
FileReport random_file(std::uint64_t points, unsigned point_bytes, std::uint64_t seed, const std::string& output,
                       const Options& options, RunControl& run);

/// output = x*y, a slice of x at a time. Stopped early, it leaves OUTPUT.partial and its checkpoint where one was asked for,
/// and nothing otherwise.
FileReport multiply_files(const std::string& x, const std::string& y, const std::string& output, const FileOptions& options,
                          RunControl& run);

}  // namespace wreath::perm
