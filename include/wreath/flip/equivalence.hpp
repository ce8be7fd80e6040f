// SPDX-License-Identifier: MIT
//
// Which schemes are the same up to a change of basis, over F2.
//
// Invertible X, Y, Z take a to X a Y^-1, b to Y b Z^-1 and c to Z c X^-1, and the tensor to itself; so do the turns
// (a, b, c) -> (b, c, a) and the transposition (a, b, c) -> (b', a', c'), which also take the shape n x m x p to m x p x n and
// p x m x n. Schemes that differ by these are equivalent; flips cannot tell them apart.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wreath/flip/scheme.hpp"
#include "wreath/run.hpp"

namespace wreath::flip {

/// A number that is the same for equivalent schemes, computed from the ranks of factors, of their sums and of their products.
/// Schemes with different numbers are not equivalent; of those with the same, few are not.
[[nodiscard]] std::uint64_t basis_invariant(const Scheme& scheme);

/// First `turns` times (a, b, c) -> (b, c, a), then the transposition if it is set, then the matrices.
struct SchemeMap {
  unsigned turns = 0;  // 0, 1, 2
  bool transposed = false;
  std::array<std::vector<std::uint64_t>, 3> matrices;  // X, Y, Z: bit j of row i is entry (i, j)

  bool operator==(const SchemeMap&) const = default;
};
/// Throws InputError if a matrix has the wrong size or is not invertible.
[[nodiscard]] Scheme apply(const SchemeMap& map, const Scheme& scheme);
/// The shape of the image.
[[nodiscard]] Shape image_of(const SchemeMap& map, const Shape& shape);
/// "turn twice, transpose" or "none".
std::string describe_turn(const SchemeMap& map);

struct Equivalence {
  std::optional<SchemeMap> map;  // from the first to the second; it has been applied, and gives the second
  bool by_invariant = false;     // they are not equivalent, and ranks, shapes or the invariants show it; else a whole search
};
/// The shapes may differ in the order of their sides. Throws LimitReached if the run is stopped first.
[[nodiscard]] Equivalence find_equivalence(const Scheme& first, const Scheme& second, RunControl* run = nullptr);

/// The maps that take a scheme to itself.
struct Automorphisms {
  std::uint64_t order = 1;        // of the whole group
  std::uint64_t basis_order = 1;  // of those that are changes of basis alone
  std::vector<SchemeMap> generators = {};
};
/// Throws LimitReached if the run is stopped first.
[[nodiscard]] Automorphisms find_automorphisms(const Scheme& scheme, RunControl* run = nullptr);

}  // namespace wreath::flip
