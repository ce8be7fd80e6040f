// SPDX-License-Identifier: MIT
//
// From a presentation to a verified shortlex automatic structure.
//
//   completion (a while) -> word differences of its rules -> word acceptor -> general multiplier -> are all products there?
//        ^                        ^------------ new differences, from the missing products -----------'     |
//        '-------------------------- not yet, or an axiom is broken: go on completing -------------------- axioms -> verified
//
// Completion need not end, and need not: it has to run only until it has shown all word differences, or enough of them for the
// missing products to show the rest. Nothing depends on when it is interrupted but time: a structure is returned as verified only
// if it passes the checks of verify.hpp, whatever guesses led to it. So the automata are tried early, and again whenever the
// differences have settled for a while or the completion has grown by half; a try may use about as much work as the completion
// did.
#pragma once

#include <optional>
#include <vector>

#include "core/run/drive.hpp"
#include "word/automatic/structure.hpp"
#include "word/proof/automatic.hpp"
#include "word/completion/completion.hpp"
#include "wreath/run.hpp"
#include "wreath/word/group.hpp"

namespace wreath::word {

struct BuildOptions {
  CompletionLimits completion = {};
  /// The most states of an automaton on the way.
  std::uint64_t states = 1U << 24;
  /// Words that are believed to be differences, from another program's files, say.
  std::vector<Word> hints = {};
  /// Equations that are known to hold: the rules of an earlier run.
  std::vector<Equation> known = {};
  /// Gets how each equation came about, and the lemmas of a verified structure; null: no proof is asked for. With it, nothing may
  /// be known.
  AutomaticProof* proof = nullptr;
  /// Has the rules found so far, now and then and at the end of a run that did not finish; null: nobody has.
  Keeper* keeper = nullptr;
};

struct BuildResult {
  AutomaticStructure structure;
  BuildReport report;
};

/// Throws InputError if the presentation is not that of a group or its order is not shortlex.
BuildResult build_structure(const Presentation& presentation, const BuildOptions& options, RunControl& run);

/// A group whose structure is in the cache, if the options want that.
std::optional<Group> find_cached_group(const Presentation& presentation, const Options& options);
/// One whose structure is built, and kept in the cache if the options want that. hints: words that are believed to be word
/// differences. known: equations that hold, such as an earlier build's rules.
Group build_group(const Presentation& presentation, const Options& options, std::vector<Word> hints, std::vector<Equation> known,
                  RunControl* run);

}  // namespace wreath::word
