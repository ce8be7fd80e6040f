// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "word/automatic/multiplier.hpp"
#include "word/automatic/normal_forms.hpp"
#include "wreath/word/geometry.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

/// A shortlex automatic structure of a group, or what is known of one.
struct AutomaticStructure {
  Presentation presentation;
  automata::Dfa acceptor;       // the normal forms; all states accept
  Multiplier multiplier;        // the general multiplier
  bool verified = false;        // proven by the checks of automatic/verify.hpp; otherwise a guess, if anything
  bool confluent = false;       // whether the rules are complete: words are equal iff they reduce to the same word
  std::vector<Equation> rules;  // of the completion, the greater side first
  std::optional<ThinTriangles> triangles = {};  // if they were found, completely

  StructureView view() const { return {presentation.alphabet, acceptor, multiplier.dfa, multiplier.label}; }
};

}  // namespace wreath::word
