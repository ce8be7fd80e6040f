// SPDX-License-Identifier: MIT
#include "word/reduction/backend.hpp"

#include "core/features.hpp"
#include "core/run/option.hpp"
#include "word/reduction/scan_multiply.hpp"
#include "wreath/gpu.hpp"
#if WREATH_HAVE_CUDA
#include "word/reduction/cuda/gpu_reducer.hpp"
#include "word/reduction/cuda/scan_multiply.hpp"
#endif

namespace wreath::word {

std::unique_ptr<DeviceReducer> make_device_reducer([[maybe_unused]] const Machine& machine,
                                                   [[maybe_unused]] std::uint64_t memory) {
  require_gpu();
#if WREATH_HAVE_CUDA
  return make_gpu_reducer(machine, memory);
#else
  return nullptr;
#endif
}

Word multiply_by_scans(const Machine& machine, std::span<const Letter> u, std::span<const Letter> v, BackendChoice backend,
                       unsigned threads) {
  ScanMultiplier multiplier(machine, {.pieces = {.threads = threads}});
  if (backend == BackendChoice::cuda) {
    require_gpu();
#if WREATH_HAVE_CUDA
    DeviceScanMultiplier device(multiplier.tables());
    device.assign(u);
    device.multiply(v);
    return device.word();
#endif
  }
  Marks marks = multiplier.marks(u);
  multiplier.multiply(marks, v);
  return letters_of(machine.ref(), marks);
}

}  // namespace wreath::word
