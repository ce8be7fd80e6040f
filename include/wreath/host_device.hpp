// SPDX-License-Identifier: MIT
#pragma once

/// Marks functions that the host and a GPU compute alike; compilers for the host see plain functions.
#ifdef __CUDACC__
#define WREATH_HD __host__ __device__
#else
#define WREATH_HD
#endif
