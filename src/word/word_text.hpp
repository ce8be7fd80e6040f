// SPDX-License-Identifier: MIT
//
// Many words of one alphabet as text, at the speed of the memory.
//
// Where every name is one character, a word that is written out (abAB) needs no parser: a table turns each byte into a letter,
// and a byte that is none sends the whole word to the parser of words.hpp, which knows all other forms and explains what is
// wrong. So the two read alike, and the second is never asked about millions of letters without need.
#pragma once

#include <array>

#include "word/words.hpp"

namespace wreath::word {

/// Reads and prints words. The alphabet must outlive it.
class WordText {
 public:
  explicit WordText(const Alphabet& alphabet);

  const Alphabet& alphabet() const noexcept { return vocabulary_.alphabet(); }
  /// Appends the letters of the word that the text is. Throws InputError as `source:line:column: ...`, and `out` is as it was.
  void read(std::string_view text, std::string_view source, std::size_t line, Word& out) const;
  /// Appends the word as print_word has it: abAB or x1*x2^-1; the identity is 1.
  void print(std::span<const Letter> word, std::string& out) const;

 private:
  bool read_written_out(std::string_view text, Word& out) const;
  bool read_product(std::string_view text, Word& out) const;
  Letter letter_named(std::string_view name) const;

  Vocabulary vocabulary_;
  std::array<Letter, 256> letters_{};  // of each byte, or kNoLetter
  std::array<char, 256> names_{};      // of each letter, where all have one character
  bool single_names_ = false;
  bool spells_identity_ = false;  // the name IdWord of the identity could be taken for letters
};

}  // namespace wreath::word
