// SPDX-License-Identifier: MIT
//
// Words over the letters of a group: one, many at once, and as text.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wreath::word {

/// A letter is the index of a generator (or of a generator's inverse) in its alphabet; the index is its rank in every order of
/// words.
using Letter = std::uint8_t;
using Word = std::vector<Letter>;
/// Two words that are equal in the group or monoid.
using Equation = std::pair<Word, Word>;

/// No letter: the inverse of a monoid's generator, the padding symbol's neighbour.
inline constexpr Letter kNoLetter = 255;

/// The most letters an alphabet may have; the padding symbol of two-tape automata is the letter after the last.
inline constexpr std::size_t kMaxLetters = 250;

/// The letters of a group or monoid, in the user's order.
struct Alphabet {
  std::vector<std::string> names;
  /// inverses[x] is the letter that is x's inverse (x itself for an involution), or kNoLetter in a monoid.
  std::vector<Letter> inverses;

  /// The number of letters, inverses included.
  std::size_t size() const { return names.size(); }
  bool operator==(const Alphabet&) const = default;
};

/// The formal inverse: the inverses of the letters in reverse order, not reduced. Throws InputError if a letter has no inverse.
[[nodiscard]] Word inverse_word(std::span<const Letter> word, const Alphabet& alphabet);
/// The shorter word first, then letter by letter.
[[nodiscard]] std::strong_ordering compare_shortlex(std::span<const Letter> u, std::span<const Letter> v);

// --- many words

/// Words one after the other: word i is letters[offsets[i] .. offsets[i+1]).
struct WordsRef {
  std::span<const Letter> letters;
  std::span<const std::uint64_t> offsets;  // one more than words

  /// The number of words.
  std::size_t size() const noexcept { return offsets.empty() ? 0 : offsets.size() - 1; }
  /// The letters of word number `word`, which must be less than size().
  std::span<const Letter> operator[](std::size_t word) const {
    return letters.subspan(offsets[word], offsets[word + 1] - offsets[word]);
  }
};

/// The same, owning its memory.
struct Words {
  std::vector<Letter> letters = {};
  std::vector<std::uint64_t> offsets{0};

  /// The number of words that are ended.
  std::size_t size() const noexcept { return offsets.size() - 1; }
  /// A view of the words, valid until they change.
  WordsRef ref() const { return {letters, offsets}; }
  /// Ends a word: what was appended to the letters since the last one.
  void end_word() { offsets.push_back(letters.size()); }
  /// Removes all words.
  void clear() {
    letters.clear();
    offsets.assign(1, 0);
  }
};

/// The letters of the formal inverses of the words of a group, each in the place of its word.
void invert_words(const WordsRef& words, const Alphabet& alphabet, std::vector<Letter>& inverses);

// --- text

/// Reads and prints the words of one alphabet: abAB, a*b^-2, (a*b)^4, [a,b]; the identity is 1. Cheap to copy.
class WordText {
 public:
  /// For words over this alphabet.
  explicit WordText(Alphabet alphabet);

  /// The alphabet that it was made with.
  const Alphabet& alphabet() const noexcept;
  /// Appends the letters of the word that the text is. Throws InputError as `source:line:column: ...`, and `out` is as it was.
  void read(std::string_view text, std::string_view source, std::size_t line, Word& out) const;
  /// The letters of the word that the text is. Throws InputError with the place if it is not a word.
  Word read(std::string_view text, std::string_view source = {}) const;
  /// Appends the word: abAB, or x1*x2^-1 if names are longer; the identity is 1.
  void print(std::span<const Letter> word, std::string& out) const;
  /// The word as text, in the same form.
  std::string print(std::span<const Letter> word) const;

 private:
  struct State;
  std::shared_ptr<const State> state_;
};

}  // namespace wreath::word
