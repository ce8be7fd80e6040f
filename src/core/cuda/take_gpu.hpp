// SPDX-License-Identifier: MIT
//
// Which GPU a process computes on that shares its machine with others.
#pragma once

#include <cstdint>

#include "core/run/rank_here.hpp"

namespace wreath::cuda {

/// What a process has of its GPU.
struct GpuShare {
  unsigned sharers = 1;        // processes on this GPU
  std::uint64_t memory = 0;    // of the GPU, less what the driver needs, for this process
  std::uint64_t free_now = 0;  // the same of what is free now
};

/// Takes a GPU for the thread that calls: the processes of a machine take its GPUs in turn. Throws ResourceError without a GPU,
/// and where several processes would share one, which is slower than one process alone, unless WREATH_MPI_SHARE_GPUS=1 asks for
/// it.
GpuShare take_gpu(const RankHere& rank);

}  // namespace wreath::cuda
