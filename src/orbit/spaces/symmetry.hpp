// SPDX-License-Identifier: MIT
//
// Symmetries of a Cayley graph that the cell form can use.
//
// If a permutation p of the points maps the set of generators to itself by conjugation, g and p^-1 g p are equally far from the
// identity. Rotations and reflections of the points, taken as a circle, are tried; those which keep the generators are a group.
// In the cell form such a map takes rows to rows if it keeps the set A of the five letters that are singled out. So the set is
// chosen for which most of the maps do that, one row of each orbit of rows is kept, and it is counted as often as the orbit has
// rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/algebra/stabilizer_chain.hpp"
#include "core/run/stop_check.hpp"
#include "wreath/orbit/generators.hpp"

namespace wreath::orbit {

/// The images of a set of points, as bits.
std::uint32_t image_of_set(std::uint32_t set, const Permutation& map);

/// Those of the circle's rotations and reflections, the identity first, that keep the set of generators.
std::vector<Permutation> circle_symmetries(const Generators& generators, StopCheck check = {});

struct CellSymmetry {
  std::vector<Permutation> maps;  // the identity first; all keep the set of generators and the set A
  Permutation numbers;            // of the letters: those of A have 0, 1, 2...
  std::string name = "none";      // "reflection (order 2)"

  std::uint32_t order() const noexcept { return static_cast<std::uint32_t>(maps.size()); }
};

/// No symmetry: A has the first letters.
CellSymmetry no_cell_symmetry(std::uint32_t degree);
/// The best choice for sets A of `inner` letters.
CellSymmetry find_cell_symmetry(const Generators& generators, std::uint32_t inner, const StopCheck& check = {});

}  // namespace wreath::orbit
