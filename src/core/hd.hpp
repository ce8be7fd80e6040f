// SPDX-License-Identifier: MIT
//
// WREATH_HD, which the public header defines, marks what host and device must compute alike.
#pragma once

#include "wreath/host_device.hpp"

/// Before a loop whose indices must be constants in a kernel, because its arrays are registers.
#ifdef __CUDA_ARCH__
#define WREATH_UNROLL _Pragma("unroll")
#else
#define WREATH_UNROLL
#endif
