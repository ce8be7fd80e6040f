// SPDX-License-Identifier: MIT
//
// The normal forms of a group that lie in a subgroup H.
//
// If H is quasiconvex, a normal form of an element of H stays near H: the cosets of its prefixes have short normal forms. So let
// L(r) be the normal forms w of G with Hw = H all of whose prefixes lie in cosets of length at most r; its automaton is that of G
// beside the ball of radius r of the Schreier graph, which the coset structure gives exactly. All words of L(r) are in H. It is
// all of them if it contains the empty word and is closed under multiplication by the generators of H and their inverses: by
// induction every product of generators has its normal form in L(r). That is checked on automata: the composite M_h of G's
// multipliers, restricted to L(r) on the first tape, must be within L(r) on the second.
#pragma once

#include <vector>

#include "word/structure.hpp"
#include "word/subgroup/build_cosets.hpp"

namespace wreath::word {

/// Throws LimitReached.
automata::Dfa make_subgroup_acceptor(const AutomaticStructure& structure, const CosetStructure& cosets,
                                     const std::vector<Word>& generators, const automata::Limits& limits);

}  // namespace wreath::word
