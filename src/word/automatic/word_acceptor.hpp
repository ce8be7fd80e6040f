// SPDX-License-Identifier: MIT
//
// The word acceptor of a set of word differences.
//
// It accepts the words u such that no subword of u is the greater side of an equation that the machine can see: u = v with v
// smaller in shortlex and all differences of prefixes in the machine. While it reads, it keeps for every start of a subword and
// every v the difference and how v stands to u: `less` (v is smaller so far, letter by letter), `greater`, or `ended` (v is
// shorter). For one difference only the best of these counts: what is open to `ended` is open to `greater`, and what is open to
// that is open to `less`. A state is such a set; the word is rejected once the difference is the identity and v is smaller.
//
// What is rejected is therefore no shortlex-least word, whatever the differences are. What is accepted may be too much: that is
// what the checks of verify.hpp are for. Two letters' difference in length is enough to look for: in a word whose proper subwords
// are all geodesic no more can be saved.
#pragma once

#include "word/automata/dfa.hpp"
#include "word/automatic/differences.hpp"

namespace wreath::word {

/// All states accept (label 1). Minimised. `work` bounds the entries that may be looked at, beside the limits: a wrong set of
/// differences can have very large states. Throws automata::LimitReached.
automata::Dfa make_word_acceptor(const DifferenceMachine& machine, const automata::Limits& limits, std::uint64_t work);

}  // namespace wreath::word
