// SPDX-License-Identifier: MIT
//
// How the scratch space of an operation is cut into pieces, of which the status is the first.
#pragma once

#include "perm/cuda/enqueue.hpp"
#include "perm/cuda/run_table.cuh"

namespace wreath::perm::cuda_detail {

inline void require(bool condition, const char* what) {
  if (!condition) throw InternalError(what);
}

inline void require_aligned(const void* pointer) {
  require(reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0, "device arrays must be aligned to 16 bytes");
}

/// Hands out pieces of the scratch space; with no space, only counts.
class Arena {
 public:
  explicit Arena(void* base) : base_(static_cast<unsigned char*>(base)) {}
  template <class T>
  T* take(uint64_t count) {
    T* const piece = base_ == nullptr ? nullptr : reinterpret_cast<T*>(base_ + used_);
    used_ += (count * sizeof(T) + 255) / 256 * 256;
    return piece;
  }
  std::size_t used() const { return used_; }

 private:
  unsigned char* base_;
  std::size_t used_ = 0;
};

template <class Point>
RunTable<Point> take_table(Arena& arena, uint64_t rows, uint64_t n, uint32_t tile_points) {
  require(tile_points % 64 == 0 && tile_points > 0 && tile_points < 65536, "tile_points must be a multiple of 64 below 65536");
  const uint64_t tiles = divide_up(n, tile_points);
  require(rows * tiles < kMaxRuns, "too many runs: use larger tiles or blocks");
  RunTable<Point> table;
  table.rows = static_cast<uint32_t>(rows);
  table.tiles = static_cast<uint32_t>(tiles);
  table.entries = static_cast<uint32_t>(rows * tiles);
  table.tile_points = tile_points;
  table.starts = arena.take<uint16_t>((rows + 1) * tiles);
  table.prefix = arena.take<Point>(rows * tiles + 1);
  table.window_entry = arena.take<uint32_t>(n / kWindowPoints + 1);
  table.chunk_sums = arena.take<Point>(rows * tiles / kChunkEntries + 1);
  return table;
}

/// A block of y or z in shared memory, with 16-bit keys.
template <class Point>
void require_block_fits(const Tuning& tuning, const Limits& limits) {
  require(
      tuning.block_points * sizeof(Point) <= limits.shared_bytes && tuning.block_points <= 65536 && tuning.block_points % 4 == 0,
      "a block must fit into shared memory");
}

}  // namespace wreath::perm::cuda_detail
