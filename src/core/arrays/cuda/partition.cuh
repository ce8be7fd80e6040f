// SPDX-License-Identifier: MIT
//
// Products, inverses and quotients of huge permutations on one GPU, by partitioning. This is the first phase.
//
//   multiply  z[i] = y[x[i]]        inverse  z[x[i]] = i        divide  z[x[i]] = y[i]
//
// A plain gather or scatter moves a 64-byte piece of device memory for every 4-byte point. Partitioning moves every array a few
// times, in order, instead. The unit is the tile: a block sorts tile_points consecutive points of x by the block of y (or z) they
// point into, in shared memory, and writes the sorted tile back as one piece ("tile-major"). So no counting pass over x is
// needed, no space is reserved, and nothing can overflow whatever x is: a tile always has room for itself. Only the second phase
// meets short pieces, the runs of run_table.cuh.
//
//   multiply: partition (keys and, for every i, its 16-bit position in its sorted tile), gather bucket by bucket, each value into
//             the place of its key, then combine: each tile is put back in the order of i, in place in z.
//   inverse, divide: partition (key with the 16-bit index in the tile, or with the value), then scatter bucket by bucket.
//
// Ranks within a run come from atomic additions in shared memory, in any order: positions say where each point went, and the
// result does not depend on it. A point of x outside the range is never used as an index: it counts as point 0, and
// status.first_bad is the first i that has one.
//
// Fewest bytes per 4-byte point (8-byte point): multiply in L2 32 (52), in shared memory 28 (48); inverse in shared memory 16
// (24), in two levels 32 (48); divide in shared memory 24 (44), in two levels 40 (68).
#pragma once

#include <bit>
#include <type_traits>

#include "core/arrays/cuda/block_io.cuh"
#include "core/arrays/cuda/enqueue.hpp"
#include "core/arrays/cuda/run_table.cuh"

namespace wreath::arrays::cuda_detail {

// Which bucket a point belongs to. Blocks are of odd * 2^k points (7 * 2^13 4-byte points fill a multiprocessor's shared memory
// where 2^15 would fill half of it), and the division is a shift and one multiplication.

/// Splits 0..range-1 into blocks of `points`: bucket(x) = x / points, by one multiplication. points = odd * 2^k.
struct BucketMap {
  uint64_t points = 0;
  uint32_t count = 0;
  uint32_t shift = 0;
  uint32_t magic = 0;

