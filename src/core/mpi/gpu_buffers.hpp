// SPDX-License-Identifier: MIT
//
// Where the data that GPUs exchange is kept during a transfer.
//
// An MPI that was built for GPUs sends from their memory and receives into it. Any other one is given memory of the host, pinned
// so that copies to and from the GPU go at the speed of the bus. All ranks decide here together.
#pragma once

#include <string>

#include "core/mpi/communicator.hpp"

namespace wreath::mpi {

enum class GpuBuffers { on_gpu, pinned };

struct GpuBuffersChoice {
  GpuBuffers where = GpuBuffers::pinned;
  std::string why;
  bool on_gpu() const { return where == GpuBuffers::on_gpu; }
};

/// On the GPUs if MPI reports on every rank that it takes their memory. WREATH_MPI_GPU_BUFFERS in the environment decides
/// instead: `gpu`, for an MPI that cannot be asked, or `pinned`. Throws InputError if it is anything else. Collective.
GpuBuffersChoice choose_gpu_buffers(Communicator& ranks);

}  // namespace wreath::mpi
