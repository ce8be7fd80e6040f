// SPDX-License-Identifier: MIT
//
// Words as people write them.
//
//     a*b^-1*c   a b^-1 c   aBc        products; the last form if it can be split into names in one way only
//     a^-1  A                          inverses: A is a^-1 unless it is a generator itself
//     a^5  (a*b)^-4                    powers
//     a^b  a^(b*c)                     conjugates, b^-1*a*b
//     [a,b]  [a,b,c]  Comm(a,b)        commutators, a^-1*b^-1*a*b as in GAP; with more words from the left: [[a,b],c]
//     a/b                              a*b^-1
//     1   IdWord   (nothing)           the identity
//
// Words are kept as they were written: nothing cancels.
#pragma once

#include "wreath/word/words.hpp"

#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace wreath {
class TextReader;
}

namespace wreath::word {

/// The most letters that powers and commutators may make of a text; a word that is written out may be longer.
inline constexpr std::size_t kMaxWordLength = 100'000'000;

/// The word that the whole text is. Throws InputError as `source:line:column: ...`.
Word parse_word(std::string_view text, const Alphabet& alphabet, std::string_view source);

/// `joined` writes aaB where every name is one letter, and x1*x1*x2^-1 otherwise; `powers` writes a^2*b^-1. The identity is 1.
enum class WordForm { joined, powers };
std::string print_word(std::span<const Letter> word, const Alphabet& alphabet, WordForm form = WordForm::joined);

/// The inverse of each letter, from the last to the first; all must have one.
Word inverted(std::span<const Letter> word, std::span<const Letter> inverses);
/// u, then v.
Word joined(std::span<const Letter> u, std::span<const Letter> v);
/// From letter `by` on, then the letters before it.
Word rotated(std::span<const Letter> word, std::size_t by);
/// The length of the shortest word of which this one is a power.
std::size_t period_of(std::span<const Letter> word);
/// u*v^-1, not reduced: the relator of an equation u = v. Throws InputError if a letter of v has no inverse.
Word quotient(std::span<const Letter> u, std::span<const Letter> v, const Alphabet& alphabet);

/// Cancels x*x^-1 until there is none.
void reduce_freely(Word& word, std::span<const Letter> inverses);

/// Of a letter and its inverse, the one whose name is x^-1, or else the later one; an involution is none.
bool is_inverse_letter(Letter letter, const Alphabet& alphabet);

/// "a" for "A" and "X1" for "x1".
std::string with_case_swapped(std::string_view name);

/// The names that may stand in a word, and the words that they stand for: the letters, the inverses by case where such a name is
/// free, and what is defined besides. The alphabet must outlive it.
class Vocabulary {
 public:
  /// What the letters are of is named in errors; "": a group if each letter has an inverse, and a monoid if not.
  explicit Vocabulary(const Alphabet& alphabet, std::string_view structure = {});
  void define(std::string name, Word value);

  const Alphabet& alphabet() const { return alphabet_; }
  std::string_view structure() const { return structure_; }
  /// The word of that name, or nullptr.
  const Word* find(std::string_view name) const;
  /// Whether each name is one character: then names in a row need no separator.
  bool single() const { return longest_ == 1; }
  std::size_t longest() const { return longest_; }
  /// The letter of a name of one character, or kNoLetter.
  Letter letter(char name) const { return letters_[static_cast<unsigned char>(name)]; }
  /// "a, A, b, B": for messages.
  std::string listed() const;

 private:
  const Alphabet& alphabet_;
  std::string_view structure_;
  std::map<std::string, Word, std::less<>> words_;
  std::array<Letter, 256> letters_{};
  std::size_t longest_ = 1;
};

/// Reads a word up to what cannot belong to it: the end, or one of , ; = | > ) ] and their like. It may be empty.
Word parse_word(TextReader& reader, const Vocabulary& vocabulary);
/// The word that the whole text is; anything after it is an error.
Word parse_whole_word(TextReader& reader, const Vocabulary& vocabulary);

}  // namespace wreath::word
