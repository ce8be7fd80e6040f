// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "perm/map_source.hpp"
#include "wreath/perm/orbits.hpp"

namespace wreath::perm {

/// As orbits_of_files, for permutations that do not fit in memory: files with points of 4, 5 or 8 bytes, all of the same size and
/// width. Throws ResourceError if the memory does not suffice for what is held of each cycle.
OrbitsReport orbits_on_disk(const std::vector<Map>& generators, const std::string& labels, const std::string& schreier,
                            const FileOptions& options, RunControl& run);

}  // namespace wreath::perm
