// SPDX-License-Identifier: MIT
//
// z[x[i]] = i and z[x[i]] = values[i] on the device: partition x once or twice, then scatter block by block of z.
#include <type_traits>

#include "core/arrays/cuda/plain.cuh"
#include "core/arrays/cuda/scatter.cuh"
#include "core/arrays/cuda/partition.cuh"

namespace wreath::arrays::cuda_detail {

namespace {

/// The pieces of scratch space of an inverse or a quotient. In two levels the first keys live in z.
template <class Point>
struct ScatterPlan {
  Status* status = nullptr;
  BucketMap map;
  BucketMap second_map;
  RunTable<Point> table;
  RunTable<Point> second_table;
  void* first = nullptr;
  void* second = nullptr;
  uint16_t* second_keys = nullptr;
  Point* second_values = nullptr;
  std::size_t scratch_bytes = 0;

  ScatterPlan(uint64_t n, bool with_values, const Tuning& tuning, void* scratch) {
    Arena arena(scratch);
    status = arena.take<Status>(1);
    if (n != 0 && tuning.variant == Variant::shared) take_one_level(arena, n, with_values, tuning);
    if (n != 0 && tuning.variant == Variant::two_level) take_two_levels(arena, n, with_values, tuning);
    require(tuning.variant != Variant::l2, "scatter: no such method");
    scratch_bytes = arena.used();
  }

 private:
  void take_one_level(Arena& arena, uint64_t n, bool with_values, const Tuning& tuning) {
    map = make_bucket_map(tuning.block_points, n);
    table = take_table<Point>(arena, map.count, n, tuning.tile_points);
    if (with_values) {
      first = arena.take<uint16_t>(n);
      second = arena.take<Point>(n);
    } else {
      first = arena.take<uint32_t>(n);  // keys with sources
    }
  }

  void take_two_levels(Arena& arena, uint64_t n, bool with_values, const Tuning& tuning) {
    const uint64_t parent_points = tuning.block_points * tuning.parent_buckets;
    require(tuning.second_tile_points % kWindowPoints == 0 && parent_points % tuning.second_tile_points == 0,
            "second_tile_points must be a multiple of 256 that divides parent_buckets * block_points");
    map = make_bucket_map(parent_points, n);
    table = take_table<Point>(arena, map.count, n, tuning.tile_points);
    second = with_values ? static_cast<void*>(arena.take<Point>(n)) : arena.take<uint16_t>(n);
    second_map = make_bucket_map(tuning.block_points, parent_points);
    second_table = take_table<Point>(arena, tuning.parent_buckets, n, tuning.second_tile_points);
    second_keys = arena.take<uint16_t>(n);
    second_values = arena.take<Point>(n);
  }
};

template <class Point, Payload payload>
void partition_and_scatter(const ScatterPlan<Point>& plan, const Point* x, const Point* values, uint64_t n, Point* z,
                           const Tuning& tuning, cudaStream_t stream) {
  const Limits limits = device_limits();
  require_block_fits<Point>(tuning, limits);

  PartitionJob<Point> partition;
  partition.x = x;
  partition.values = values;
  partition.n = n;
  partition.largest = static_cast<Point>(n - 1);
  partition.map = plan.map;
  partition.table = plan.table;
  partition.first = plan.first != nullptr ? plan.first : z;
  partition.second = plan.second;
  partition.status = plan.status;

  ScatterJob<Point> scatter;
  scatter.n = n;
  scatter.z = z;
  scatter.block_points = tuning.block_points;
  scatter.x = x;
  scatter.status = plan.status;
  const auto scatter_there = [&]<Payload kind>(std::integral_constant<Payload, kind>) {
    if constexpr (payload == Payload::source) {
      scatter_in_shared<Point, kind, Missed::holds_zero>(scatter, limits, stream);
    } else if (tuning.marks) {
      scatter_in_shared<Point, kind, Missed::has_no_mark>(scatter, limits, stream);
    } else {
      scatter_in_shared<Point, kind, Missed::unknown>(scatter, limits, stream);
    }
  };

  if (tuning.variant == Variant::shared) {
    partition_tiles<Point, uint16_t, payload>(partition, limits, stream);
    index_runs(plan.table, stream);
    scatter.table = plan.table;
    scatter.first = partition.first;
    scatter.second = partition.second;
    scatter.parent_buckets = plan.map.count;
    scatter.tiles_of_parent = plan.table.tiles;
    scatter_there(std::integral_constant<Payload, payload>{});
    return;
  }
  partition_tiles<Point, uint32_t, payload>(partition, limits, stream);
  index_runs(plan.table, stream);

  RepartitionJob<Point> again;
  again.from = plan.table;
  again.to = plan.second_table;
  again.n = n;
  again.keys = static_cast<const uint32_t*>(partition.first);
  again.second = plan.second;
  again.map = plan.second_map;
  again.tiles_of_parent = static_cast<uint32_t>(plan.map.points / tuning.second_tile_points);
  again.out_keys = plan.second_keys;
  again.out_values = plan.second_values;
  again.status = plan.status;
  repartition_runs<Point, payload>(again, limits, stream);
  index_runs(plan.second_table, stream);

  scatter.table = plan.second_table;
  scatter.first = plan.second_keys;
  scatter.second = plan.second_values;
  scatter.parent_buckets = tuning.parent_buckets;
  scatter.tiles_of_parent = again.tiles_of_parent;
  scatter_there(std::integral_constant<Payload, Payload::value>{});
}

}  // namespace

template <class Point>
std::size_t scatter_scratch_bytes(uint64_t n, bool with_values, const Tuning& tuning) {
  return ScatterPlan<Point>(n, with_values, tuning, nullptr).scratch_bytes;
}

template <class Point>
void enqueue_scatter(const Point* x, const Point* values, uint64_t n, Point* z, const Tuning& tuning, void* scratch,
                     cudaStream_t stream) {
  static_assert(std::is_same_v<Point, uint32_t> || std::is_same_v<Point, uint64_t>);
  require(sizeof(Point) == 8 || n >> 32 == 0, "4-byte points: fewer than 2^32");
  for (const void* pointer : {static_cast<const void*>(x), static_cast<const void*>(values), static_cast<const void*>(z),
                              static_cast<const void*>(scratch)}) {
    require_aligned(pointer);
  }
  const ScatterPlan<Point> plan(n, values != nullptr, tuning, scratch);
  WREATH_CUDA(cudaMemsetAsync(plan.status, 0xff, sizeof(Status), stream));
  if (n == 0) return;
  if (tuning.variant == Variant::plain) {
    scatter_plain(x, values, n, z, n, plan.status, stream);
  } else if (values != nullptr) {
    partition_and_scatter<Point, Payload::value>(plan, x, values, n, z, tuning, stream);
  } else {
    partition_and_scatter<Point, Payload::source>(plan, x, x, n, z, tuning, stream);
  }
}

#define WREATH_INSTANTIATE(Point)                                                   \
  template std::size_t scatter_scratch_bytes<Point>(uint64_t, bool, const Tuning&); \
  template void enqueue_scatter(const Point*, const Point*, uint64_t, Point*, const Tuning&, void*, cudaStream_t);
WREATH_INSTANTIATE(uint32_t)
WREATH_INSTANTIATE(uint64_t)

}  // namespace wreath::arrays::cuda_detail
