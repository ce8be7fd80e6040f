// SPDX-License-Identifier: MIT
#include "coset/backend.hpp"

#include "core/features.hpp"
#include "wreath/gpu.hpp"
#if WREATH_HAVE_CUDA
#include "coset/cuda/backend.hpp"
#endif

namespace wreath::coset {

std::unique_ptr<Backend> make_device_backend([[maybe_unused]] CosetTable& table, [[maybe_unused]] const System& system,
                                             [[maybe_unused]] std::uint64_t most) {
  require_gpu();
#if WREATH_HAVE_CUDA
  return make_cuda_backend(table, system, most);
#else
  return nullptr;  // there is no GPU
#endif
}

}  // namespace wreath::coset
