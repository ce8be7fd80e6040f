// SPDX-License-Identifier: MIT
//
// What the GPU benchmark needs on the device besides the library: random permutations, and whether two arrays are equal.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace wreath::perm::bench {

/// A pseudorandom permutation of 0..n-1: the same for the same seed.
template <class Point>
void fill_random(Point* x, std::uint64_t n, std::uint32_t seed, cudaStream_t stream);

/// How many places differ; waits for the stream.
template <class Point>
std::uint64_t count_differences(const Point* a, const Point* b, std::uint64_t n, cudaStream_t stream);

}  // namespace wreath::perm::bench
