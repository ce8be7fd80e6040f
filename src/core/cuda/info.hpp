// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/gpu.hpp"

namespace wreath::cuda {

// What wreath/gpu.hpp asks of CUDA.
Gpus find_gpus();
std::string first_name();
/// Makes the context of the first GPU, which later calls use.
void open_first();

}  // namespace wreath::cuda
