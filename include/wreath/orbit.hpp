// SPDX-License-Identifier: MIT
//
// Exact breadth-first search of Cayley graphs and orbits: levels, diameters, shortest words, distance oracles.
//
//   auto generators = wreath::orbit::open_generators("lrx:10");
//   wreath::orbit::Search search(generators, wreath::orbit::parse_start("", generators));
//   search.run();
//   search.levels();  // 1, 3, 6, 12, 24, 47, ...
//
// Generators act on the right, as everywhere in wreath: x*s*t is x, then s, then t.
#pragma once

#include "wreath/orbit/atlas.hpp"        // IWYU pragma: export
#include "wreath/orbit/action.hpp"       // IWYU pragma: export
#include "wreath/orbit/code_search.hpp"  // IWYU pragma: export
#include "wreath/orbit/generators.hpp"   // IWYU pragma: export
#include "wreath/orbit/oracle.hpp"       // IWYU pragma: export
#include "wreath/orbit/report.hpp"       // IWYU pragma: export
#include "wreath/orbit/search.hpp"       // IWYU pragma: export
#include "wreath/orbit/space.hpp"        // IWYU pragma: export
#include "wreath/orbit/words.hpp"        // IWYU pragma: export
