// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "core/io/async_io.hpp"
#include "core/io/bucket_file.hpp"
#include "core/io/slices.hpp"
#include "perm/backend.hpp"
#include "perm/disk/disk_map.hpp"
#include "perm/plan/plan.hpp"
#include "wreath/perm.hpp"
#include "wreath/run.hpp"

namespace wreath::perm::disk {

/// What every phase of a run on disk works with.
struct Job {
  AsyncIo& io;
  const DiskPlan& plan;
  RunControl& run;
};

/// A part of a file that is to be written from its begin on.
struct Target {
  const DirectFile& file;
  std::uint64_t begin = 0;
};

/// What goes into the buckets beside the offset of x[i] in its block: a distance that gives i, or a value, such as y[i].
enum class Sent { distances, values };

/// The first phase of Algorithms 5 and 6. d: for each block of the target what x sends there: values of y, or distances if y is
/// null.
Outcome throw_into_buckets(const DiskMap& x, const DiskMap* y, std::uint64_t target, const Job& job, BucketFile& d);

/// The last phase: z[offset] = the value sent with it, block by block; z has `points` points of `value_bytes` bytes. Each
/// must be hit once, otherwise the outcome is bad_point.
Outcome scatter_buckets(const BucketFile& d, Sent sent, std::uint64_t points, unsigned value_bytes, const Job& job,
                        const Target& z);

// The three phases of Algorithm 3 (multiply.cpp). Each returns false where the run was asked to stop; its work is then undone.

/// d: for each block of y the offsets of x's points in it, in the order of x. Throws InputError at a value that is not a point of
/// y.
bool bucketize(const DiskMap& x, const MapSource& y, const Job& job, BucketFile& d);
/// Each offset in d becomes y's value there, in `values`: another file, or d itself where values have as many bytes as offsets.
bool permute_buckets(const DiskMap& y, const Job& job, const BucketFile& d, BucketFile& values);
/// z[i] = the next value in x[i]'s bucket.
bool combine_buckets(const DiskMap& x, const DiskMap& y, const Job& job, const BucketFile& values, const Target& z);

/// Throws InputError: this value of x is not a point of y.
[[noreturn]] void throw_bad_point(const MapSource& x, const MapSource& y, std::uint64_t index, std::uint64_t value);

// Where one of the arrays fits in memory, the others pass by once (resident.cpp).

/// z[i] = y[x[i]] with y in memory. Throws InputError at a value that is not a point of y.
Outcome multiply_resident(const DiskMap& x, const DiskMap& y, const Job& job, const Target& z);
/// z[x[i]] = y[i], or i where y is null, with z in memory.
Outcome scatter_resident(const DiskMap& x, const DiskMap* y, const Job& job, const Target& z);

/// As multiply_resident and scatter_resident, with y (or z) in the array; y is null for the inverse.
Outcome multiply_on_device(const DiskMap& x, const DiskMap& y, DeviceArray& array, const Job& job, const Target& z);
Outcome scatter_on_device(const DiskMap& x, const DiskMap* y, DeviceArray& array, const Job& job, const Target& z);

/// The first index of x whose value is not a point or appeared before; nothing if the run was asked to stop before that was
/// known. x is read once for each range of points whose bits fit in memory.
std::optional<Defect> find_defect_on_disk(const DiskMap& x, std::uint64_t memory, unsigned threads, RunControl& run);

/// Throws InputError at the first value of x that is not a point of y. Returns if there is none, or the run is asked to stop.
void require_points_of(const DiskMap& x, const MapSource& y, RunControl& run);

/// Single values of a file, read as they are asked for.
class SampleReader {
 public:
  explicit SampleReader(const DiskMap& map);
  SampleReader(const DirectFile& file, std::uint64_t begin, unsigned width);
  std::uint64_t operator[](std::uint64_t index) const;

 private:
  const DirectFile& file_;
  std::uint64_t begin_;
  unsigned width_;
};

}  // namespace wreath::perm::disk
