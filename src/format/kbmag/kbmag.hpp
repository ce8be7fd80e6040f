// SPDX-License-Identifier: MIT
//
// kbmag's files: presentations and rewriting systems (`rec(isRWS := true, ...)`: the group itself, and .kbprog), and finite state
// automata (`rec(isFSA := true, ...)`: .wa, .gm, .diff1, .diff2, .reduce and the like). Both ways.
//
// kbmag counts letters, states and labels from 1, and the pair (x,y) of letters of n, with n+1 for the padding, as
// (x-1)*(n+1) + y. Here, and only here, that becomes 0-based letters and pairs. Letters have the order of the file, which need
// not be that of the group one has: `match_letters` goes by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/run.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::format {

/// A presentation, or what kbprog has made of one: then the equations are rules, the larger side first. Those that the inverses
/// say anyway (x*x^-1 = 1) are left out.
struct KbmagRewriting {
  word::Presentation presentation;
  std::optional<bool> confluent;  // if the file records it
};

/// What the states of an automaton are labelled with.
enum class KbmagLabels {
  none,
  words,      // one word each: word-difference machines
  word_lists  // none, or a list of words: the generators that an accepting state of a multiplier stands for
};

/// An automaton as a file has it: nothing but its form is checked.
struct KbmagAutomaton {
  struct Transition {
    std::uint32_t source = 0;
    std::uint32_t target = 0;
    word::Letter left = 0;
    word::Letter right = 0;  // on two tapes; letters.size() is the padding
    std::uint32_t rule = 0;  // of a .reduce file: the rule, from 1, whose left-hand side was just read; there is no target then
    bool operator==(const Transition&) const = default;
  };

  std::string name = "_RWS.wa";
  std::vector<std::string> letters;
  int tapes = 1;
  std::uint32_t states = 0;
  std::vector<std::uint32_t> initial;
  std::vector<std::uint32_t> accepting;  // in order
  std::vector<std::string> flags;
  std::vector<Transition> transitions;  // by source, then as the file has them
  KbmagLabels label_kind = KbmagLabels::none;
  /// For each state the words that it is labelled with, in `letters`; empty if there are no labels at all.
  std::vector<std::vector<word::Word>> labels;

  /// At most one initial state, and at most one transition for a state and a letter or pair.
  bool is_deterministic() const;
  bool operator==(const KbmagAutomaton&) const = default;
};

enum class KbmagKind { none, rewriting, automaton };
/// What the text seems to be: a record with isRWS or isFSA in it, or something else.
KbmagKind kbmag_kind(std::string_view text);

/// Each throws InputError as `source:line:column: ...` where the text is damaged, truncated or something else. The memory they
/// take is proportional to the text, whatever sizes it claims.
KbmagRewriting parse_kbmag_rewriting(std::string_view text, std::string_view source);
KbmagAutomaton parse_kbmag_automaton(std::string_view text, std::string_view source, RunControl* run = nullptr);

/// The equations as they are written: if it is known whether they are confluent they are rules, and x*x^-1 = 1 is among them.
std::vector<word::Equation> written_equations(const KbmagRewriting& rewriting);
std::string print_kbmag(const KbmagRewriting& rewriting, std::string_view name = "_RWS", RunControl* run = nullptr);
std::string print_kbmag(const KbmagAutomaton& automaton, RunControl* run = nullptr);

/// Asked for the rows of a file, one after the other: throws LimitReached if the run is to stop.
inline void check_row(std::size_t row, RunControl* run) {
  constexpr std::size_t kRowsPerCheck = 256;
  if (run != nullptr && row % kRowsPerCheck == 0 && run->should_stop())
    throw LimitReached("the run was stopped before kbmag's files were read or written");
}

/// The letters of the alphabet with these names, each of which must be there once and all of which must be named. Throws
/// InputError, naming the source, where the names are those of another group.
std::vector<word::Letter> match_letters(const std::vector<std::string>& names, const word::Alphabet& alphabet,
                                        std::string_view source);

}  // namespace wreath::format
