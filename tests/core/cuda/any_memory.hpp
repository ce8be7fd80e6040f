// SPDX-License-Identifier: MIT
#pragma once

#include "core/cuda/buffer.hpp"

namespace wreath::test {

/// Between memories of the host and of a GPU: how ranks of a test (core/mpi/thread_ranks.hpp) send what is on GPUs.
inline void copy_any_memory(void* to, const void* from, std::size_t bytes) {
  cuda::copy_and_wait(to, from, bytes);
}

}  // namespace wreath::test
