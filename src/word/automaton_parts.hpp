// SPDX-License-Identifier: MIT
//
// What is behind an Automaton of the public header.
#pragma once

#include <string>
#include <vector>

#include "word/automata/dfa.hpp"
#include "wreath/word/automaton.hpp"

namespace wreath::word {

struct AutomatonParts {
  std::vector<std::string> letters;
  int tapes = 1;
  automata::Dfa dfa;  // on two tapes well padded
  /// What the labels of the states stand for, from label 1 on: words in these letters. Empty: there are no labels, and all
  /// accepting states have 1.
  std::vector<std::vector<Word>> labels;
};

/// What a word of symbols stands for on these tapes.
AutomatonWord split_tapes(std::span<const automata::Symbol> word, int tapes, std::uint32_t letters);

}  // namespace wreath::word
