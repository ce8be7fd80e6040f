// SPDX-License-Identifier: MIT
#include "bench/baselines/perm/device_timing.hpp"

#include "core/features.hpp"
#include "core/run/left_out.hpp"

namespace wreath::perm {

#if !WREATH_HAVE_CUDA
double time_on_device(Operation, std::span<const std::uint32_t>, std::span<const std::uint32_t>, Method, int) {
  throw_no_gpu();
}
#endif

}  // namespace wreath::perm
