// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include "perm/device_array.hpp"

namespace wreath::perm {

/// Free memory of the GPU, less what the driver may need itself; 0 without a GPU.
std::uint64_t usable_cuda_memory();
/// See take_device (perm/backend.hpp).
std::uint64_t take_cuda_device(unsigned rank_here, unsigned ranks_here);

/// An array in the GPU's memory for operations on files. Throws ResourceError if it does not fit.
std::unique_ptr<DeviceArray> make_cuda_array(const DeviceArray::Shape& shape);

}  // namespace wreath::perm
