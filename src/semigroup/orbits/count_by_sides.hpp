// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/semigroup/green.hpp"

namespace wreath::semigroup {

/// count_structure by the orbits of both sides, for bipartitions; maps have a faster way (green_count.hpp).
StructureCount count_by_sides(const Generators& generators, const StructureOptions& options, RunControl& run);

}  // namespace wreath::semigroup
