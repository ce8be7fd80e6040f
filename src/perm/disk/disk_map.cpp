// SPDX-License-Identifier: MIT
#include "perm/disk/disk_map.hpp"

#include <fmt/format.h>

#include "wreath/run.hpp"

namespace wreath::perm {

namespace {
const std::string& path_of(const MapSource& source) {
  if (source.is_file()) return source.name();
  throw InputError(fmt::format("{}: only .npy files are worked on beyond the memory; save it as one first (wreath perm convert)",
                               source.name()));
}
}  // namespace

DiskMap::DiskMap(const MapSource& source)
    : source_(source), file_(DirectFile::for_reading(path_of(source))), bytes_(file_.size()) {}

void DiskMap::require_unchanged() const {
  if (file_.size() == bytes_) return;
  throw InputError(fmt::format("{}: the file had {} bytes when the run began and has {} now: something else writes to it",
                               source_.name(), bytes_, file_.size()));
}

}  // namespace wreath::perm
