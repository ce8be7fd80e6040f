// SPDX-License-Identifier: MIT
//
// Diagrams of Coxeter groups, and which of their special subgroups are finite or affine.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace wreath::word {

using Nodes = std::vector<std::uint32_t>;

/// labels[i][j] is the order of the product of the reflections i and j: 2, 3, ..., or 0 if it is infinite.
struct CoxeterDiagram {
  std::vector<std::vector<std::uint64_t>> labels;

  std::size_t size() const { return labels.size(); }
  bool commute(std::uint32_t i, std::uint32_t j) const { return i != j && labels[i][j] == 2; }
};

/// Of an irreducible Coxeter group. Affine ones have Z^(n-1) with finite index, for n nodes; infinite stands for all others.
enum class CoxeterType { finite, affine, infinite };

/// The type of the special subgroup of a connected set of nodes, from the list of finite and affine diagrams (Coxeter; Humphreys,
/// "Reflection groups and Coxeter groups", 2.4 and 2.5). Exact.
[[nodiscard]] CoxeterType coxeter_type(const CoxeterDiagram& diagram, std::span<const std::uint32_t> connected);
/// Whether the special subgroup of any set of nodes is finite.
[[nodiscard]] bool is_finite(const CoxeterDiagram& diagram, std::span<const std::uint32_t> nodes);

/// What Moussong's theorem looks for. No field is set: the group is hyperbolic.
struct MoussongObstacle {
  Nodes affine;               // an affine subdiagram of at least 3 nodes;
  Nodes infinite, commuting;  // or two infinite subgroups that commute
};

/// Moussong's criterion ("Hyperbolic Coxeter groups", 1988): a Coxeter group is hyperbolic unless it has such special subgroups.
/// Looks at the connected sets of nodes whose groups are finite, and at those with one node more: all minimal infinite subgroups
/// are among them. Nothing if there are more than `most` of them.
[[nodiscard]] std::optional<MoussongObstacle> find_obstacle(const CoxeterDiagram& diagram, std::size_t most);

}  // namespace wreath::word
