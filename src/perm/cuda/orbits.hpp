// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "wreath/run.hpp"

namespace wreath::perm {

/// labels[i] = the least point of i's orbit; returns the number of orbits. Nothing if the generators are not permutations. Throws
/// ResourceError if there is no room for three arrays on the GPU, and LimitReached.
std::optional<std::uint64_t> cuda_orbits(std::span<const std::span<const std::uint32_t>> generators,
                                         std::span<std::uint32_t> labels, RunControl* run);

}  // namespace wreath::perm
