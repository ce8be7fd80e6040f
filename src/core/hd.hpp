// SPDX-License-Identifier: MIT
//
// WREATH_HD marks what host and device must compute alike; a host compiler sees plain inline functions.
#pragma once

#ifdef __CUDACC__
#define WREATH_HD __host__ __device__
#else
#define WREATH_HD
#endif
