// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/bucket_file.hpp"
#include "perm/disk/disk_map.hpp"
#include "perm/disk/job.hpp"

namespace wreath::perm::disk {

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

}  // namespace wreath::perm::disk
