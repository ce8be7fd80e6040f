// SPDX-License-Identifier: MIT
//
// Conjugacy in graph products of cyclic groups, in linear time for each group (after Crisp, Godelle and Wiest).
//
// Two cyclically reduced elements are conjugate if and only if commutations and cyclic permutations of their syllables take one
// to the other (Servatius for right-angled Artin groups, Green for graph products). The connected components of the graph of the
// vertices that do not commute can be treated one by one.
//
// Write the element x of a component again and again: ...xxx... is a partially ordered set of syllables, on which x acts by a
// translation. The syllables of one vertex, the apex, are a chain in it: v_0, v_1, .... Let F_i be the set of all syllables
// that are at least v_i in the order: v_i is the only first one. The slice S_i = F_i \ F_{i+1} is a word that is determined
// up to commutations, and x is conjugate to S_0 S_1 ... S_{k-1}, where k is the number of syllables of the apex in x. Another
// conjugate of the kind begins at another v_i. So the class is the cyclic word of the normal forms of the slices, each of which
// has the apex at its beginning and nowhere else.
#pragma once

#include <vector>

#include "word/known/piles.hpp"

namespace wreath::word {

/// A conjugate that is the same for all elements of the class, and c with which it is c^-1 * x * c.
struct TraceForm {
  std::vector<Syllable> form;  // of each component in turn
  std::vector<Syllable> conjugator;
};

[[nodiscard]] TraceForm trace_form(const CommutationGraph& graph, const std::vector<Syllable>& element, RunControl& run);

}  // namespace wreath::word
