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
/// Of this much memory that is left, what a search takes beside its bitmaps: threads, and the pages of the program itself, which
/// count as memory once they are used.
constexpr std::uint64_t beside_bitmaps(std::uint64_t left, unsigned threads) {
  constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;
  return left > kMebibyte ? std::min(left / 2, 2 * kMebibyte + threads * (kMebibyte / 8)) : 0;
}
/// How much of the memory that is left the rows may take.
constexpr std::uint64_t disk_room(std::uint64_t left, unsigned threads) {
  return left - std::max(left / 10, beside_bitmaps(left, threads));
}
/// What the files will take.
std::uint64_t disk_bytes(std::uint64_t rows, std::uint64_t row_bytes);

/// Throws InputError or ResourceError if the scratch folder cannot be used or has no room.
std::unique_ptr<Backend> make_disk_cell_backend(const CellSpace& space, Bitmaps bitmaps, const Options& options,
                                                std::uint64_t memory);

}  // namespace wreath::orbit
