// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <span>

#include "wreath/word/presentation.hpp"

namespace wreath::word {

/// A total order of words that rewriting respects: u < v implies aub < avb, and there is no infinite descent.
///
/// shortlex       the shorter first, then letter by letter.
/// weighted_lex   the lighter first (the sum of the letters' weights), then letter by letter, the shorter first.
/// recursive      the recursive path order: the word with the greater number of the greatest letter on which they differ is the
///                greater; see compare_recursive.
/// recursive_from_left  the same for the words read backwards.
/// wreath_product letters have levels. The words of their letters of the highest level are compared by shortlex; if these are
///                equal, what is before, between and after them is compared in the same way, from the left. With levels 1, 2, 3,
///                ... it is the recursive order.
class WordOrder {
 public:
  explicit WordOrder(const Presentation& presentation);

  std::strong_ordering compare(std::span<const Letter> u, std::span<const Letter> v) const;
  bool is_shortlex() const { return ordering_ == Ordering::shortlex; }

 private:
  Ordering ordering_;
  std::vector<std::uint32_t> weights_;
};

}  // namespace wreath::word
