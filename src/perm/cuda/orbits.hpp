// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "wreath/run.hpp"

namespace wreath::perm {

/// labels[i] = the least point of i's orbit, and schreier[i] unless it is empty; returns the number of orbits. Nothing if the
/// generators are not permutations. Throws ResourceError if there is no room for three arrays on the GPU, and LimitReached.
std::optional<std::uint64_t> cuda_orbits(std::span<const std::span<const std::uint32_t>> generators,
                                         std::span<std::uint32_t> labels, std::span<std::int8_t> schreier, RunControl* run);

}  // namespace wreath::perm
