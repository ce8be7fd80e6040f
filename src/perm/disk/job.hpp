// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/arrays/disk/file_array.hpp"
#include "core/arrays/disk/move.hpp"
#include "perm/backend.hpp"
#include "perm/files/map_source.hpp"
#include "wreath/perm.hpp"
#include "wreath/run.hpp"

namespace wreath::perm {

/// A map in an .npy file, as an array. Throws InputError if the source is not a file.
class DiskMap : public arrays::FileArray {
 public:
  /// Big-endian values are copied, as they are used, to a nameless file in the first of the folders of `scratch`; where none is
  /// named, beside the source.
  explicit DiskMap(const MapSource& source, const std::vector<std::filesystem::path>& scratch = {});

  const MapSource& source() const noexcept { return source_; }
  /// Throws InputError if the file has another size than when it was opened.
  void require_unchanged() const;

 private:
  const MapSource& source_;
  std::uint64_t bytes_;
};

namespace disk {

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

}  // namespace disk

}  // namespace wreath::perm
