// SPDX-License-Identifier: MIT
//
// Which bucket a point belongs to. Blocks are of odd * 2^k points (7 * 2^13 4-byte points fill a multiprocessor's shared memory
// where 2^15 would fill half of it), and the division is a shift and one multiplication.
#pragma once

#include <bit>

#include "perm/cuda/device_access.cuh"

namespace wreath::perm::cuda_detail {

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

}  // namespace wreath::perm::cuda_detail
