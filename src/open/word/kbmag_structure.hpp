// SPDX-License-Identifier: MIT
//
// Between an automatic structure and kbmag's automata.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "format/kbmag/kbmag.hpp"
#include "word/automatic/structure.hpp"

namespace wreath::open {

/// The automaton by which kbmag's wordreduce applies the rules of a .kbprog file: after a word without a left-hand side it is in
/// the longest suffix that begins one, and where a letter completes one it has the number of that rule in place of a state.
format::KbmagAutomaton kbmag_reduction(const format::KbmagRewriting& rewriting, RunControl* run = nullptr);

/// _RWS.wa, _RWS.gm and the word-difference machine (_RWS.diff1 and _RWS.diff2: of all differences of the multiplier, with all
/// transitions among them). The structure must be verified. Throws LimitReached if the run is stopped first.
format::KbmagAutomaton kbmag_word_acceptor(const word::AutomaticStructure& structure, RunControl* run = nullptr);
format::KbmagAutomaton kbmag_multiplier(const word::AutomaticStructure& structure, RunControl* run = nullptr);
format::KbmagAutomaton kbmag_differences(const word::AutomaticStructure& structure, std::string name, RunControl* run = nullptr);

/// The words that the states of a difference machine are labelled with, in the letters of the alphabet.
std::vector<word::Word> difference_words(const format::KbmagAutomaton& automaton, const word::Alphabet& alphabet,
                                         std::string_view source);

/// Throws InputError if the automaton is not the structure's word acceptor, or general multiplier, up to the numbering of
/// states.
void require_same_acceptor(const format::KbmagAutomaton& automaton, const word::AutomaticStructure& structure,
                           std::string_view source);
void require_same_multiplier(const format::KbmagAutomaton& automaton, const word::AutomaticStructure& structure,
                             std::string_view source);

}  // namespace wreath::open
