// SPDX-License-Identifier: MIT
#pragma once

#include "word/alphabet.hpp"

#include <string>
#include <vector>

namespace wreath::word {

/// How words are compared. Automatic structures need shortlex; the others serve rewriting alone.
enum class Ordering { shortlex, weighted_lex, recursive };

/// A finitely presented group or monoid with its letters in order. Free cancellation (x * x^-1 = 1) is implied by the alphabet
/// and is not among the equations; a relator r is the equation (r, 1).
struct Presentation {
  std::string name;
  Alphabet alphabet;
  std::vector<Equation> equations;
  Ordering ordering = Ordering::shortlex;
  /// For Ordering::weighted_lex: the weight of each letter, at least 1.
  std::vector<std::uint32_t> weights;

  /// Whether every letter has an inverse.
  bool is_group() const {
    for (const Letter inverse : alphabet.inverses) {
      if (inverse == kNoLetter) {
        return false;
      }
    }
    return true;
  }
};

}  // namespace wreath::word
