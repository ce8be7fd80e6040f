// SPDX-License-Identifier: MIT
//
// Words that are as hard to multiply as words can be: a letter g at the end changes everything from the first letter on.
//
// The walk of g (machine.hpp) passes position i of u with a set of the multiplier's states and a state of the acceptor, and goes
// on where the set does not hold the latter. So the words through which it does not stop are the paths of a finite graph, whose
// nodes are such pairs; it is walked backwards from the sets of the letters, and a path is a whole word where it comes to the
// acceptor's start. Such words are of any length exactly where the graph has a cycle from which the start can be reached: the
// surface group of genus 2 has one (its infinite chain of rules), a free group has none. Cost: sets * acceptor's states *
// letters, and a step a letter.
#pragma once

#include <optional>

#include "word/reduction/machine.hpp"

namespace wreath::word {

struct WholeWordChange {
  Word u;  // a normal form; that of u*g begins with another letter than u
  Letter g;
  /// A word of g^-1 in the group: of those that begin and end with other letters than g^-1, if there is any, a short one, so that
  /// nothing cancels in u*(g*v)^k. Otherwise g^-1.
  Word v;
};

/// Some u of at least `length` letters (and only a few more), or nothing, where u cannot be that long. The seed chooses among
/// them.
std::optional<WholeWordChange> whole_word_change(const ReductionMachine& machine, std::size_t length, std::uint64_t seed = 0);

/// v, as above.
Word inverse_without_cancelling(const ReductionMachine& machine, Letter g);

}  // namespace wreath::word
