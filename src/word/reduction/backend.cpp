// SPDX-License-Identifier: MIT
#include "word/reduction/backend.hpp"

#include <algorithm>

#include "core/features.hpp"
#include "core/run/no_mpi.hpp"
#include "core/run/option.hpp"
#include "word/cluster_backend.hpp"
#include "word/reduction/scan_multiply.hpp"
#include "wreath/gpu.hpp"
#if WREATH_HAVE_CUDA
#include "word/reduction/cuda/gpu_reducer.hpp"
#include "word/reduction/cuda/scan_multiply.hpp"
#endif
#if WREATH_HAVE_MPI
#include "word/mpi/rank_reducer.hpp"
#endif

namespace wreath::word {

std::unique_ptr<DeviceReducer> make_device_reducer([[maybe_unused]] const ReductionMachine& machine,
                                                   [[maybe_unused]] std::uint64_t memory) {
  require_gpu();
#if WREATH_HAVE_CUDA
  return make_gpu_reducer(machine, memory);
#else
  return nullptr;
#endif
}

std::unique_ptr<ClusterBackend> make_cluster_backend([[maybe_unused]] const Group& group,
                                                     [[maybe_unused]] const ReduceOptions& options,
                                                     [[maybe_unused]] RunControl& run) {
#if WREATH_HAVE_MPI
  return std::make_unique<RankReducer>(group, options, run);
#else
  throw_no_mpi();
#endif
}

Word multiply_by_scans(const ReductionMachine& machine, std::span<const Letter> u, std::span<const Letter> v,
                       BackendChoice backend, unsigned threads, RunControl* run) {
  const auto multiply_in_parts = [&](std::size_t letters, const auto& multiply) {
    for (std::size_t i = 0; i < v.size(); i += letters) {
      if (run != nullptr && run->should_stop()) throw LimitReached("the run was stopped before the words were multiplied");
      multiply(v.subspan(i, std::min(letters, v.size() - i)));
    }
  };
  ScanMultiplier multiplier(machine, {.pieces = {.threads = threads}});
  if (backend == BackendChoice::cuda) {
    require_gpu();
#if WREATH_HAVE_CUDA
    DeviceScanMultiplier device(multiplier.tables());
    device.assign(u);
    multiply_in_parts(256, [&](std::span<const Letter> part) { device.multiply(part); });
    return device.word();
#endif
  }
  Marks marks = multiplier.marks(u);
  constexpr std::size_t kPerLook = 16;  // each letter may take a pass over u
  multiply_in_parts(kPerLook, [&](std::span<const Letter> part) { multiplier.multiply(marks, part); });
  return letters_of(machine.ref(), marks);
}

}  // namespace wreath::word
