// SPDX-License-Identifier: MIT
//
// Files that fit in memory: read the arguments, work on arrays on huge pages, verify where asked, write the result. The arrays
// are multiplied, inverted and divided by the functions of wreath/perm.hpp, which plan each by itself.
#pragma once

#include <optional>
#include <vector>

#include "perm/exponent.hpp"
#include "perm/file_tools.hpp"
#include "perm/plan.hpp"

namespace wreath::perm::in_memory {

FileReport multiply(const FileJob& job, const Plan& plan);
FileReport inverse(const FileJob& job);
FileReport divide(const FileJob& job);
FileReport power(const FileJob& job, const Exponent& exponent);
FileReport representatives(const FileJob& job);
FileReport random(const FileJob& job, const Plan& plan, std::uint64_t seed);
std::optional<Defect> check(const FileJob& job);
std::vector<CycleCount> cycles(const FileJob& job);

}  // namespace wreath::perm::in_memory
