// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "wreath/perm.hpp"

namespace wreath::perm {

/// Sends x and y to the GPU, then the seconds of the fastest of `repetitions` operations on them there. Throws ResourceError if
/// there is none.
double time_on_device(Operation operation, std::span<const std::uint32_t> x, std::span<const std::uint32_t> y, Method method,
                      int repetitions);

}  // namespace wreath::perm
