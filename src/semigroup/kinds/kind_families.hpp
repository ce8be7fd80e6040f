// SPDX-License-Identifier: MIT
//
// Families of monoids whose elements are not transformations.
#pragma once

#include "core/run/stop_check.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

Generators partial_maps(const Generators& total, bool injective);  // those maps, and one that is undefined at point 0

Generators partition(unsigned n);
Generators brauer(unsigned n);
Generators jones(unsigned n);
Generators motzkin(unsigned n);

Generators boolean_matrices(unsigned n);
Generators unitriangular_boolean(unsigned n);
Generators reflexive_boolean(unsigned n, StopCheck& stop);

Generators general_linear(unsigned n, unsigned q);
Generators full_matrices(unsigned n, unsigned q);

}  // namespace wreath::semigroup
