// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/io/bucket_file.hpp"
#include "perm/disk/disk_map.hpp"
#include "perm/disk/job.hpp"

namespace wreath::perm::disk {

/// How a phase ended.
enum class Outcome { done, stopped, bad_point };

/// What goes into the buckets beside the offset of x[i] in its block: a distance that gives i, or a value, such as y[i].
enum class Sent { distances, values };

/// The first phase of Algorithms 5 and 6. d: for each block of the target what x sends there: values of y, or distances if y is
/// null.
Outcome throw_into_buckets(const DiskMap& x, const DiskMap* y, std::uint64_t target, const Job& job, BucketFile& d);

/// The last phase: z[offset] = the value sent with it, block by block; z has `points` points of `value_bytes` bytes. Each
/// must be hit once, otherwise the outcome is bad_point.
Outcome scatter_buckets(const BucketFile& d, Sent sent, std::uint64_t points, unsigned value_bytes, const Job& job,
                        const Target& z);

}  // namespace wreath::perm::disk
