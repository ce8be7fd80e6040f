// SPDX-License-Identifier: MIT
//
// Cosets of a subgroup of finite index, from the whole graph of them; and of any subgroup of a free group.
//
// If the enumeration closes, its graph has exactly one vertex for each coset (Todd and Coxeter), so that nothing is left to be
// proven, and the structure of the group is not needed. The least words are the paths of the breadth-first tree. They are closed
// under prefixes, and a prefix is known by the vertex to which it leads: so the pairs (u,v) of least words with an edge from u to
// v, read in step, make a tree whose nodes are pairs of vertices. The multiplier is its minimal automaton.
//
// In a free group the graph of the generators, folded, is the whole graph but for trees, which are the same for all subgroups
// (Stallings). The time is near the length of the generators, times the number of edges outside the tree, which is the rank of
// the subgroup.
#pragma once

#include <optional>
#include <vector>

#include "word/subgroup/build_cosets.hpp"
#include "word/subgroup/coset_tree.hpp"

namespace wreath::word {

/// Nothing if the graph is too large for this. Throws LimitReached.
std::optional<CosetStructure> cosets_of_tree(const CosetTree& tree, std::span<const Letter> inverses,
                                             const automata::Limits& limits);

/// The same for the graph that an enumeration finds with at most this number of rows in its table, if it does. `limits` must have
/// a run.
std::optional<CosetStructure> enumerate_cosets(const Presentation& presentation, const std::vector<Word>& generators,
                                               std::size_t rows, const automata::Limits& limits);

}  // namespace wreath::word
