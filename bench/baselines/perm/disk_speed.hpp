// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace wreath::perm {

/// What a disk does past the page cache, in bytes per second, and the seconds of one small read.
struct DiskSpeed {
  double read = 0;
  double write = 0;
  double latency = 0;
};

/// Bytes per second at which a file that is there already is read: not one that some cache below still holds.
double measure_read(const std::string& path);

/// Writes and reads a nameless file of the given size in the folder, with as many concurrent requests as the runs on disk have.
DiskSpeed measure_disk(const std::string& folder, std::uint64_t bytes, bool with_latency);

}  // namespace wreath::perm
