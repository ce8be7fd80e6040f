// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/arrays/disk/file_array.hpp"
#include "perm/files/map_source.hpp"

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

}  // namespace wreath::perm
