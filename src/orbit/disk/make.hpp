// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "orbit/backend.hpp"
#include "orbit/plan.hpp"

namespace wreath::orbit {

/// The least memory for the rows of a search on disk, without the tables of the space.
std::uint64_t least_disk_memory(std::uint64_t row_bytes, std::size_t generators);
/// How much of the memory that is left the rows may take: threads and the requests to the disk take some, too.
constexpr std::uint64_t disk_room(std::uint64_t left) {
  constexpr std::uint64_t kBeside = std::uint64_t{1} << 20;
  return left - std::max(left / 10, std::min(left / 4, kBeside));
}
/// What the files will take.
std::uint64_t disk_bytes(std::uint64_t rows, std::uint64_t row_bytes);

/// Throws InputError or ResourceError if the scratch folder cannot be used or has no room.
std::unique_ptr<Backend> make_disk_cell_backend(const CellSpace& space, Bitmaps bitmaps, const Options& options,
                                                std::uint64_t memory);

}  // namespace wreath::orbit
