// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>

#include "core/run/memory.hpp"

namespace wreath::cuda {

/// Throws ResourceError that names the call where CUDA reports a failure, MemoryError if the GPU's memory is full.
inline void check(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  cudaGetLastError();  // clears it, so that the next call does not report it again
  const std::string message = std::string("CUDA: ") + call + ": " + cudaGetErrorString(status);
  if (status == cudaErrorMemoryAllocation) throw MemoryError(message);
  throw ResourceError(message);
}

/// As many blocks as these items fill.
inline unsigned blocks_for(std::uint64_t items, std::uint64_t per_block) {
  return static_cast<unsigned>((items + per_block - 1) / per_block);
}

}  // namespace wreath::cuda

#define WREATH_CUDA(call) ::wreath::cuda::check((call), #call)
/// After a kernel launch: reports a bad launch at once.
#define WREATH_CUDA_LAUNCHED() ::wreath::cuda::check(cudaGetLastError(), "kernel launch")