  template <class Point>
  __device__ __forceinline__ uint32_t bucket(Point x) const {
    return __umulhi(static_cast<uint32_t>(x >> shift), magic);
  }
  template <class Point>
  __device__ __forceinline__ uint32_t key(Point x, uint32_t bucket) const {
    return static_cast<uint32_t>(x - static_cast<Point>(points) * bucket);
  }
};

inline BucketMap make_bucket_map(uint64_t points, uint64_t range) {
  if (points < 2 || points % 2 != 0 || points > (uint64_t{1} << 32)) throw InternalError("bucket map: bad block size");
  BucketMap map;
  map.points = points;
  const uint64_t blocks = (range + points - 1) / points;
  const int zeros = std::countr_zero(points);
  const uint64_t odd = points >> zeros;
  map.shift = static_cast<uint32_t>(odd == 1 ? zeros - 1 : zeros);
  const uint64_t divisor = odd == 1 ? 2 : odd;
  const uint64_t two32 = uint64_t{1} << 32;
  const uint64_t magic = (two32 + divisor - 1) / divisor;
  const uint64_t excess = magic * divisor - two32;
  const uint64_t largest = range == 0 ? 0 : (range - 1) >> map.shift;
  // floor(v * magic / 2^32) = floor(v / divisor) as long as v * excess < 2^32
  if (largest >= two32 || (excess != 0 && largest >= two32 / excess) || blocks >= (uint64_t{1} << 31))
    throw InternalError("bucket map: too many points for this block size");
  map.magic = static_cast<uint32_t>(magic);
  map.count = static_cast<uint32_t>(blocks);
  return map;
}

/// What travels with a key: its position in the sorted tile back to i (multiply), the 16-bit index in the tile (inverse), a
/// value.
enum class Payload { position, source, value };

// Sorted and constant x put a whole warp into one bucket; then one addition serves 128 points.
__device__ __forceinline__ bool warp_in_one_bucket(const uint32_t (&bucket)[4]) {
  const bool mine = bucket[0] == bucket[1] && bucket[1] == bucket[2] && bucket[2] == bucket[3];
  int same = 0;
  __match_all_sync(kWholeWarp, mine ? bucket[0] : 0x80000000u | lane_id(), &same);
  return same != 0;
}

// The block turns counts into starts, in place, and writes them to the tile's column of the run table. Returns the sum of the
// counts. The caller has synchronised the block since the last count; the block is synchronised on return.
template <int threads>
__device__ uint32_t counts_to_starts(uint32_t* counts, uint32_t buckets, uint16_t* starts, uint32_t tile, uint32_t tiles) {
  __shared__ uint32_t warp_sums[32];
  const uint32_t each = (buckets + threads - 1) / threads;
  const uint32_t first = min(threadIdx.x * each, buckets);
  const uint32_t last = min(first + each, buckets);
  uint32_t sum = 0;
  for (uint32_t bucket = first; bucket < last; ++bucket) sum += counts[bucket];
  const uint32_t within = scan_warp(sum);
  if (lane_id() == 31) warp_sums[warp_id()] = within;
  __syncthreads();
  if (warp_id() == 0) warp_sums[lane_id()] = scan_warp(lane_id() < threads / 32 ? warp_sums[lane_id()] : 0u);
  __syncthreads();
  uint32_t start = within - sum + (warp_id() == 0 ? 0 : warp_sums[warp_id() - 1]);
  for (uint32_t bucket = first; bucket < last; ++bucket) {
    const uint32_t count = counts[bucket];
    counts[bucket] = start;
    starts[static_cast<uint64_t>(bucket) * tiles + tile] = static_cast<uint16_t>(start);
    start += count;
  }
  const uint32_t total = warp_sums[31];
  if (threadIdx.x == 0) starts[static_cast<uint64_t>(buckets) * tiles + tile] = static_cast<uint16_t>(total);
  __syncthreads();
  return total;
}

/// What a tile becomes: `first` and, where it has a type, `second`, sorted by bucket.
template <class Point, class Key, Payload payload>
struct Staging {
  static constexpr bool packed = payload == Payload::source && sizeof(Key) == 2;  // key | index << 16
  static constexpr bool has_second = !packed && payload != Payload::position;
  using First = std::conditional_t<packed, uint32_t, Key>;
  using Second = std::conditional_t<payload == Payload::value, Point, uint16_t>;
  static std::size_t shared_bytes(uint32_t buckets, uint32_t tile_points) {
    return (std::size_t{buckets} + 3) / 4 * 16 + std::size_t{tile_points} * (sizeof(First) + (has_second ? sizeof(Second) : 0));
  }
};

template <class Point>
struct PartitionJob {
  const Point* x = nullptr;
  const Point* values = nullptr;  // Payload::value
  uint64_t n = 0;
  Point largest = 0;  // largest point allowed in x
  BucketMap map;
  RunTable<Point> table;
  void* first = nullptr;          // Staging::First, n of them, tile-major
  void* second = nullptr;         // Staging::Second
  uint16_t* positions = nullptr;  // Payload::position
  Status* status = nullptr;
};

// One block per tile. The tile is read twice, the second time from L2: counted into one shared counter per bucket, then placed.
// A thread takes four consecutive points at a time. Shared memory: 4 bytes per bucket and the sorted tile (2 to 12 bytes per
// point), so one or two blocks per multiprocessor. Device memory, per 4-byte point: 4 read, 2 to 8 written.
template <class Point, class Key, Payload payload, int threads>
__global__ void __launch_bounds__(threads, 1024 / threads) partition_tiles_kernel(const PartitionJob<Point> job) {
  using Layout = Staging<Point, Key, payload>;
  using First = typename Layout::First;
  using Second = typename Layout::Second;
  constexpr int batch = sizeof(Point) == 4 ? 3 : 2;  // of 2, 3, 4 and 8, 3 is 1 to 3% faster than the next
  const BucketMap map = job.map;
  const uint32_t tile_points = job.table.tile_points;
  uint32_t* const cursor = reinterpret_cast<uint32_t*>(dynamic_shared());
  First* const staged_first = reinterpret_cast<First*>(cursor + (map.count + 3) / 4 * 4);
  [[maybe_unused]] Second* const staged_second = reinterpret_cast<Second*>(staged_first + tile_points);

  const uint64_t base = static_cast<uint64_t>(blockIdx.x) * tile_points;
  const uint32_t count = static_cast<uint32_t>(min(static_cast<uint64_t>(tile_points), job.n - base));
  const Point* const x = job.x + base;
  const Point largest = job.largest;

  for (uint32_t bucket = threadIdx.x; bucket < map.count; bucket += threads) cursor[bucket] = 0;
  __syncthreads();

  for_each_quad<threads, batch, false, false>(
      x, x, count, [&](const Point(&points)[4], const Point(&)[4], uint32_t at, uint32_t valid, bool all) {
        uint32_t bucket[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          if (points[j] > largest) note_first(&job.status->first_bad, base + at + j);
          bucket[j] = map.bucket(points[j] > largest ? Point{0} : points[j]);
        }
        if (all && warp_in_one_bucket(bucket)) {
          if (lane_id() == 0) atomicAdd(&cursor[bucket[0]], 128u);
        } else {
#pragma unroll
          for (uint32_t j = 0; j < 4; ++j)
            if (j < valid) atomicAdd(&cursor[bucket[j]], 1u);
        }
      });
  __syncthreads();
  counts_to_starts<threads>(cursor, map.count, job.table.starts, blockIdx.x, job.table.tiles);

  constexpr bool with_values = payload == Payload::value;
  for_each_quad<threads, batch, true, with_values>(
      x, with_values ? job.values + base : x, count,
      [&](const Point(&points)[4], const Point(&values)[4], uint32_t at, uint32_t valid, bool all) {
        uint32_t bucket[4], key[4], slot[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          const Point point = points[j] > largest ? Point{0} : points[j];
          bucket[j] = map.bucket(point);
          key[j] = map.key(point, bucket[j]);
        }
        if (all && warp_in_one_bucket(bucket)) {
          uint32_t slots = 0;
          if (lane_id() == 0) slots = atomicAdd(&cursor[bucket[0]], 128u);
          slots = __shfl_sync(kWholeWarp, slots, 0) + lane_id() * 4;
#pragma unroll
          for (int j = 0; j < 4; ++j) slot[j] = slots + j;
        } else {
#pragma unroll
          for (uint32_t j = 0; j < 4; ++j) slot[j] = j < valid ? atomicAdd(&cursor[bucket[j]], 1u) : 0u;
        }
#pragma unroll
        for (uint32_t j = 0; j < 4; ++j) {
          if (j >= valid) continue;
          if constexpr (Layout::packed)
            staged_first[slot[j]] = key[j] | (at + j) << 16;
          else
            staged_first[slot[j]] = static_cast<First>(key[j]);
          if constexpr (payload == Payload::value)
            staged_second[slot[j]] = values[j];
          else if constexpr (Layout::has_second)
            staged_second[slot[j]] = static_cast<Second>(at + j);
        }
        if constexpr (payload == Payload::position) {
          uint16_t* const positions = job.positions + base + at;
          if (valid == 4) {
            store8_once(positions, make_uint2(slot[0] | slot[1] << 16, slot[2] | slot[3] << 16));
          } else {
#pragma unroll
            for (uint32_t j = 0; j < 4; ++j)
              if (j < valid) positions[j] = static_cast<uint16_t>(slot[j]);
          }
        }
      });
  __syncthreads();
  copy_out<threads>(static_cast<First*>(job.first) + base, staged_first, count);
  if constexpr (Layout::has_second) copy_out<threads>(static_cast<Second*>(job.second) + base, staged_second, count);
}

template <class Point, class Key, Payload payload>
void partition_tiles(const PartitionJob<Point>& job, const Limits& limits, cudaStream_t stream) {
  const std::size_t shared = Staging<Point, Key, payload>::shared_bytes(job.map.count, job.table.tile_points);
  launch_fitting("partition_tiles", partition_tiles_kernel<Point, Key, payload, 512>,
                 partition_tiles_kernel<Point, Key, payload, 1024>, job.table.tiles, shared, kStaticShared, limits, stream, job);
}

// How the scratch space of an operation is cut into pieces, of which the status is the first.

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

}  // namespace wreath::arrays::cuda_detail
