// SPDX-License-Identifier: MIT
//
// Gather, scatter and inverse with implicit indices: Algorithms 4, 5 and 6 of Slavici, Dong, Kunkle and Cooperman.
//
// A random access costs a cache miss; a partition turns it into three or two sequential passes. The target (y of a gather, z
// of a scatter) is cut into blocks of 2^block_bits elements that fit the second-level cache, x into one segment per thread.
//
//   gather   z[i] = y[x[i]]   partition: each thread appends the offset of x[i] inside its block to the block's bucket;
//                             permute: bucket by bucket, offsets become values of y, the block being in cache;
//                             combine: x is read again, and the next value of x[i]'s bucket is z[i]. No index was stored.
//   scatter  z[x[i]] = y[i]   partition (offset, y[i]); permute: scatter each bucket into its block.
//   inverse  z[x[i]] = i      the same, but i is written as its distance from the bucket's previous element: the distances
//                             average the number of buckets, so offset and distance share 32 bits whatever the size of a
//                             point (a longer distance takes one word more).
//
// The paper counts each sub-bucket in a pass of its own. Here a bucket is a chain of chunks taken in turn from the segment's
// pool: no counting pass, any skew, and the open chunks lie together in a few huge pages instead of all over the
// scratch space. Buckets start at different lines of their first chunk, so that they do not all fall into the same cache sets.
//
// x need not be a bijection. It is checked tile by tile, just before its values are used as indices; the index of the first
// value out of range is returned, with z untouched. Where x is not injective the largest i wins, as in the obvious loop.
//
// Bytes moved per 4-byte element: gather 28 (32 with blocks above 2^16), inverse 20, scatter 32.
#pragma once

#include "perm/ram/implicit_gather.hpp"
#include "perm/ram/implicit_scatter.hpp"
