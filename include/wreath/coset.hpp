// SPDX-License-Identifier: MIT
//
// Cosets of subgroups of finitely presented groups (Todd-Coxeter): all of the engine coset. Its headers can also be included one
// by one.
//
// Cosets are numbered from 0, and coset 0 is the subgroup. Everything acts on the right. A finished table is numbered in the
// order of a breadth-first search from coset 0, letters in their order, so it depends on the group, the subgroup and
// the letters alone: on no strategy, and on no number of threads.
#pragma once

#include "wreath/coset/enumeration.hpp"  // IWYU pragma: export
#include "wreath/coset/files.hpp"        // IWYU pragma: export
#include "wreath/coset/monoid.hpp"       // IWYU pragma: export
#include "wreath/coset/order.hpp"        // IWYU pragma: export
#include "wreath/coset/proof.hpp"        // IWYU pragma: export
#include "wreath/coset/report.hpp"       // IWYU pragma: export
#include "wreath/coset/subgroup.hpp"     // IWYU pragma: export
#include "wreath/coset/subgroups.hpp"    // IWYU pragma: export
#include "wreath/coset/table.hpp"        // IWYU pragma: export
