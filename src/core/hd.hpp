// SPDX-License-Identifier: MIT
//
// WREATH_HD marks what host and device must compute alike; a host compiler sees plain inline functions.
#pragma once

#ifdef __CUDACC__
#define WREATH_HD __host__ __device__
#else
#define WREATH_HD
#endif

/// Before a loop whose indices must be constants in a kernel, because its arrays are registers.
#ifdef __CUDA_ARCH__
#define WREATH_UNROLL _Pragma("unroll")
#else
#define WREATH_UNROLL
#endif
