// SPDX-License-Identifier: MIT
#pragma once

#include "flip/scheme/symmetry.hpp"
#include "wreath/flip.hpp"

namespace wreath::flip {

/// A scheme with the symmetry c2 that a short search found: it has half orbits.
inline Scheme mirrored_scheme(const Shape& shape, const Swaps& swaps) {
  SearchOptions options;
  options.machine.backend = BackendChoice::cpu;
  options.symmetry = Symmetry::c2;
  options.swaps = {swaps.begin(), swaps.end()};
  options.walks = 4;
  options.steps = 500'000;
  RunControl run;
  Search search(shape, options, &run);
  while (search.advance(&run)) {
  }
  return search.result().bests.back().scheme;
}

}  // namespace wreath::flip
