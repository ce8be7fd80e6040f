// SPDX-License-Identifier: MIT
#include "core/mpi/gpu_buffers.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

#include "wreath/run.hpp"

namespace wreath::mpi {

namespace {

constexpr const char* kGpuBuffersVariable = "WREATH_MPI_GPU_BUFFERS";

}  // namespace

GpuBuffersChoice choose_gpu_buffers(Communicator& ranks) {
  const char* text = std::getenv(kGpuBuffersVariable);
  const std::string_view asked = text == nullptr ? "" : text;
  together(ranks, [&] {
    if (asked.empty() || asked == "gpu" || asked == "pinned") return;
    throw InputError(fmt::format("{}={}: expected gpu or pinned", kGpuBuffersVariable, asked));
  });
  const bool can = asked.empty() ? ranks.takes_gpu_memory() : asked == "gpu";
  const bool all_can = !any_of(ranks, !can);
  const bool some_asked = any_of(ranks, !asked.empty());
  const GpuBuffers where = all_can ? GpuBuffers::on_gpu : GpuBuffers::pinned;
  if (some_asked) return {where, fmt::format("{} is set", kGpuBuffersVariable)};
  return {where, all_can ? "MPI sends the memory of GPUs" : "MPI does not send the memory of GPUs"};
}

}  // namespace wreath::mpi
