// SPDX-License-Identifier: MIT
//
// z[i] = y[x[i]] on the device: partition x, gather bucket by bucket, combine.
#include <algorithm>
#include <type_traits>

#include "core/arrays/cuda/gather.cuh"
#include "core/arrays/cuda/plain.cuh"
#include "core/arrays/cuda/partition.cuh"

namespace wreath::arrays::cuda_detail {

Limits device_limits() {
  int device = 0;
  WREATH_CUDA(cudaGetDevice(&device));
  int shared = 0;
  int l2 = 0;
  WREATH_CUDA(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  WREATH_CUDA(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, device));
  return {static_cast<std::size_t>(shared), static_cast<std::size_t>(l2)};
}

Status read_status(const void* scratch, cudaStream_t stream) {
  Status status{};
  WREATH_CUDA(cudaMemcpyAsync(&status, scratch, sizeof status, cudaMemcpyDeviceToHost, stream));
  WREATH_CUDA(cudaStreamSynchronize(stream));
  return status;
}

namespace {

/// The pieces of scratch space of a product. 4-byte keys live in z and so do the values that replace them, so that 4-byte points
/// take 2 bytes of scratch per point in L2 and 4 in shared memory, and the run table.
template <class Point>
struct GatherPlan {
  Status* status = nullptr;
  BucketMap map;
  RunTable<Point> table;
  uint16_t* positions = nullptr;
  void* keys = nullptr;  // null: the keys live in z
  std::size_t scratch_bytes = 0;

  GatherPlan(uint64_t n, uint64_t y_size, const Tuning& tuning, void* scratch) {
    Arena arena(scratch);
    status = arena.take<Status>(1);
    if (n != 0 && y_size != 0 && tuning.variant != Variant::plain) {
      require(tuning.variant == Variant::shared || tuning.variant == Variant::l2, "multiply: no such method");
      map = make_bucket_map(tuning.block_points, y_size);
      table = take_table<Point>(arena, map.count, n, tuning.tile_points);
      positions = arena.take<uint16_t>(n);
      if (tuning.variant == Variant::shared) {
        keys = arena.take<uint16_t>(n);
      } else if (sizeof(Point) != 4) {
        keys = arena.take<uint32_t>(n);
      }
    }
    scratch_bytes = arena.used();
  }
};

// A block's points at most: four times as many as the buckets have on average.
constexpr uint64_t kSliceFactor = 4;

template <class Point>
void gather_in_shared(GatherJob<Point> job, const Limits& limits, cudaStream_t stream) {
  const std::size_t shared = job.block_points * sizeof(Point);
  const uint64_t average = divide_up(job.n, job.table.rows);
  job.slice_points = divide_up(std::max<uint64_t>(kSliceFactor * average, 4096), kWindowPoints) * kWindowPoints;
  const uint64_t blocks = job.table.rows + (job.n - 1) / job.slice_points;
  launch_fitting("gather_in_shared", gather_in_shared_kernel<Point, 512>, gather_in_shared_kernel<Point, 1024>, blocks, shared, 0,
                 limits, stream, job);
}

template <class Point>
void gather_in_l2(const GatherJob<Point>& job, cudaStream_t stream) {
  constexpr uint64_t share = kL2Threads / 32 * kL2WarpPoints;
  launch("gather_in_l2", gather_in_l2_kernel<Point>, divide_up(job.n, share), kL2Threads, 0, stream, job);
}

template <class Point>
void combine_tiles(Point* z, const GatherPlan<Point>& plan, uint64_t n, const Limits& limits, cudaStream_t stream) {
  const uint32_t tile_points = plan.table.tile_points;
  const std::size_t shared = std::size_t{tile_points} * sizeof(Point);
  launch_fitting("combine_tiles", combine_tiles_kernel<Point, 512>, combine_tiles_kernel<Point, 1024>, plan.table.tiles, shared,
                 0, limits, stream, z, plan.positions, n, tile_points);
}

}  // namespace

template <class Point>
std::size_t gather_scratch_bytes(uint64_t n, uint64_t y_size, const Tuning& tuning) {
  return GatherPlan<Point>(n, y_size, tuning, nullptr).scratch_bytes;
}

template <class Point>
void enqueue_gather(const Point* x, uint64_t n, const Point* y, uint64_t y_size, Point* z, const Tuning& tuning, void* scratch,
                    cudaStream_t stream) {
  static_assert(std::is_same_v<Point, uint32_t> || std::is_same_v<Point, uint64_t>);
  require(sizeof(Point) == 8 || n >> 32 == 0, "4-byte points: fewer than 2^32");
  for (const void* pointer : {static_cast<const void*>(x), static_cast<const void*>(y), static_cast<const void*>(z),
                              static_cast<const void*>(scratch)}) {
    require_aligned(pointer);
  }
  if (sizeof(Point) == 4) y_size = std::min(y_size, uint64_t{1} << 32);  // x cannot point beyond
  const GatherPlan<Point> plan(n, y_size, tuning, scratch);
  WREATH_CUDA(cudaMemsetAsync(plan.status, 0xff, sizeof(Status), stream));
  if (n == 0) return;
  if (y_size == 0) {  // no point is allowed
    WREATH_CUDA(cudaMemsetAsync(&plan.status->first_bad, 0, sizeof(plan.status->first_bad), stream));
    return;
  }
  if (tuning.variant == Variant::plain) {
    gather_plain(x, n, y, y_size, z, plan.status, stream);
    return;
  }
  const Limits limits = device_limits();

  PartitionJob<Point> partition;
  partition.x = x;
  partition.n = n;
  partition.largest = static_cast<Point>(y_size - 1);
  partition.map = plan.map;
  partition.table = plan.table;
  partition.first = plan.keys != nullptr ? plan.keys : z;
  partition.positions = plan.positions;
  partition.status = plan.status;

  GatherJob<Point> gather;
  gather.table = plan.table;
  gather.n = n;
  gather.keys = partition.first;
  gather.y = y;
  gather.y_size = y_size;
  gather.values = z;
  gather.block_points = tuning.block_points;

  if (tuning.variant == Variant::shared) {
    require_block_fits<Point>(tuning, limits);
    partition_tiles<Point, uint16_t, Payload::position>(partition, limits, stream);
    index_runs(plan.table, stream);
    gather_in_shared(gather, limits, stream);
  } else {
    partition_tiles<Point, uint32_t, Payload::position>(partition, limits, stream);
    index_runs(plan.table, stream);
    gather_in_l2(gather, stream);
  }
  combine_tiles(z, plan, n, limits, stream);
}

#define WREATH_INSTANTIATE(Point)                                                      \
  template std::size_t gather_scratch_bytes<Point>(uint64_t, uint64_t, const Tuning&); \
  template void enqueue_gather(const Point*, uint64_t, const Point*, uint64_t, Point*, const Tuning&, void*, cudaStream_t);
WREATH_INSTANTIATE(uint32_t)
WREATH_INSTANTIATE(uint64_t)
#undef WREATH_INSTANTIATE

}  // namespace wreath::arrays::cuda_detail
