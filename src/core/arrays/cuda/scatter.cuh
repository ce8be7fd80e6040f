// SPDX-License-Identifier: MIT
//
// The later phases of an inverse or a quotient: blocks of z are put together in shared memory and written in order.
//
// A block of z of M points gets exactly M points of x if x is a bijection. So a block whose bucket has more or fewer knows that x
// is not one, reports that in status.unbalanced and gives up, and skewed x cannot make one block work while the others wait; the
// caller then takes the plain method. If a point is hit twice within a balanced bucket, another is missed and holds zero. An
// inverse sees that, since only z[x[0]] is zero. Values may be anything, and so a quotient sees it only if it marks, in a bit per
// point of the block, which points were hit.
//
// Above some 2^28 points there are too many buckets, and runs get short. Then two levels: the first partition is by parents
// of 256 buckets, and each parent's points, which are consecutive in bucket order, are cut into tiles and partitioned again.
#pragma once

#include "core/arrays/cuda/partition.cuh"

namespace wreath::arrays::cuda_detail {

template <class Point>
struct ScatterJob {
  RunTable<Point> table;
  uint64_t n = 0;
  const void* first = nullptr;   // keys, or keys with sources packed; tile-major
  const void* second = nullptr;  // sources (uint16_t) or values (Point)
  Point* z = nullptr;
  uint64_t block_points = 0;
  uint32_t parent_buckets = 0;  // bucket j is row j % parent_buckets of the tiles of parent j / parent_buckets
  uint32_t tiles_of_parent = 0;
  const Point* x = nullptr;  // Missed::holds_zero
  Status* status = nullptr;
};

/// How it is known that a point was missed.
enum class Missed { unknown, holds_zero, has_no_mark };

// One block per bucket, whose block of z is put together in shared memory (block_points * sizeof(Point) bytes) and written in
// order; the warps share the bucket's points. `source` reads 4-byte pairs (key, index in tile), `value` 2-byte keys and values.
// Device memory, per 4-byte point: 4 (source) or 6 (value) read, 4 written.
template <class Point, Payload payload, Missed missed, int threads>
__global__ void __launch_bounds__(threads, 1024 / threads) scatter_in_shared_kernel(const ScatterJob<Point> job) {
  Point* const block = reinterpret_cast<Point*>(dynamic_shared());
  [[maybe_unused]] uint32_t* const marks = reinterpret_cast<uint32_t*>(block + job.block_points);
  const uint32_t parent = blockIdx.x / job.parent_buckets;
  const uint32_t row = blockIdx.x % job.parent_buckets;
  const uint32_t tiles = job.table.tiles;
  const uint64_t tile_begin = min(static_cast<uint64_t>(parent) * job.tiles_of_parent, static_cast<uint64_t>(tiles));
  const uint64_t tile_end = min(tile_begin + job.tiles_of_parent, static_cast<uint64_t>(tiles));
  const uint32_t first_entry = row * tiles + static_cast<uint32_t>(tile_begin);
  const Point lo = job.table.prefix[first_entry];
  const Point hi = job.table.prefix[static_cast<uint64_t>(row) * tiles + tile_end];
  const uint64_t first_point = blockIdx.x * job.block_points;
  const uint32_t points = static_cast<uint32_t>(min(job.block_points, job.n - first_point));
  if (hi - lo != points) {  // x is not a bijection
    if (threadIdx.x == 0) job.status->unbalanced = 0;
    return;
  }
  const WarpShare<Point> share = warp_share<threads>(job.table, lo, hi, first_entry);
  const uint4 nothing = make_uint4(0, 0, 0, 0);
  constexpr uint32_t per_vector = 16 / sizeof(Point);
  for (uint32_t i = threadIdx.x; i < job.block_points / per_vector; i += threads) reinterpret_cast<uint4*>(block)[i] = nothing;
  if constexpr (missed == Missed::has_no_mark)
    for (uint32_t i = threadIdx.x; i < job.block_points / 32; i += threads) marks[i] = 0;
  __syncthreads();
  constexpr int unroll = sizeof(Point) == 4 ? 8 : 4;
  walk_runs<unroll>(
      job.table, share.from, share.to, share.entry,
      [&](uint64_t base, const uint32_t(&at)[unroll], const uint32_t(&tile)[unroll], const bool(&valid)[unroll], uint32_t) {
        uint32_t key[unroll];
        Point value[unroll];
#pragma unroll
        for (int u = 0; u < unroll; ++u) {
          if (!valid[u]) continue;
          if constexpr (payload == Payload::source) {
            key[u] = load_l2(static_cast<const uint32_t*>(job.first) + base + at[u]);
          } else {
            key[u] = load_l2(static_cast<const uint16_t*>(job.first) + base + at[u]);
            value[u] = load_l2(static_cast<const Point*>(job.second) + base + at[u]);
          }
        }
#pragma unroll
        for (int u = 0; u < unroll; ++u) {
          if (!valid[u]) continue;
          if constexpr (payload == Payload::source) value[u] = static_cast<Point>(base + tile[u] + (key[u] >> 16));
          const uint32_t place = key[u] & 0xffffu;
          block[place] = value[u];
          if constexpr (missed == Missed::has_no_mark) {
            const uint32_t mark = 1U << place % 32;
            if ((atomicOr(marks + place / 32, mark) & mark) != 0) job.status->unbalanced = 0;
          }
        }
      });
  __syncthreads();
  if constexpr (missed == Missed::holds_zero)
    for (uint32_t i = threadIdx.x; i < points; i += threads)
      if (block[i] == 0 && first_point + i != *job.x) job.status->unbalanced = 0;
  copy_out<threads>(job.z + first_point, block, points);
}

template <class Point>
struct RepartitionJob {
  RunTable<Point> from;  // tiles of x, one row per parent
  RunTable<Point> to;    // tiles of points in parent order, one row per bucket of the parent
  uint64_t n = 0;
  const uint32_t* keys = nullptr;  // in the parent
  const void* second = nullptr;    // sources (uint16_t) or values (Point)
  BucketMap map;                   // splits a parent
  uint32_t tiles_of_parent = 0;
  uint16_t* out_keys = nullptr;
  Point* out_values = nullptr;
  Status* status = nullptr;
};

// A place in the bucket's run; the whole warp calls it. If all lanes want the same bucket, one addition serves them.
__device__ __forceinline__ uint32_t take_slot(uint32_t* cursor, uint32_t bucket, bool valid) {
  int same = 0;
  __match_all_sync(kWholeWarp, valid ? bucket : 0x80000000u | lane_id(), &same);
  uint32_t slot = 0;
  if (same) {
    if (lane_id() == 0) slot = atomicAdd(&cursor[bucket], 32u);
    return __shfl_sync(kWholeWarp, slot, 0) + lane_id();
  }
  if (valid) slot = atomicAdd(&cursor[bucket], 1u);
  return slot;
}

// One block per tile of the second level: tile_points points of one parent, in bucket order, gathered from the runs of the first
// level (walked twice, the second time from L2) and sorted by bucket in shared memory; sources become full values. A bijection
// fills every parent, so that no tile has points of two; points of another parent are left out and reported. Shared memory: 4
// bytes per bucket and 2 + sizeof(Point) per point. Device memory, per 4-byte point: 6 or 8 read, 6 written.
template <class Point, Payload payload, int threads>
__global__ void __launch_bounds__(threads, 1024 / threads) repartition_runs_kernel(const RepartitionJob<Point> job) {
  const BucketMap map = job.map;
  const uint32_t tile_points = job.to.tile_points;
  uint32_t* const cursor = reinterpret_cast<uint32_t*>(dynamic_shared());
  uint16_t* const staged_keys = reinterpret_cast<uint16_t*>(cursor + (map.count + 3) / 4 * 4);
  Point* const staged_values = reinterpret_cast<Point*>(staged_keys + tile_points);

  const uint32_t parent = blockIdx.x / job.tiles_of_parent;
  const uint64_t lo = static_cast<uint64_t>(blockIdx.x) * tile_points;
  const uint64_t hi = min(lo + tile_points, job.n);
  const uint32_t first_entry = job.from.window_entry[lo / kWindowPoints];  // tile_points is a multiple of kWindowPoints
  const WarpShare<Point> share = warp_share<threads>(job.from, static_cast<Point>(lo), static_cast<Point>(hi), first_entry);

  for (uint32_t bucket = threadIdx.x; bucket < map.count; bucket += threads) cursor[bucket] = 0;
  __syncthreads();
  constexpr int unroll = 4;
  walk_runs<unroll>(
      job.from, share.from, share.to, share.entry,
      [&](uint64_t base, const uint32_t(&at)[unroll], const uint32_t(&)[unroll], const bool(&valid)[unroll], uint32_t row) {
        uint32_t key[unroll];
#pragma unroll
        for (int u = 0; u < unroll; ++u) key[u] = valid[u] ? load_l2(job.keys + base + at[u]) : 0;
        if (row != parent) return;
#pragma unroll
        for (int u = 0; u < unroll; ++u)
          if (valid[u]) atomicAdd(&cursor[map.bucket(key[u])], 1u);
      });
  __syncthreads();
  const uint32_t count = counts_to_starts<threads>(cursor, map.count, job.to.starts, blockIdx.x, job.to.tiles);
  if (threadIdx.x == 0 && count != hi - lo) job.status->unbalanced = 0;

  walk_runs<unroll>(
      job.from, share.from, share.to, share.entry,
      [&](uint64_t base, const uint32_t(&at)[unroll], const uint32_t(&tile)[unroll], const bool(&valid)[unroll], uint32_t row) {
        uint32_t key[unroll];
        Point value[unroll];
#pragma unroll
        for (int u = 0; u < unroll; ++u) {
          key[u] = valid[u] ? load_once(job.keys + base + at[u]) : 0;
          if constexpr (payload == Payload::source)
            value[u] =
                valid[u] ? static_cast<Point>(load_once(static_cast<const uint16_t*>(job.second) + base + at[u])) : Point{0};
          else
            value[u] = valid[u] ? load_once(static_cast<const Point*>(job.second) + base + at[u]) : Point{0};
        }
        if (row != parent) return;
#pragma unroll
        for (int u = 0; u < unroll; ++u) {
          const uint32_t bucket = map.bucket(key[u]);
          const uint32_t slot = take_slot(cursor, bucket, valid[u]);
          if (!valid[u]) continue;
          if constexpr (payload == Payload::source) value[u] += static_cast<Point>(base + tile[u]);
          staged_keys[slot] = static_cast<uint16_t>(map.key(key[u], bucket));
          staged_values[slot] = value[u];
        }
      });
  __syncthreads();
  copy_out<threads>(job.out_keys + lo, staged_keys, count);
  copy_out<threads>(job.out_values + lo, staged_values, count);
}

template <class Point, Payload payload, Missed missed>
void scatter_in_shared(const ScatterJob<Point>& job, const Limits& limits, cudaStream_t stream) {
  const std::size_t shared = block_bytes(job.block_points, sizeof(Point), missed == Missed::has_no_mark);
  const uint64_t blocks = (job.n + job.block_points - 1) / job.block_points;
  launch_fitting("scatter_in_shared", scatter_in_shared_kernel<Point, payload, missed, 512>,
                 scatter_in_shared_kernel<Point, payload, missed, 1024>, blocks, shared, 0, limits, stream, job);
}

template <class Point, Payload payload>
void repartition_runs(const RepartitionJob<Point>& job, const Limits& limits, cudaStream_t stream) {
  const std::size_t shared = Staging<Point, uint16_t, Payload::value>::shared_bytes(job.map.count, job.to.tile_points);
  launch_fitting("repartition_runs", repartition_runs_kernel<Point, payload, 512>, repartition_runs_kernel<Point, payload, 1024>,
                 job.to.tiles, shared, kStaticShared, limits, stream, job);
}

}  // namespace wreath::arrays::cuda_detail
