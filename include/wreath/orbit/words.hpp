// SPDX-License-Identifier: MIT
//
// Shortest words between two states.
#pragma once

#include <cstdint>
#include <optional>

#include "wreath/orbit/generators.hpp"
#include "wreath/run.hpp"

namespace wreath::orbit {

/// What a search for a word found.
struct WordSearch {
  std::optional<Word> word;    // a shortest one
  bool complete = false;       // whether the answer is final: a word, or that there is none
  std::uint64_t at_least = 0;  // no shorter word exists
  std::uint64_t states = 0;    // that were looked at
};

/// A shortest word that leads from the start to the target: two searches that meet in the middle, one from each side. The word is
/// checked by applying it.
[[nodiscard]] WordSearch shortest_word(const Generators& generators, const Start& start, const State& target,
                                       RunControl* run = nullptr);

}  // namespace wreath::orbit
