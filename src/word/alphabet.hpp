// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wreath/word.hpp"

namespace wreath::word {

/// No letter: the inverse of a monoid's generator, the padding symbol's neighbour.
inline constexpr Letter kNoLetter = 255;

/// The most letters an alphabet may have; the padding symbol of two-tape automata is the letter after the last.
inline constexpr std::size_t kMaxLetters = 250;

/// The letters of a group or monoid, in the user's order.
struct Alphabet {
  std::vector<std::string> names;
  /// inverses[x] is the letter that is x's inverse (x itself for an involution), or kNoLetter in a monoid.
  std::vector<Letter> inverses;

  std::size_t size() const { return names.size(); }
  bool operator==(const Alphabet&) const = default;
};

}  // namespace wreath::word
