// SPDX-License-Identifier: MIT
//
// The start of a GPU: its first use takes some tenths of a second, which an automatic choice has to count, and in which the CPU
// can work.
#pragma once

#include <sys/types.h>

#include <thread>

namespace wreath {

/// Seconds of each command that uses a GPU. On an H200 the driver takes 0.1 s to find it and 0.1 s to make a context. A program
/// that ends 0.02 to 0.05 s after the start has begun waits 0.03 s for it; later, and at the end of any program that used it,
/// 0.005 s (program_end.hpp).
inline constexpr double kGpuStartSeconds = 0.2;

/// The start of the GPU in a thread of its own. Whoever begins it has it as a member, so that it does not outlast what it was
/// for: a process must not end while CUDA is being started.
class GpuStart {
 public:
  GpuStart() = default;
  ~GpuStart();
  GpuStart(const GpuStart&) = delete;
  GpuStart& operator=(const GpuStart&) = delete;

  /// Returns at once. Does nothing if a start was begun before, here or elsewhere.
  void begin();

 private:
  std::thread thread_;
  pid_t process_ = 0;  // which has the thread
};

/// Whether a start was begun and is over: the GPU, if there is one, is ready.
bool gpu_start_is_over() noexcept;
/// The same, after a wait for it of this many seconds at most.
bool gpu_start_is_over_within(double seconds);

}  // namespace wreath
