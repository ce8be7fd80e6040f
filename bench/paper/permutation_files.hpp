// SPDX-License-Identifier: MIT
//
// Permutations in files that are measured on a disk, and gone afterwards.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bench/baselines/perm/mapped.hpp"
#include "bench/baselines/perm/on_disk.hpp"
#include "bench/paper/experiment.hpp"
#include "core/io/scratch_folders.hpp"
#include "wreath/perm/files.hpp"

namespace wreath::paper {

inline constexpr std::uint64_t kLeastMemory = std::uint64_t{64} << 20;  // for any run on disk

struct Files {
  std::uint64_t points = 0;
  unsigned point_bytes = 8;

  std::uint64_t array_bytes() const { return points * point_bytes; }
  /// x, y, z, and of the passes between at most as much as two more (pairs of points).
  std::uint64_t disk_bytes() const { return 5 * array_bytes() + (std::uint64_t{64} << 20); }
};

/// x.npy and y.npy, random, in a folder of their own that is gone at the end.
class Workplace {
 public:
  Workplace(Context& context, const Files& files);

  std::string file(const std::string& name) const { return folder_.path() + "/" + name + ".npy"; }
  const std::string& folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

struct How {
  perm::Operation operation = perm::Operation::multiply;
  std::optional<perm::disk::Baseline> baseline = std::nullopt;  // by this in place of wreath's own way
  std::optional<perm::FileLoop> loop = std::nullopt;            // likewise; a product
  unsigned threads = 1;
  std::uint64_t memory = kLeastMemory;
};

/// Seconds until the result is there, without giving the scratch space back; nothing where the run was to stop.
std::optional<double> time_files(Context& context, const Workplace& place, const How& how);

}  // namespace wreath::paper
