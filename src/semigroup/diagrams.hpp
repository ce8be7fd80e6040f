// SPDX-License-Identifier: MIT
#pragma once

#include "core/run/stop_check.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

/// The monoid of planar pairings of two rows of n dots, as transformations of itself by right multiplication.
Generators temperley_lieb(unsigned n, StopCheck& stop);

}  // namespace wreath::semigroup
