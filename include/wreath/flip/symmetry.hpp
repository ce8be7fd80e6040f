// SPDX-License-Identifier: MIT
//
// The symmetries that schemes may have. The mirror exchanges the first few rows and columns of every factor with the last ones,
// in reverse; the turns, of n x n x n schemes only, are (a, b, c) -> (b, c, a).
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "wreath/flip/rational_scheme.hpp"

namespace wreath::flip {

/// c2 is the mirror, c3 the turns, c6 both.
enum class Symmetry { none, c2, c3, c6 };
/// "none", "c2", "c3" or "c6".
std::string_view to_string(Symmetry symmetry) noexcept;
/// "none", "c2", "c3" or "c6"; throws InputError for anything else.
[[nodiscard]] Symmetry parse_symmetry(std::string_view name);

/// Whether the symmetry contains the turns: c3 and c6 do.
constexpr bool has_turns(Symmetry symmetry) {
  return symmetry == Symmetry::c3 || symmetry == Symmetry::c6;
}
/// Whether the symmetry contains the mirror: c2 and c6 do.
constexpr bool has_mirror(Symmetry symmetry) {
  return symmetry == Symmetry::c2 || symmetry == Symmetry::c6;
}
/// Summands of a whole orbit: 1, 2, 3 or 6.
constexpr unsigned orbit_size(Symmetry symmetry) {
  return (has_turns(symmetry) ? 3 : 1) * (has_mirror(symmetry) ? 2 : 1);
}

/// For each side, how many indices at either end the mirror moves, at most.
using Swaps = std::array<unsigned, 3>;
inline constexpr Swaps kAllSwaps{~0U, ~0U, ~0U};

/// A symmetry, how far its mirror reaches, and whether orbits may be their own mirror images (always with c2).
struct SymmetryGroup {
  /// A symmetry whose mirror moves at most these indices; `with_halves` is ignored for c2, which always has them.
  SymmetryGroup(Symmetry symmetry, const Swaps& most_swaps = kAllSwaps, bool with_halves = true)
      : kind(symmetry), swaps(most_swaps), halves(with_halves || symmetry == Symmetry::c2) {}

  Symmetry kind;
  Swaps swaps;
  bool halves;
};

/// All symmetries of a scheme over F2: c2 with each of its mirrors, c3, c6 with each of its mirrors.
[[nodiscard]] std::vector<SymmetryGroup> symmetries_of(const Scheme& scheme);
/// The same for the scheme modulo 2; none if it has an even denominator.
[[nodiscard]] std::vector<SymmetryGroup> symmetries_of(const RationalScheme& scheme);

}  // namespace wreath::flip
