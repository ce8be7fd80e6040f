// SPDX-License-Identifier: MIT
//
// The permutation kernels as work put on a stream: nothing is waited for, and errors in x are only noted. device.cu and host.cu
// make functions for users of them; tests and benchmarks use them to force a method. For 4- and 8-byte points.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "core/arrays/cuda/tuning.hpp"

namespace wreath::arrays::cuda_detail {

/// Written by the kernels to the start of the scratch space; all ones means: none.
struct Status {
  unsigned long long first_bad;   // least i with x[i] out of range; z is then meaningless
  unsigned long long unbalanced;  // not all ones: x is not a bijection, and a scatter gave up; z is then meaningless
};
inline constexpr unsigned long long kNone = ~0ULL;

/// Of the current device.
Limits device_limits();

/// Waits for the stream and fetches the status.
Status read_status(const void* scratch, cudaStream_t stream);

/// All that can be wrong with the tuning or with pointers that are not aligned to 16 bytes is thrown as InternalError.
template <class Point>
std::size_t gather_scratch_bytes(std::uint64_t n, std::uint64_t y_size, const Tuning& tuning);
/// z[i] = y[x[i]], i < n, x into 0..y_size-1. z overlaps neither x nor y.
template <class Point>
void enqueue_gather(const Point* x, std::uint64_t n, const Point* y, std::uint64_t y_size, Point* z, const Tuning& tuning,
                    void* scratch, cudaStream_t stream);

template <class Point>
std::size_t scatter_scratch_bytes(std::uint64_t n, bool with_values, const Tuning& tuning);
/// z[x[i]] = values[i], or i without values, i < n. z overlaps neither x nor the values. Any x is safe. If it is not a bijection,
/// status.unbalanced says so for all tunings but the plain one, and those of values without marks; there z may hold instead one
/// of the values of every point that is hit, and zero or what it held at the others.
template <class Point>
void enqueue_scatter(const Point* x, const Point* values, std::uint64_t n, Point* z, const Tuning& tuning, void* scratch,
                     cudaStream_t stream);

}  // namespace wreath::arrays::cuda_detail
