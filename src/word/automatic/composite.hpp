// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "word/automata/dfa.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

/// That pairs labelled `first`, followed by pairs labelled `second`, are labelled `whole`.
struct TriangleLaw {
  automata::Label first;
  automata::Label second;
  automata::Label whole;
};

/// Whether all (u,w) with (u,v) in `first` and (v,w) in `second` are in `whole`, with labels as the laws demand: the first pair
/// that is not, if any, and the law that it breaks. The states of `first` and `second` are followed in pairs beside the one state
/// of `whole`, so nothing is determinised, and all laws are checked in one pass.
struct BrokenLaw {
  Equation pair;
  TriangleLaw law;
};
std::optional<BrokenLaw> find_outside(const automata::Dfa& first, const automata::Dfa& second, const automata::Dfa& whole,
                                      const std::vector<TriangleLaw>& laws, const automata::Limits& limits);

}  // namespace wreath::word
