// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

/// Monoids of diagrams on two rows of n dots, as transformations of themselves by right multiplication.
Generators temperley_lieb(unsigned n);
Generators motzkin(unsigned n);
Generators brauer(unsigned n);

}  // namespace wreath::semigroup
