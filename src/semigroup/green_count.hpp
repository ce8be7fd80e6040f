// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/semigroup/green.hpp"

namespace wreath::semigroup {

/// count_structure by orbits. Throws InputError if the generators are not valid, or of a kind that has no sides
/// (green/sided.hpp). A run that is stopped gives a partial result.
StructureCount count_green(const Generators& generators, const StructureOptions& options, RunControl& run);

}  // namespace wreath::semigroup
