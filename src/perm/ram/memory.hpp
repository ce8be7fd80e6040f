// SPDX-License-Identifier: MIT
//
// What the partition in memory takes under a plan: the phases carve by it, and the planner asks for it.
#pragma once

#include <cstddef>

#include "perm/plan/plan.hpp"

namespace wreath::perm::ram {

/// Values have 1, 2, 4, ... 64 bytes, those of an inverse 4 or 8.
std::size_t scratch_bytes(Operation operation, std::size_t source, std::size_t target, std::size_t value_bytes,
                          const RamPlan& plan);

}  // namespace wreath::perm::ram
