// SPDX-License-Identifier: MIT
//
// From what a text says to a presentation: which letters there are, which are involutions, and in which order they stand.
//
// A text is read over its full alphabet, in which each generator is followed by its inverse. Only when all relators are known can
// one say that a generator is its own inverse (a relator a^2); then its inverse is not a letter, and the relator says
// nothing that the alphabet does not.
#pragma once

#include "wreath/word/presentation.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace wreath {
class TextReader;
}

namespace wreath::word {

class Vocabulary;

/// The most letters that the words of a text may have together, unless they are written out.
inline constexpr std::size_t kMaxTextLetters = 100'000'000;

struct GroupReading {
  /// The letters in their order, as "a,b,A,B" or "abAB"; without inverses, as "b,a", it means b,B,a,A. Empty: as in the text.
  std::string order;
  /// Whether a relator a^2 makes `a` its own inverse, so that A is not a letter. An order that has both keeps both.
  bool involutions = true;
};

/// Collects the letters of a text in the order of its generators.
class AlphabetBuilder {
 public:
  explicit AlphabetBuilder(bool monoid) : monoid_(monoid) {}
  /// A generator and the name of its inverse: its own name for an involution, nothing for the usual one. Errors are the
  /// reader's, at the offset.
  void add(std::string name, std::string inverse, const TextReader& reader, std::size_t offset);
  /// In a group, a generator without a declared inverse gets A for a where that is free, and x1^-1 for x1.
  Alphabet finish() const;

 private:
  struct Generator {
    std::string name;
    std::string inverse;
  };
  bool taken(std::string_view name) const;

  bool monoid_;
  std::vector<Generator> generators_;
};

/// Reads the words of one text and sees to it that they do not become too long together.
class WordReader {
 public:
  /// One word, which may not be nothing: the identity is written 1.
  Word take(TextReader& reader, const Vocabulary& vocabulary);
  /// u = v = w = ..., or one word.
  std::vector<Word> take_chain(TextReader& reader, const Vocabulary& vocabulary);

 private:
  std::size_t letters_ = 0;
};

/// The equations that a chain stands for; one word alone is a relator.
void add_chain(const std::vector<Word>& chain, std::vector<Equation>& equations);

/// Finds the involutions, puts the letters in order and reduces the equations freely; those that say nothing are left out.
Presentation assemble(std::string name, const Alphabet& full, std::vector<Equation> equations, const GroupReading& reading);

}  // namespace wreath::word
