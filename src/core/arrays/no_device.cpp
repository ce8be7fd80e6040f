// SPDX-License-Identifier: MIT
//
// Arrays on a GPU in a build without CUDA.
#include "core/arrays/device_array.hpp"
#include "core/features.hpp"
#include "core/run/left_out.hpp"

#if !WREATH_HAVE_CUDA

namespace wreath::arrays {

std::uint64_t usable_device_memory() {
  return 0;
}
std::uint64_t take_device(const RankHere&) {
  throw_no_gpu();
}
std::unique_ptr<DeviceArray> make_device_array(const DeviceArray::Shape&) {
  throw_no_gpu();
}

}  // namespace wreath::arrays

#endif
