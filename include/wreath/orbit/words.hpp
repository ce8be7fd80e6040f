// SPDX-License-Identifier: MIT
//
// Shortest words between two states.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/orbit/generators.hpp"
#include "wreath/run.hpp"

namespace wreath::orbit {

/// What a search for a word found.
struct WordSearch {
  std::optional<Word> word;              // a shortest one
  bool complete = false;                 // whether the answer is final: a word, or that there is none
  std::uint64_t at_least = 0;            // no shorter word exists
  std::uint64_t states = 0;              // that were looked at
  std::vector<State> states_along = {};  // of the word: the start, the states that it leads to one after the other, the target
};

/// A shortest word that leads from the start to the target: two searches that meet in the middle, one from each side. The word is
/// checked by applying it.
[[nodiscard]] WordSearch shortest_word(const Generators& generators, const Start& start, const State& target,
                                       RunControl* run = nullptr);

/// The word of presentations that was found, as moves on the relators as they are written in the two texts, one move per line:
///
///     start aaaBBBB abaBAB
///     2 conj aB                 the second relator x becomes (aB)^-1 x aB
///     1 inv                     the first relator is inverted
///     1 mul 2                   the first relator is multiplied by the second
///     end a b
///
/// Words are reduced after each move; the relators of the last line may stand in the other order. tools/check_ac_path.py accepts
/// it. Throws InputError where require_moves() does, and LimitReached if the run is stopped.
[[nodiscard]] std::string print_moves(const WordSearch& found, const Generators& generators, std::string_view from,
                                      std::string_view to, RunControl* run = nullptr);
/// Throws InputError unless the words of these generators can be printed as such moves: for callers that search long before.
void require_moves(const Generators& generators);

}  // namespace wreath::orbit
