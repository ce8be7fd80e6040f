// SPDX-License-Identifier: MIT
#include "core/algebra/finite_ring.hpp"
#include "format/gap.hpp"
#include "open/gap_matrices.hpp"
#include "wreath/orbit/action.hpp"

namespace wreath::orbit {

std::string print_gap(const Generators& generators) {
  const bool matrices = generators.moves == Moves::matrices;
  if (matrices && !generators.over_field && !FiniteRing(generators.modulus).is_field())
    throw InputError("GAP text has matrices over fields, and these are modulo " + std::to_string(generators.modulus));
  if (!matrices && generators.moves != Moves::permutations)
    throw InputError("GAP text has permutations and matrices, not puzzles");
  std::string text = "[";
  for (std::size_t g = 0; g < generators.count(); ++g) {
    text += g == 0 ? "\n" : ",\n";
    text += matrices ? open::to_gap(generators.row(g), generators.degree, generators.modulus)
                     : format::to_gap(generators.row(g), format::GapForm::list);
  }
  return text + "\n]\n";
}

}  // namespace wreath::orbit
