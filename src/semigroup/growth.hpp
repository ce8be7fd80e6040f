// SPDX-License-Identifier: MIT
//
// How many elements an enumeration has still to find, guessed from its levels: the logarithm of their sizes is taken to bend down
// as it did over the last few. Where there are too few levels, nothing is guessed.
#pragma once

#include <optional>

#include "semigroup/word_tree.hpp"

namespace wreath::semigroup {

/// Elements beyond those of length `complete`, the last level that is known entirely.
std::optional<double> elements_to_come(const WordTree& tree, std::size_t complete);

}  // namespace wreath::semigroup
