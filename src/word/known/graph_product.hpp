// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include "word/known/known_group.hpp"
#include "word/known/piles.hpp"

namespace wreath::word {

/// The graph, if all relators are powers of generators and commutators of two generators.
[[nodiscard]] std::optional<CommutationGraph> find_commutation_graph(const Presentation& presentation);

/// Graph products of cyclic groups: right-angled Artin and Coxeter groups, free products of cyclic groups, ... Null for others.
[[nodiscard]] std::unique_ptr<const KnownGroup> recognise_graph_product(const Presentation& presentation);

/// Whether a graph product of cyclic groups is hyperbolic; never unknown.
[[nodiscard]] Hyperbolicity hyperbolicity_of(const CommutationGraph& graph, const Alphabet& alphabet);

}  // namespace wreath::word
