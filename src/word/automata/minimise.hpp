// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "word/automata/dfa.hpp"

namespace wreath::word::automata {

/// The smallest automaton with the same label for every word, in canonical numbering: two automata have the same minimal one
/// exactly if they label every word alike.
Dfa minimise(const Dfa& dfa, const Limits& limits = {});

/// What makes two states of one class alike, besides their labels.
enum class Alike {
  by_symbol,  // each symbol leads to the same class: the same words are accepted from them
  by_number,  // as many edges lead to each class: as many words of every length are accepted from them
};
/// The coarsest partition of the states whose classes are alike in this sense: the class of each state, classes from 0.
std::vector<State> coarsest_partition(const Table& table, const std::vector<Label>& labels, Alike alike,
                                      const Limits& limits = {});

}  // namespace wreath::word::automata
