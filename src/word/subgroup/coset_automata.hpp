// SPDX-License-Identifier: MIT
//
// The automata of a coset machine: the coset word acceptor and the coset multipliers.
//
// The least word of a coset is a normal form of G, and all its prefixes are least in theirs. So the acceptor follows the word
// acceptor of G, and beside it all differences to words v of the same coset, as the word acceptor of a group does
// (automatic/word_acceptor.hpp): it rejects a word as soon as it sees a smaller one. It never rejects a least word; whether it
// accepts too much is for the checks of coset_verify.hpp.
//
// The multiplier accepts pairs (u,v) of accepted words that differ by a letter z at the end: H*u*z = Hv. Several letters are
// possible for one pair, so its labels are sets.
#pragma once

#include <cstdint>
#include <vector>

#include "word/automata/determinise.hpp"
#include "word/automata/dfa.hpp"
#include "word/subgroup/coset_machine.hpp"

namespace wreath::word {

struct CosetAutomata {
  automata::Dfa acceptor;              // the coset normal forms; all states accept
  automata::LabelledDfa general;       // the general multiplier; a label is 1 for the identity, 2 + x for the letter x
  std::vector<automata::Dfa> letters;  // the multiplier of each letter
};

inline constexpr automata::Label kSameCoset = 1;
inline constexpr automata::Label letter_label(Letter x) {
  return 2U + x;
}

/// `group` is the word acceptor of G; `work` bounds the entries of states that are looked at. Throws LimitReached.
automata::Dfa make_coset_acceptor(const automata::Dfa& group, const CosetMachine& machine, const automata::Limits& limits,
                                  std::uint64_t work);
automata::LabelledDfa make_coset_multiplier(const automata::Dfa& acceptor, const CosetMachine& machine,
                                            const automata::Limits& limits);
/// The pairs of the general multiplier that have this label.
automata::Dfa coset_letter_multiplier(const automata::LabelledDfa& general, automata::Label label,
                                      const automata::Limits& limits);

/// Words v with (u,v) in the relation: the first that is found, if any.
bool find_partner(const automata::Dfa& relation, std::span<const Letter> u, Word& v);

}  // namespace wreath::word
