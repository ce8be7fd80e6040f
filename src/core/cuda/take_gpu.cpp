// SPDX-License-Identifier: MIT
#include "core/cuda/take_gpu.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "core/cuda/check.hpp"
#include "core/text/units.hpp"
#include "wreath/gpu.hpp"
#include "wreath/run.hpp"

namespace wreath::cuda {

namespace {

constexpr const char* kShareVariable = "WREATH_MPI_SHARE_GPUS";

bool sharing_is_asked_for() {
  const char* text = std::getenv(kShareVariable);
  if (text == nullptr || std::string_view(text).empty() || std::string_view(text) == "0") return false;
  if (std::string_view(text) == "1") return true;
  throw InputError(fmt::format("{}={}: expected 0 or 1", kShareVariable, text));
}

}  // namespace

GpuShare take_gpu(const RankHere& rank) {
  require_gpu();
  int devices = 0;
  check(cudaGetDeviceCount(&devices), "the number of GPUs");
  const auto count = static_cast<unsigned>(devices);
  if (rank.ranks > count && !sharing_is_asked_for()) {
    throw ResourceError(
        fmt::format("{} on this machine would share {}. That takes several times as long as one rank with it: start one rank "
                    "for each GPU, or set {}=1 on all ranks",
                    counted(rank.ranks, "rank"), counted(count, "GPU"), kShareVariable));
  }
  const unsigned device = rank.rank % count;
  check(cudaSetDevice(static_cast<int>(device)), "taking a GPU");
  std::size_t free = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free, &total), "the memory of a GPU");
  GpuShare share;
  share.sharers = std::max(1U, (rank.ranks - device + count - 1) / count);
  share.memory = (total - total / 16) / share.sharers;
  share.free_now = std::min(free, total - total / 16) / share.sharers;
  return share;
}

}  // namespace wreath::cuda
