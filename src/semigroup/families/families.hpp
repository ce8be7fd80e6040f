// SPDX-License-Identifier: MIT
//
// Families whose generators take more than a few lines (families.cpp).
#pragma once

#include "core/run/stop_check.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

// --- kind_families.cpp: elements that are not transformations
Generators partial_maps(const Generators& total, bool injective);  // those maps, and one that is undefined at point 0

Generators partition(unsigned n);
Generators brauer(unsigned n);
Generators jones(unsigned n);
Generators motzkin(unsigned n);
/// The Jones monoid as transformations of itself by right multiplication. Throws Stopped if the run is to stop.
Generators temperley_lieb(unsigned n, StopCheck& stop);

Generators boolean_matrices(unsigned n);
Generators unitriangular_boolean(unsigned n);
Generators reflexive_boolean(unsigned n, StopCheck& stop);

Generators general_linear(unsigned n, unsigned q);
Generators full_matrices(unsigned n, unsigned q);

// --- coxeter.cpp
/// The biHecke monoid of a finite Coxeter group W of type A, B, D, E, F or H, on the elements of W: for each simple reflection s
/// first the map that sends w to the longer of w and ws, then for each the map that sends w to the shorter. Elements of W are
/// numbered as a breadth-first search from the identity meets them. Throws InputError if there is no such type, or if the group
/// is too large; Stopped if the run is to stop.
Generators bihecke_of_type(char type, unsigned rank, StopCheck& stop);

/// The 0-Renner monoid of type B or D, on the elements of the Renner monoid, numbered likewise. Throws InputError and
/// ResourceError likewise.
Generators renner_of_type(char type, unsigned rank, StopCheck& stop);

}  // namespace wreath::semigroup
