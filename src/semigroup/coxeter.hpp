// SPDX-License-Identifier: MIT
#pragma once

#include "core/run/stop_check.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

/// The biHecke monoid of a finite Coxeter group W of type A, B, D, E, F or H, on the elements of W: for each simple reflection s
/// first the map that sends w to the longer of w and ws, then for each the map that sends w to the shorter. Elements of W are
/// numbered as a breadth-first search from the identity meets them. Throws InputError if there is no such type, or if the group
/// is too large; Stopped if the run is to stop.
Generators bihecke_of_type(char type, unsigned rank, StopCheck& stop);

/// The 0-Renner monoid of type B or D, on the elements of the Renner monoid, numbered likewise. Throws InputError and
/// ResourceError likewise.
Generators renner_of_type(char type, unsigned rank, StopCheck& stop);

}  // namespace wreath::semigroup
