// SPDX-License-Identifier: MIT
#pragma once

#include "perm/exponent.hpp"
#include "perm/file_tools.hpp"
#include "perm/plan.hpp"

namespace wreath::perm {

/// job.output = x^exponent, on disk or by several ranks.
FileReport power_on_disk(const Map& x, const Exponent& exponent, const FileJob& job, const Plan& plan);
FileReport power_by_ranks(const Map& x, const Exponent& exponent, const FileJob& job, const Plan& plan);

}  // namespace wreath::perm
