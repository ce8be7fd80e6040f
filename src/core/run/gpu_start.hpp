// SPDX-License-Identifier: MIT
//
// The start of a GPU: its first use takes some tenths of a second, which an automatic choice has to count, and in which the CPU
// can work.
#pragma once

namespace wreath {

/// Seconds of each command that uses a GPU: 0.25 to 0.35 on an H200 (bench/results/2026-11-18-choices-xeon-16-h200.json).
inline constexpr double kGpuStartSeconds = 0.3;

/// Starts the GPU in a thread of its own, unless that was done before, and returns at once.
void start_gpu();
/// Whether that is over: the GPU, if there is one, is ready.
bool gpu_start_is_over() noexcept;

}  // namespace wreath
