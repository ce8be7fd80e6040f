// SPDX-License-Identifier: MIT
//
// The files of proofs of this engine (docs/proofs.md): `kind rewriting` and `kind automatic`.
#pragma once

#include <string>
#include <vector>

#include "core/proof/file.hpp"
#include "core/run/stop_check.hpp"
#include "word/proof/journal.hpp"

namespace wreath::word {

/// Throws InputError if a proof cannot have the words of the presentation.
void require_provable(const Presentation& presentation);

/// The lines of the letters, each with its inverse if it has one, and of the equations.
void write_problem(ProofFile& file, const Presentation& presentation);

/// A journal's lemmas that a proof needs, with the numbers that they have in it: the axioms, then the others in their order.
class NeededLemmas {
 public:
  /// These, and all that they need.
  NeededLemmas(const Journal& journal, const std::vector<LemmaId>& needed);

  std::uint64_t number(LemmaId lemma) const { return numbers_[lemma]; }
  std::uint64_t count() const { return count_; }  // without axioms
  /// Whether a lemma without a proof is among them.
  bool need_assumption() const { return need_assumption_; }
  void write(ProofFile& file, StopCheck& check) const;

 private:
  const Journal& journal_;
  std::vector<std::uint64_t> numbers_;
  std::uint64_t count_ = 0;
  bool need_assumption_ = false;
};

/// That the rules with these lemmas are a confluent system of the presentation. Throws LimitReached if the run is stopped first.
void write_rewriting_proof(const std::string& path, const Presentation& presentation, const Journal& journal,
                           const std::vector<LemmaId>& rules, RunControl& run);

}  // namespace wreath::word
