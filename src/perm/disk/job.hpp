// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/arrays/disk/move.hpp"
#include "perm/backend.hpp"
#include "perm/disk/disk_map.hpp"
#include "wreath/perm.hpp"
#include "wreath/run.hpp"

namespace wreath::perm::disk {

using Job = arrays::DiskJob;
using arrays::Target;

/// The first index of x whose value is not a point or appeared before; nothing if the run was asked to stop before that was
/// known. x is read once for each range of points whose bits fit in memory.
std::optional<Defect> find_defect_on_disk(const DiskMap& x, std::uint64_t memory, unsigned threads, RunControl& run);

/// Throws InputError at the first value of x that is not a point of y. Returns if there is none, or the run is asked to stop.
void require_points_of(const DiskMap& x, const MapSource& y, RunControl& run);

/// Single values of a file, read as they are asked for.
class SampleReader {
 public:
  explicit SampleReader(const DiskMap& map);
  SampleReader(const DirectFile& file, std::uint64_t begin, unsigned width);
  std::uint64_t operator[](std::uint64_t index) const;

 private:
  const DirectFile& file_;
  std::uint64_t begin_;
  unsigned width_;
};

}  // namespace wreath::perm::disk
