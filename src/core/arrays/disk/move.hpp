// SPDX-License-Identifier: MIT
//
// Values moved along a map on disk, in phases: gather z[i] = y[x[i]], scatter z[x[i]] = y[i], invert z[x[i]] = i.
//
// Each phase works within the memory that the function beside it computes from the plan. All return how they ended: done,
// stopped because the run was asked to, or bad_point where a value of x is not an index, or is one for the second time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/arrays/device_array.hpp"
#include "core/arrays/disk/file_array.hpp"
#include "core/io/bucket_file.hpp"
#include "wreath/run.hpp"

namespace wreath::arrays {

/// How an array on disk is cut.
struct DiskPlan {
  unsigned block_bits = 22;                         // of the array that is accessed at random
  std::size_t chunk_words = std::size_t{1} << 16;   // of buckets; a multiple of kDiskBlock
  std::size_t slice_points = std::size_t{1} << 20;  // of what passes by; a multiple of kDiskBlock
  unsigned ahead = 4;                               // slices read before they are needed, and written after
  unsigned threads = 1;
  unsigned word_bytes = 4;  // what is put into a bucket for each point

  std::uint64_t block() const { return std::uint64_t{1} << block_bits; }
  std::size_t buckets(std::uint64_t target) const { return (target >> block_bits) + 1; }
};

/// What the memory of a phase depends on beside the plan.
struct Shape {
  std::uint64_t source = 0;  // elements of x
  std::uint64_t target = 0;  // of y in a gather, of z otherwise
  unsigned point_bytes = 4;
  unsigned value_bytes = 4;
};

/// What a plan of bytes does not see: arrays take whole huge pages, threads stacks, and lists of chunks some bytes for each.
inline constexpr std::uint64_t kUncounted = std::uint64_t{12} << 20;

enum class Outcome { done, stopped, bad_point };

/// What every phase works with.
struct DiskJob {
  AsyncIo& io;
  const DiskPlan& plan;
  RunControl& run;
};

/// A part of a file that is to be written from its begin on.
struct Target {
  const DirectFile& file;
  std::uint64_t begin = 0;
};

// --- gather in three phases (gather.cpp): Algorithm 3 of Slavici, Dong, Kunkle and Cooperman

/// d: for each block of y, of `target` values, the offsets of x's points in it, in the order of x.
Outcome bucketize(const FileArray& x, std::uint64_t target, const DiskJob& job, BucketFile& d);
/// Each offset in d becomes y's value there, in `values`: another file, or d itself where values have as many bytes as offsets.
Outcome permute_buckets(const FileArray& y, const DiskJob& job, const BucketFile& d, BucketFile& values);
/// z[i] = the next value, of `value_bytes` bytes, in x[i]'s bucket.
Outcome combine_buckets(const FileArray& x, std::uint64_t target, unsigned value_bytes, const DiskJob& job,
                        const BucketFile& values, const Target& z);
/// Of all three.
std::uint64_t gather_memory(const Shape& shape, const DiskPlan& plan);

// --- scatter in two phases (scatter.cpp): Algorithms 5 and 6

/// What goes into the buckets beside the offset of x[i] in its block: a distance that gives i, or a value, such as y[i].
enum class Sent { distances, values };

/// d: for each block of the target what x sends there: values of y, or distances if y is null.
Outcome throw_into_buckets(const FileArray& x, const FileArray* y, std::uint64_t target, const DiskJob& job, BucketFile& d);
std::uint64_t throw_memory(const Shape& shape, const DiskPlan& plan);
/// z[offset] = the value sent with it, block by block; z has `points` points of `value_bytes` bytes. Each must be hit once.
Outcome scatter_buckets(const BucketFile& d, Sent sent, std::uint64_t points, unsigned value_bytes, const DiskJob& job,
                        const Target& z);
std::uint64_t scatter_memory(unsigned value_bytes, const DiskPlan& plan);

// --- where one of the arrays fits in memory, or on a device, the others pass by once (resident.cpp)

/// z[i] = y[x[i]] with y in memory.
Outcome gather_resident(const FileArray& x, const FileArray& y, const DiskJob& job, const Target& z);
/// z[x[i]] = y[i], or i where y is null, with z in memory.
Outcome scatter_resident(const FileArray& x, const FileArray* y, const DiskJob& job, const Target& z);
std::uint64_t resident_memory(bool gathers, const Shape& shape, const DiskPlan& plan);

/// The same with y (or z) in the array.
Outcome gather_on_device(const FileArray& x, const FileArray& y, DeviceArray& array, const DiskJob& job, const Target& z);
Outcome scatter_on_device(const FileArray& x, const FileArray* y, DeviceArray& array, const DiskJob& job, const Target& z);
/// Points are below `limit`.
DeviceArray::Shape device_shape(bool gathers, const Shape& shape, const DiskPlan& plan, std::uint64_t limit);

}  // namespace wreath::arrays
