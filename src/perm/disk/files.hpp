// SPDX-License-Identifier: MIT
//
// Permutations that do not fit in memory, by a plan for the disk. Points of 4, 5 and 8 bytes.
#pragma once

#include <optional>

#include "perm/device_array.hpp"
#include "perm/file_tools.hpp"
#include "perm/plan.hpp"

namespace wreath::perm::disk {

/// x*y, x^-1 or x^-1*y. `device` is the array that the plan holds on a GPU, and null under other plans.
FileReport execute(const FileJob& job, const Plan& plan, DeviceArray* device);

/// The same permutation as random_file's.
FileReport random(const FileJob& job, const Plan& plan, std::uint64_t seed);
/// As find_defect; nothing if the run was asked to stop before it was known.
std::optional<Defect> check(const FileJob& job);

}  // namespace wreath::perm::disk
