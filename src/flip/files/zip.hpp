// SPDX-License-Identifier: MIT
//
// Files inside .zip archives, as numpy's .npz are: stored, or compressed by deflate (RFC 1951).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/run/stop_check.hpp"

namespace wreath::flip {

struct ZipMember {
  std::string name;
  unsigned method = 0;       // 0 stored, 8 deflate
  std::uint64_t bytes = 0;   // as it was
  std::uint64_t packed = 0;  // in the archive
  std::uint64_t header_at = 0;
  std::uint32_t checksum = 0;  // CRC-32
};

/// All files of the archive, in its order. Throws InputError that names `path` if it is damaged.
std::vector<ZipMember> zip_members(std::span<const std::byte> archive, const std::string& path);
/// The content of one. Throws Stopped if the run is stopped first.
std::vector<std::byte> unpack(std::span<const std::byte> archive, const ZipMember& member, const std::string& path,
                              StopCheck stop);

}  // namespace wreath::flip
