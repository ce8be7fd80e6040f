// SPDX-License-Identifier: MIT
//
// The start of a GPU: its first use takes some tenths of a second, which an automatic choice has to count, and in which the CPU
// can work.
#pragma once

namespace wreath {

/// Seconds of each command that uses a GPU. On an H200 `orbit growth` of lrx:12, sliding:2x6 and mathieu:24 took 0.34 to 0.44 s
/// with it, of which the search itself is a small part.
inline constexpr double kGpuStartSeconds = 0.3;

/// Starts the GPU in a thread of its own, unless that was done before, and returns at once.
void start_gpu();
/// Whether that is over: the GPU, if there is one, is ready.
bool gpu_start_is_over() noexcept;

}  // namespace wreath
