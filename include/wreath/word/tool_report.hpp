// SPDX-License-Identifier: MIT
//
// Reports of rewriting systems, automata and subgroups.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wreath/report.hpp"
#include "wreath/word/automaton.hpp"
#include "wreath/word/completion.hpp"
#include "wreath/word/subgroup.hpp"
#include "wreath/word/word_problem.hpp"

namespace wreath::word {

struct CompletionAnswer {
  Value rules = {};
  Value normal_forms = {};
  std::optional<Cardinal> order = {};                    // if it is known
  std::vector<std::optional<std::string>> reduced = {};  // nothing for a word that grew too long
};
/// The rules of a completion and what was made with them, or the limit that it reached. Its text is the caller's.
Report completion_report(const std::string& input, const RuleSystem& system, const CompletionAnswer& answer);

// --- automata: `operation` is what was done with them
/// One was made, or looked at; in a file, if there is an output.
Report automaton_report(const std::string& operation, const Automaton& automaton, const std::string& output);
/// equal and subset: `word` shows a no.
Report automaton_comparison(const std::string& operation, const Automaton& automaton, const std::optional<AutomatonWord>& word);
/// The growth series, the growth rate, and the number of words up to the length `longest`. Computes them; throws LimitReached.
Report automaton_growth(const std::string& operation, const Automaton& automaton, std::uint64_t longest, RunControl& run);
/// `count` words that an automaton accepts, in the report or in the file `output`.
Report automaton_words(const std::string& operation, Value words, std::uint64_t count, const std::string& output);
/// Whether an automaton accepts each of several words, one answer per line.
Report automaton_accepts(const std::string& operation, const std::vector<bool>& answers);
/// The number of words that an automaton accepts.
Report automaton_size(const std::string& operation, const Cardinal& size);
/// The word as text, or the two words of a pair with a space between.
std::string print_word(const Automaton& automaton, const AutomatonWord& word);
/// The word as text, or the two words of a pair as a list.
Value word_value(const Automaton& automaton, const AutomatonWord& word);

struct SubgroupAnswer {
  std::optional<Cardinal> index = {};  // if it is known
  std::optional<Automaton> word_acceptor = {};
  std::optional<Cardinal> order = {};
  std::vector<std::string> coset_forms = {};
  std::vector<bool> contains = {};
  std::vector<std::string> proofs = {};  // of that
  Value transversal = {};
  Value schreier_generators = {};
  std::optional<SubgroupPresentation> presentation = {};
  std::vector<std::string> files = {};
  std::vector<std::string> permutations = {};
  std::string reason = {};  // why something is missing
};
/// The text has the index and the sizes unless `brief`.
Report subgroup_report(const std::string& input, const Subgroup& found, const SubgroupAnswer& answer, bool brief,
                       const RunControl& run);

/// Which words are in a subgroup whose cosets were not needed for that: yes or no, one per line, with the proof.
Report membership_report(const std::string& input, const WordText& text, const std::vector<Word>& generators,
                         const std::vector<Membership>& answers);

}  // namespace wreath::word
