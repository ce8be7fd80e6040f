// SPDX-License-Identifier: MIT
//
// A presentation and a subgroup as the enumerator wants them: columns in place of letters, relators cyclically reduced, each once
// up to rotation and inversion, powers by their roots.
//
// Two facts about cycles save most scans. A relator that is traced from a coset returns along a cycle of the table, and the same
// word may be readable from other cosets of that cycle: after each period of a power, and, if the relator read backwards is
// a rotation of itself, such as (ab)^m for involutions a and b, also from the far ends of some of its edges. If one of those
// cosets was closed before, so is this one, and a trace that arrives there may end.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/words/words.hpp"
#include "wreath/coset/enumeration.hpp"

namespace wreath::coset {

using word::inverted;
using word::Letter;
using word::Word;

/// A word w = root^exponent that is traced around a coset.
struct Relator {
  /// Letters of a power of the root, twice; a trace that reaches the end continues in the middle. `backward` has the inverse of
  /// each.
  std::vector<Letter> forward;
  std::vector<Letter> backward;
  std::uint32_t span = 0;    // half of these
  std::uint32_t period = 0;  // letters of the root
  std::uint64_t length = 0;  // of the word
  /// Letters that lead to cosets from which the same cycle is read.
  std::vector<Letter> neighbours;
  /// Whether the same cycle is read from the coset that a trace reaches: forwards by letter i (`returns[i + 1]`), backwards by
  /// letter i (`returns[i]`). One entry more than the span.
  std::vector<std::uint8_t> returns;

  /// (xy)^2 for involutions x and y: they commute.
  bool is_square() const { return length == 4 && period == 2 && neighbours.size() == 2; }
};

/// Relators first..last-1 of a system, which are traced together: of one length, with as many neighbours, without a common
/// letter.
struct RelatorGroup {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// What is enumerated.
struct System {
  unsigned width = 0;  // columns: the letters of the group
  std::vector<Letter> inverses;
  std::vector<Relator> relators;     // shorter ones first, unless they are kept as they are
  std::vector<RelatorGroup> groups;  // all of them
  std::vector<Relator> subgroup;
  std::uint64_t relator_letters = 0;  // of all relators
};

/// A relator or its inverse.
struct Cycle {
  Relator word;
  std::uint32_t relator;  // of the system
  bool is_inverse;
};

/// The relators and, unless they are the same cycles, their inverses.
std::vector<Cycle> cycles_of(const System& system);

/// Throws InputError if the letters have no inverses, or if a word has 2^32 letters. as_is: relators are neither sorted nor
/// dropped.
System prepare(const Problem& problem, bool as_is);

/// first * second^-1, freely and cyclically reduced.
Word relator_of(const word::Equation& equation, std::span<const Letter> inverses);

}  // namespace wreath::coset
