// SPDX-License-Identifier: MIT
//
// The general multiplier: pairs (u,v) of accepted words with u*x = v for a generator x, or u = v.
//
// Its states are triples (state of u, state of v, difference); as every difference is an element of the group and every step
// holds there, a pair that is accepted with the label of x is right. The lengths of u and v differ by at most one where the
// acceptor accepts geodesics only, so one padding is allowed. States from which no generator's difference can be reached are
// dropped, and the rest minimised.
//
// Labels: 1 for the identity, and 1 + the number of the generator's element otherwise; generators that are the same element share
// a label, and a generator that is trivial has label 1.
#pragma once

#include <vector>

#include "word/automata/dfa.hpp"
#include "word/automatic/differences.hpp"

namespace wreath::word {

struct Multiplier {
  automata::Dfa dfa;                   // minimised
  std::vector<automata::Label> label;  // of each letter
  automata::Label labels = 1;          // they are 1..labels
  std::vector<Word> differences;       // that occur in it, in shortlex order
};

inline constexpr automata::Label kIdentityLabel = 1;

/// Marks transitions of the machine by which two different accepted words turn out to be equal: the acceptor accepts too much. If
/// there are any, no multiplier is returned.
std::optional<Multiplier> make_multiplier(const automata::Dfa& acceptor, DifferenceMachine& machine, const automata::Limits& limits);

}  // namespace wreath::word
