// SPDX-License-Identifier: MIT
//
// Algorithm 2 of Slavici, Dong, Kunkle and Cooperman (ISSAC 2010): buckets of records, each an offset with the index that it came
// from. Where wreath's buckets keep their order (multiply) or hold distances (inverse), these hold whole indices: more bytes.
//
//   multiply   (x[i], i) to the bucket of x[i]; (i, y[x[i]]) to the bucket of i; scattered into z
//   inverse    (x[i], i) to the bucket of x[i]; scattered into z
#pragma once

#include "perm/disk/job.hpp"

namespace wreath::perm::disk {

/// d: for each block of the target the offsets of x's points there, with their indices, in records of that width.
Outcome throw_indices(const DiskMap& x, std::uint64_t target, unsigned index_bytes, const Job& job, BucketFile& d);

/// What throw_indices put into d, with y's values in place of the offsets, to the buckets of the indices' blocks.
Outcome forward_values(const DiskMap& y, const BucketFile& d, unsigned index_bytes, const Job& job, BucketFile& to);
/// The memory that it takes.
std::uint64_t forward_memory(const Task& task, const DiskPlan& plan);

}  // namespace wreath::perm::disk
