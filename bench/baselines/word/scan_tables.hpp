// SPDX-License-Identifier: MIT
//
// A product as three runs of deterministic automata, each with one look-up a letter.
//
//     acceptor   forwards along u:   the states by which its prefixes are known to be normal forms
//     sets       backwards along u:  the reverse machine (machine.hpp), from the set of g on
//     ranks      forwards along u, from where the set holds the acceptor's state: the multiplier's state in the set of each
//                position, by its rank there
//
// Each is a chain value' = table[symbol + value], where the symbol depends on the position alone: on the letter, and for the
// ranks on the set after it. So what a piece of the word does to *all* values is a function, functions can be composed, and the
// three runs are prefix scans. Ranks instead of states keep the third table small and its functions short: of all states of the
// multiplier only those of the set before a letter have a letter of v there, and each has exactly one.
#pragma once

#include <vector>

#include "word/reduction/machine.hpp"

namespace wreath::word {

struct ScanTables {
  /// Throws LimitReached if the table of ranks would not have 32-bit indices.
  explicit ScanTables(const ReductionMachine& machine);

  std::uint32_t letters = 0;
  std::uint32_t states = 0;  // of the acceptor; number `states` is failure
  std::uint32_t sets = 0;
  std::uint32_t most_ranks = 0;

  std::vector<std::uint32_t> accept;  // [x*(states+1) + state]: the state after it
  std::vector<std::uint32_t> mark;    // the same: the mark of x there, or 0
  std::vector<std::uint32_t> back;    // [x*sets + set]: the set before it
  std::vector<std::uint32_t> row;     // [x*sets + set], the set after x: where its ranks begin in the next two
  std::vector<std::uint32_t> rank;    // [row + rank before x]: the rank after it
  std::vector<Letter> letter;         // [row + rank before x]: the letter of v; the number of letters, where v has ended
  std::vector<std::uint32_t> ranks;   // [set]: how many
  std::vector<std::uint32_t> start;   // [set*states + state]: 1 + the rank of the acceptor's state in the set, or 0
  std::vector<std::uint32_t> longer;  // [g*most_ranks + rank at the end]: 1 + the letter of v beyond the end of u, or 0

  std::uint32_t accept_symbol(std::uint32_t x) const { return x * (states + 1); }
  std::uint32_t back_symbol(std::uint32_t x) const { return x * sets; }
};

}  // namespace wreath::word
