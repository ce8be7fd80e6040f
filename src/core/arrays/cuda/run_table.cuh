// SPDX-License-Identifier: MIT
//
// The runs of sorted tiles: where they are, and how a warp walks through the points of many of them.
//
// What one tile holds for one bucket is a run. The table of run starts, one 16-bit number for every (bucket, tile), is scanned,
// which numbers all points in the order bucket by bucket, tile by tile; and the run that holds every 256th point is entered in a
// second table, so that any warp can start anywhere without a search and work is shared evenly whatever x is.
//
// Cost: 2 bytes per run written and read twice, sizeof(Point) per run written and read. Measured: 3-8 % of the time
// at 2^25 to 2^27 points.
#pragma once

#include "core/arrays/cuda/block_io.cuh"

namespace wreath::arrays::cuda_detail {

inline constexpr uint32_t kWindowPoints = 256;   // the run table knows the run of every 256th point
inline constexpr uint32_t kChunkEntries = 1024;  // entries of the run table scanned by one warp

/// Where every run is. Entry e = row * tiles + tile; the run of bucket `row` in `tile` starts at starts[e] within the tile and
/// its first point has number prefix[e] in the order row by row, tile by tile; prefix[entries] is the number of all points.
/// window_entry[w] is the entry that holds point 256 w.
template <class Point>
struct RunTable {
  uint16_t* starts = nullptr;        // (rows + 1) * tiles; the last row holds the sizes of the tiles
  Point* prefix = nullptr;           // entries + 1
  uint32_t* window_entry = nullptr;  // points / 256, rounded up
  Point* chunk_sums = nullptr;       // one for every 1024 entries, and one
  uint32_t rows = 0;
  uint32_t tiles = 0;
  uint32_t entries = 0;
  uint32_t tile_points = 0;
};

template <class Point>
__device__ __forceinline__ uint32_t run_length(const RunTable<Point>& table, uint32_t entry) {
  return static_cast<uint32_t>(table.starts[static_cast<uint64_t>(entry) + table.tiles]) - table.starts[entry];
}

// One warp per 1024 entries: adds up their runs. Reads 4 bytes per entry, half of them twice.
template <class Point>
__global__ void __launch_bounds__(256) sum_runs_kernel(const RunTable<Point> table) {
  const uint32_t chunk = blockIdx.x * (blockDim.x / 32) + warp_id();
  const uint64_t first = static_cast<uint64_t>(chunk) * kChunkEntries;
  if (first >= table.entries) return;
  uint32_t sum = 0;
  for (uint32_t i = lane_id(); i < kChunkEntries; i += 32)
    if (first + i < table.entries) sum += run_length(table, static_cast<uint32_t>(first + i));
  sum = __reduce_add_sync(kWholeWarp, sum);
  if (lane_id() == 0) table.chunk_sums[chunk] = sum;
}

// A single block: exclusive scan of the chunk sums, in place, 1024 at a time.
template <class Point>
__global__ void __launch_bounds__(1024) scan_sums_kernel(Point* sums, uint32_t count) {
  __shared__ Point warp_sums[32];
  Point carry = 0;
  for (uint32_t first = 0; first < count; first += 1024) {
    const uint32_t i = first + threadIdx.x;
    const Point mine = i < count ? sums[i] : 0;
    const Point within = scan_warp(mine);
    if (lane_id() == 31) warp_sums[warp_id()] = within;
    __syncthreads();
    if (warp_id() == 0) warp_sums[lane_id()] = scan_warp(warp_sums[lane_id()]);
    __syncthreads();
    const Point before = warp_id() == 0 ? Point{0} : warp_sums[warp_id() - 1];
    if (i < count) sums[i] = carry + before + within - mine;
    carry += warp_sums[31];
    __syncthreads();
  }
}

// One warp per 1024 entries, 32 at a time: numbers the points of each run and enters the runs that hold every 256th point.
template <class Point>
__global__ void __launch_bounds__(256) number_runs_kernel(const RunTable<Point> table) {
  const uint32_t chunk = blockIdx.x * (blockDim.x / 32) + warp_id();
  const uint64_t first = static_cast<uint64_t>(chunk) * kChunkEntries;
  if (first >= table.entries) return;
  uint64_t carry = table.chunk_sums[chunk];
  for (uint32_t i = 0; i < kChunkEntries; i += 32) {
    const uint64_t entry = first + i + lane_id();
    const uint32_t length = entry < table.entries ? run_length(table, static_cast<uint32_t>(entry)) : 0;
    const uint32_t within = scan_warp(length);
    const uint64_t begin = carry + within - length;
    if (entry < table.entries) table.prefix[entry] = static_cast<Point>(begin);
    for (uint64_t window = (begin + kWindowPoints - 1) / kWindowPoints; window * kWindowPoints < begin + length; ++window)
      table.window_entry[window] = static_cast<uint32_t>(entry);
    carry += __shfl_sync(kWholeWarp, within, 31);
  }
  if (first + kChunkEntries >= table.entries && lane_id() == 0) table.prefix[table.entries] = static_cast<Point>(carry);
}

// The entry whose run holds point `number`, by a 32-ary search of one warp.
template <class Point>
__device__ uint32_t find_entry(const RunTable<Point>& table, Point number) {
  uint32_t low = 0, high = table.entries;  // prefix[low] <= number < prefix[high]
  while (high - low > 1) {
    const uint32_t step = (high - low + 31) / 32;
    const uint64_t probe = static_cast<uint64_t>(low) + static_cast<uint64_t>(step) * lane_id();
    const bool before = probe < high && table.prefix[probe] <= number;
    const uint32_t passed = __popc(__ballot_sync(kWholeWarp, before));  // at least 1: lane 0 probes low
    low += (passed - 1) * step;
    high = min(high, low + step);
  }
  return low;
}

// A warp walks the points numbered from..to-1, 32 * unroll at a time; all lanes call it together with the same arguments.
// prefix[entry] <= from, and the run of `entry` or a later one holds `from`. visit(base, at, tile, valid, row): the lane's u-th
// point is at base + at[u] in the tile-major arrays, in the tile that begins at base + tile[u], if valid[u]; all belong to the
// bucket `row`.
//
// 32 runs of one row at a time, one per lane; a lane finds the run of its point by five shuffles.
template <int unroll, class Point, class Visit>
__device__ __forceinline__ void walk_runs(const RunTable<Point>& table, Point from, Point to, uint32_t entry, Visit&& visit) {
  uint32_t row = entry / table.tiles;
  while (from < to) {
    const uint32_t row_end = (row + 1) * table.tiles;
    const uint32_t mine = min(entry + lane_id(), row_end - 1);  // lanes past the row repeat its last run: they add no points
    const Point run_begin = table.prefix[mine];
    const Point run_end = table.prefix[static_cast<uint64_t>(mine) + 1];
    const uint32_t through = static_cast<uint32_t>(min(max(run_end, from), to) - from);  // points of this and earlier lanes
    const Point begin = max(run_begin, from);
    const int32_t offset =
        static_cast<int32_t>(table.starts[mine] + static_cast<uint32_t>(begin - run_begin)) - static_cast<int32_t>(begin - from);
    const uint32_t total = __shfl_sync(kWholeWarp, through, 31);
    if (total == 0) {  // 32 empty runs: there may be thousands
      entry = find_entry(table, from);
      row = entry / table.tiles;
      continue;
    }
    const uint64_t base = static_cast<uint64_t>(entry - row * table.tiles) * table.tile_points;
    for (uint32_t first = 0; first < total; first += 32 * unroll) {
      uint32_t at[unroll];
      uint32_t tile[unroll];
      bool valid[unroll];
#pragma unroll
      for (int u = 0; u < unroll; ++u) {
        const uint32_t index = first + 32 * u + lane_id();
        uint32_t run = 0;  // how many lanes end at or before index
#pragma unroll
        for (int step = 16; step > 0; step /= 2)
          if (__shfl_sync(kWholeWarp, through, run + step - 1) <= index) run += step;
        const int32_t run_offset = __shfl_sync(kWholeWarp, offset, run);
        valid[u] = index < total;
        tile[u] = run * table.tile_points;
        at[u] = tile[u] + static_cast<uint32_t>(run_offset) + index;
      }
      visit(base, at, tile, valid, row);
    }
    from += total;
    entry = min(entry + 32, row_end);
    if (entry == row_end) ++row;
  }
}

// The part of a bucket's points lo..hi-1 that falls to this warp: whole windows, so that the table knows where to begin.
template <class Point>
struct WarpShare {
  Point from, to;
  uint32_t entry;
};

template <int threads, class Point>
__device__ __forceinline__ WarpShare<Point> warp_share(const RunTable<Point>& table, Point lo, Point hi, uint32_t first_entry) {
  constexpr uint32_t warps = threads / 32;
  if (lo >= hi) return {hi, hi, first_entry};
  const uint64_t window = lo / kWindowPoints;
  const uint64_t windows = (hi - 1) / kWindowPoints - window + 1;
  const uint64_t each = (windows + warps - 1) / warps;
  const uint64_t begin = (window + warp_id() * each) * kWindowPoints;
  const uint64_t end = begin + each * kWindowPoints;
  WarpShare<Point> share;
  share.from = static_cast<Point>(min(max(begin, static_cast<uint64_t>(lo)), static_cast<uint64_t>(hi)));
  share.to = static_cast<Point>(min(end, static_cast<uint64_t>(hi)));
  share.entry = begin > lo && begin < hi ? table.window_entry[begin / kWindowPoints] : first_entry;
  return share;
}

// Numbers the points of all runs.
template <class Point>
void index_runs(const RunTable<Point>& table, cudaStream_t stream) {
  const uint64_t chunks = (static_cast<uint64_t>(table.entries) + kChunkEntries - 1) / kChunkEntries;
  launch("sum_runs", sum_runs_kernel<Point>, (chunks + 7) / 8, 256, 0, stream, table);
  launch("scan_sums", scan_sums_kernel<Point>, 1, 1024, 0, stream, table.chunk_sums, static_cast<uint32_t>(chunks));
  launch("number_runs", number_runs_kernel<Point>, (chunks + 7) / 8, 256, 0, stream, table);
}

}  // namespace wreath::arrays::cuda_detail
