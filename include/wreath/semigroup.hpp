// SPDX-License-Identifier: MIT
//
// Semigroups of transformations and of other kinds of elements: all of the engine semigroup. Its headers can also be included one
// by one.
//
// Points, generators and elements are numbered from 0. Everything acts on the right: x*y is x first, then y. Elements are
// numbered in ShortLex order of their words: shorter words first, words of one length in the order of their generators. An
// element's word is the least that gives it. Numbers, words and graphs do not depend on the backend or on the threads.
#pragma once

#include "wreath/semigroup/cluster.hpp"      // IWYU pragma: export
#include "wreath/semigroup/enumeration.hpp"  // IWYU pragma: export
#include "wreath/semigroup/files.hpp"        // IWYU pragma: export
#include "wreath/semigroup/generators.hpp"   // IWYU pragma: export
#include "wreath/semigroup/green.hpp"        // IWYU pragma: export
#include "wreath/semigroup/kinds.hpp"        // IWYU pragma: export
#include "wreath/semigroup/levels.hpp"       // IWYU pragma: export
#include "wreath/semigroup/orbits.hpp"       // IWYU pragma: export
#include "wreath/semigroup/pictures.hpp"     // IWYU pragma: export
#include "wreath/semigroup/report.hpp"       // IWYU pragma: export
