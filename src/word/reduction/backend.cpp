// SPDX-License-Identifier: MIT
#include "word/reduction/backend.hpp"

#include <algorithm>

#include "core/features.hpp"
#include "core/run/left_out.hpp"
#include "core/text/option.hpp"
#include "word/reduction/scan_multiply.hpp"
#if WREATH_HAVE_CUDA
#include "word/reduction/cuda/scan_multiply.hpp"
#endif

namespace wreath::word {

#if !WREATH_HAVE_CUDA
std::unique_ptr<DeviceReducer> make_device_reducer(const ReductionMachine&, std::uint64_t) {
  throw_no_gpu();
}
#endif
#if !WREATH_HAVE_MPI
std::unique_ptr<ClusterBackend> make_cluster_backend(const Group&, const ReduceOptions&, RunControl&) {
  throw_no_mpi();
}
#endif

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
