// SPDX-License-Identifier: MIT
//
// Automata of pairs of words, that is, of relations. They must be well padded: nothing but padding follows a padding on its
// tape. Results are well padded again.
#pragma once

#include "word/automata/determinise.hpp"
#include "word/automata/dfa.hpp"

namespace wreath::word::automata {

/// All pairs of words over this number of letters.
Dfa all_pairs(std::uint32_t letters);
/// The pairs (w,w) of the words of a language.
Dfa diagonal(const Dfa& language);

/// The pairs (v,u) for the pairs (u,v), with their labels.
Dfa swap_tapes(const Dfa& dfa);

enum class Tape { first, second };
/// The words on this tape: those for which there is a word on the other tape such that the pair is accepted. Minimised.
Dfa project(const Dfa& dfa, Tape tape, const Limits& limits = {});
/// The same; the label of a word is the set of the labels of the pairs it belongs to.
LabelledDfa project_labelled(const Dfa& dfa, Tape tape, const Limits& limits = {});

/// The pairs (u,w) for which there is a v with (u,v) in the first and (v,w) in the second. Minimised.
Dfa compose(const Dfa& first, const Dfa& second, const Limits& limits = {});
/// The same; the label of (u,w) is the set of all l*stride+m where some (u,v) has label l and (v,w) label m. stride exceeds every
/// m.
LabelledDfa compose_labelled(const Dfa& first, const Dfa& second, Label stride, const Limits& limits = {});

}  // namespace wreath::word::automata
