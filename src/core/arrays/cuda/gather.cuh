// SPDX-License-Identifier: MIT
//
// The later phases of a product: gather the values bucket by bucket, each into the place of its key, and combine, which puts
// every tile back in the order of i. x need not be a bijection.
#pragma once

#include "core/arrays/cuda/partition.cuh"

namespace wreath::arrays::cuda_detail {

inline constexpr uint32_t kL2WarpPoints = 512;  // points of a warp in the kernel that works in L2
inline constexpr int kL2Threads = 256;

template <class Point>
struct GatherJob {
  RunTable<Point> table;
  uint64_t n = 0;
  const void* keys = nullptr;  // uint32_t in L2, uint16_t in shared memory; tile-major
  const Point* y = nullptr;
  uint64_t y_size = 0;
  Point* values = nullptr;  // tile-major; may be the keys' own array where both are 4 bytes wide
  uint64_t block_points = 0;
  uint64_t slice_points = 0;  // in shared memory: the most points of a bucket per block; a multiple of 256
};

// A warp takes 512 points in bucket order: reads keys run by run, gathers from the bucket's block of y, which all running warps
// share in L2 (the grid moves through y in bucket order, with about 9 MB of y under way), and writes each value where its key
// was. Device memory, per 4-byte point: 8 read, 4 written.
template <class Point>
__global__ void __launch_bounds__(kL2Threads, 4) gather_in_l2_kernel(const GatherJob<Point> job) {
  const uint64_t from = (static_cast<uint64_t>(blockIdx.x) * (kL2Threads / 32) + warp_id()) * kL2WarpPoints;
  if (from >= job.n) return;
  const uint64_t to = min(from + kL2WarpPoints, job.n);
  const uint32_t* const keys = static_cast<const uint32_t*>(job.keys);
  constexpr int unroll = sizeof(Point) == 4 ? 8 : 4;
  walk_runs<unroll>(
      job.table, static_cast<Point>(from), static_cast<Point>(to), job.table.window_entry[from / kWindowPoints],
      [&](uint64_t base, const uint32_t(&at)[unroll], const uint32_t(&)[unroll], const bool(&valid)[unroll], uint32_t bucket) {
        const Point* const y = job.y + bucket * job.block_points;
        uint32_t key[unroll];
        Point value[unroll];
#pragma unroll
        for (int u = 0; u < unroll; ++u)
          if (valid[u]) key[u] = load_once(keys + base + at[u]);
#pragma unroll
        for (int u = 0; u < unroll; ++u)
          if (valid[u]) value[u] = load_random(y + key[u]);
#pragma unroll
        for (int u = 0; u < unroll; ++u)
          if (valid[u]) store_once(job.values + base + at[u], value[u]);
      });
}

/// Points from..to-1 in bucket order, all of one bucket; prefix[entry] <= from, as walk_runs wants it.
struct Slice {
  uint64_t from, to;
  uint32_t bucket, entry;
};

// What falls to this block. Block b < buckets takes the first slice_points of bucket b. If x is a bijection, or a random map,
// that is all; where buckets have more, block buckets + j - 1 takes what lies between numbers j * slice_points and (j + 1) *
// slice_points and was not taken. Such points are always of the bucket that holds point j * slice_points: they lie more than a
// slice behind the start of their bucket. So skewed x is spread evenly without any list of slices.
template <class Point>
__device__ __forceinline__ Slice slice_of_block(const GatherJob<Point>& job) {
  const RunTable<Point>& table = job.table;
  const bool first = blockIdx.x < table.rows;
  const uint64_t cut = first ? 0 : static_cast<uint64_t>(blockIdx.x - table.rows + 1) * job.slice_points;
  Slice slice;
  slice.bucket = first ? blockIdx.x : table.window_entry[cut / kWindowPoints] / table.tiles;
  slice.entry = slice.bucket * table.tiles;
  const uint64_t begin = table.prefix[slice.entry];
  const uint64_t end = table.prefix[slice.entry + table.tiles];
  slice.from = first ? begin : max(cut, begin + job.slice_points);
  slice.to = min(end, (first ? begin : cut) + job.slice_points);
  if (!first && slice.from < slice.to) slice.entry = table.window_entry[slice.from / kWindowPoints];
  return slice;
}

// One block per slice. The bucket's block of y (block_points * sizeof(Point) bytes) is copied to shared memory; the warps share
// the slice's points. Device memory, per 4-byte point: 6 read, 4 written, in runs of tile_points / buckets points.
template <class Point, int threads>
__global__ void __launch_bounds__(threads, 1024 / threads) gather_in_shared_kernel(const GatherJob<Point> job) {
  Point* const block = reinterpret_cast<Point*>(dynamic_shared());
  const Slice slice = slice_of_block(job);
  if (slice.from >= slice.to) return;
  const WarpShare<Point> share =
      warp_share<threads>(job.table, static_cast<Point>(slice.from), static_cast<Point>(slice.to), slice.entry);
  const uint64_t first_point = slice.bucket * job.block_points;
  copy_in<threads>(block, job.y + first_point, static_cast<uint32_t>(min(job.block_points, job.y_size - first_point)));
  __syncthreads();
  const uint16_t* const keys = static_cast<const uint16_t*>(job.keys);
  constexpr int unroll = sizeof(Point) == 4 ? 8 : 4;
  walk_runs<unroll>(
      job.table, share.from, share.to, share.entry,
      [&](uint64_t base, const uint32_t(&at)[unroll], const uint32_t(&)[unroll], const bool(&valid)[unroll], uint32_t) {
        uint32_t key[unroll];
#pragma unroll
        for (int u = 0; u < unroll; ++u)
          if (valid[u]) key[u] = load_l2(keys + base + at[u]);
#pragma unroll
        for (int u = 0; u < unroll; ++u)
          if (valid[u]) (job.values + base)[at[u]] = block[key[u]];
      });
}

// One block per tile, in place: the tile's values come to shared memory as they were sorted, and go back in the order of i. A
// thread takes eight points at a time; its first positions are on their way while the values arrive. Shared memory: the tile.
// Device memory, per 4-byte point: 6 read, 4 written.
template <class Point, int threads>
__global__ void __launch_bounds__(threads, 1024 / threads)
    combine_tiles_kernel(Point* z, const uint16_t* positions, uint64_t n, uint32_t tile_points) {
  Point* const values = reinterpret_cast<Point*>(dynamic_shared());
  const uint64_t base = static_cast<uint64_t>(blockIdx.x) * tile_points;
  const uint32_t count = static_cast<uint32_t>(min(static_cast<uint64_t>(tile_points), n - base));
  Point* const tile = z + base;
  positions += base;
  constexpr int batch = 4;
  constexpr uint32_t stride = threads * 8;
  uint4 ahead[batch];
  const auto load_positions = [&](uint32_t first) {
#pragma unroll
    for (int u = 0; u < batch; ++u)
      if (first + u * stride + 8 <= count) ahead[u] = load16_once(positions + first + u * stride);
  };
  load_positions(threadIdx.x * 8);
  copy_in<threads>(values, tile, count);
  __syncthreads();
  for (uint32_t first = threadIdx.x * 8; first < count; first += batch * stride) {
    uint4 now[batch];
#pragma unroll
    for (int u = 0; u < batch; ++u) now[u] = ahead[u];
    load_positions(first + batch * stride);
#pragma unroll
    for (int u = 0; u < batch; ++u) {
      const uint32_t at = first + u * stride;
      if (at + 8 <= count) {
        const uint32_t pair[4] = {now[u].x, now[u].y, now[u].z, now[u].w};
        Point out[8];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          out[2 * j] = values[pair[j] & 0xffffu];
          out[2 * j + 1] = values[pair[j] >> 16];
        }
        if constexpr (sizeof(Point) == 4) {
          store16_once(tile + at, make_uint4(out[0], out[1], out[2], out[3]));
          store16_once(tile + at + 4, make_uint4(out[4], out[5], out[6], out[7]));
        } else {
#pragma unroll
          for (int j = 0; j < 8; j += 2)
            store16_once(tile + at + j, make_uint4(static_cast<uint32_t>(out[j]), static_cast<uint32_t>(out[j] >> 32),
                                                   static_cast<uint32_t>(out[j + 1]), static_cast<uint32_t>(out[j + 1] >> 32)));
        }
      } else {
        for (uint32_t i = at; i < count; ++i) tile[i] = values[positions[i]];
      }
    }
  }
}

}  // namespace wreath::arrays::cuda_detail
