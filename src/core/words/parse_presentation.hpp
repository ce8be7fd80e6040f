// SPDX-License-Identifier: MIT
//
// Presentations of groups and monoids as text.
//
//     <a,b | a^3, b^3, (a*b)^4>            a group by relators; words as in words.hpp
//     <a,b | a^2 = b^3 = 1, ab = ba>       equations and chains of them
//     <a,b>                                the free group
//     <x/y, t/t | x*t = t*y>               y is the name of x's inverse; t is its own
//     <a/a^-1, A/A^-1 | a*A = A*a>         A is not the inverse of a, which it is otherwise
//     monoid<a,b | ab=ba, a^2=1>           a monoid: letters have no inverses but those that are declared by '/'
//
// and a quotient of a free group as GAP's users write it:
//
//     F := FreeGroup("a","b");; a := F.1;; b := F.2;; G := F/[ a^3, b^3, (a*b)^4 ];
//
// The letters are ordered as they stand there, each followed by its inverse, unless an order is given. A relator a^2 makes `a`
// its own inverse: then A is not a letter. What is probably a mistake is an error that shows what to write: <a,b ab>, <a,A |
// a^2>.
#pragma once

#include "wreath/word/presentation.hpp"

#include <optional>
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

/// The first generator whose name can be read as a word in generators of one letter, as ab in a, b, ab: perhaps it was meant to
/// be a relator.
std::optional<std::size_t> name_of_other_names(const std::vector<std::string>& names);

/// Whether the text looks like one of the two forms: for those who must choose between a presentation, a family and a file.
bool looks_like_presentation(std::string_view text);

/// Throws InputError as `source:line:column: ...`.
Presentation parse_presentation(std::string_view text, std::string_view source, const GroupReading& reading = {});
/// GAP's form alone.
Presentation parse_gap_group(std::string_view text, std::string_view source, const GroupReading& reading = {});

}  // namespace wreath::word
