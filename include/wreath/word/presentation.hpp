// SPDX-License-Identifier: MIT
//
// Presentations of groups and monoids, and the families that have a name. `read_presentation` of wreath/word/group.hpp makes one
// from text or a file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/word/words.hpp"

namespace wreath::word {

/// How words are compared. Automatic structures need shortlex; the others serve rewriting alone.
enum class Ordering { shortlex, weighted_lex, recursive, recursive_from_left, wreath_product };

/// A finitely presented group or monoid with its letters in order. Free cancellation (x * x^-1 = 1) is implied by the alphabet
/// and is not among the equations; a relator r is the equation (r, 1).
struct Presentation {
  std::string name;
  Alphabet alphabet;
  std::vector<Equation> equations;
  Ordering ordering = Ordering::shortlex;
  /// For Ordering::weighted_lex: the weight of each letter, at least 1. For Ordering::wreath_product: its level, at least 1.
  std::vector<std::uint32_t> weights;
  /// A semigroup: the identity does not belong to it, and no equation has it as a side.
  bool is_semigroup = false;

  /// Whether every letter has an inverse.
  bool is_group() const;
};

/// The presentation as text that can be read again, with everything but the order of the letters.
[[nodiscard]] std::string print_presentation(const Presentation& presentation);
/// A name for people: that of the family or the file, or else the presentation.
[[nodiscard]] std::string name_of(const Presentation& presentation);
/// The order of the letters, as Options::letter_order has it.
[[nodiscard]] std::string print_order(const Alphabet& alphabet);

/// A presentation of a subgroup. Generator k, from 1 on, is the word `generators[k-1]` of the group; a relator is a word in k
/// and -k, the inverse of k.
struct SubgroupPresentation {
  std::vector<word::Word> generators;
  std::vector<std::vector<std::int32_t>> relators;
  bool simplified = true;  // false if simplification was stopped or switched off

  /// <x1,x2 | x1^2, ...>, or "<x1 | >".
  std::string text() const;
};

/// How such a presentation is made.
struct PresentationOptions {
  bool simplify = true;
  std::uint64_t max_length = 1'000'000;  // letters of all relators, at which simplification ends
};

/// A family of groups, such as triangle:p,q,r.
struct FamilyInfo {
  std::string_view name;
  std::string_view arguments;    // "p,q,r", or nothing
  std::string_view description;  // one line

  /// The name with its arguments.
  std::string usage() const;
};

/// The families that read_presentation knows.
std::span<const FamilyInfo> families();

}  // namespace wreath::word
