// SPDX-License-Identifier: MIT
//
// What a proof of an automatic structure needs (docs/proofs.md, `kind automatic`).
#pragma once

#include <string>
#include <vector>

#include "word/automatic/differences.hpp"
#include "word/automatic/structure.hpp"
#include "word/proof/journal.hpp"

namespace wreath::word {

/// The multiplier with a difference for each state, and why its edges hold.
struct MultiplierLemmas {
  /// d*y = x*e: from d, with a symbol (x,y), to e.
  struct Edge {
    Difference from;
    automata::Symbol symbol;
    Difference to;
    LemmaId lemma;
  };
  /// An edge of differences, and the state to which it leads.
  struct Step {
    std::uint32_t edge;
    automata::State target;
  };
  std::vector<Word> differences;       // 0 is the identity
  std::vector<Difference> of_letter;   // the difference of each letter,
  std::vector<LemmaId> letter_lemmas;  // and why it is that
  std::vector<Edge> edges;
  std::vector<Difference> states;        // the difference of each state
  std::vector<std::vector<Step>> steps;  // of each state, by their symbols
  bool backwards = false;                // whether products are best found from the ends of words
};

/// Of a multiplier that was made from the machine.
MultiplierLemmas multiplier_lemmas(const DifferenceMachine& machine, const Multiplier& multiplier, bool backwards);

struct AutomaticProof {
  explicit AutomaticProof(const Presentation& presentation) : journal(presentation) {}

  Journal journal;
  MultiplierLemmas lemmas;
};

/// False, and no file, if a lemma without a proof is needed. Throws LimitReached if the run is stopped first.
bool write_automatic_proof(const std::string& path, const AutomaticStructure& structure, const AutomaticProof& proof,
                           RunControl& run);

}  // namespace wreath::word
