// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/gpu.hpp"

namespace wreath::cuda {

// What wreath/gpu.hpp asks of CUDA.
Gpus find_gpus();
std::string first_name();

}  // namespace wreath::cuda
