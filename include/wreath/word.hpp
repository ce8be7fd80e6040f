// SPDX-License-Identifier: MIT
//
// Words in finitely presented groups: automatic structures, normal forms, growth.
//
// A group is given as text: the name of a family (surface:2, triangle:3,3,4, coxeter:5,3,5, free:2, ...) or a presentation
// ('<a,b | a^3, b^3, (a*b)^4>'). Words are text, too: abAB, a*b^-2, (a*b)^4, [a,b]; the identity is 1. The words of everything
// below are compared by shortlex in the order of the letters: the shorter first, then letter by letter.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wreath/run.hpp"

namespace wreath::word {

struct AutomaticStructure;
struct Alphabet;
struct WordsRef;
class Reducer;
class WordText;

/// A letter is the index of a generator (or of a generator's inverse) in its alphabet; the index is its rank in every order of
/// words.
using Letter = std::uint8_t;
using Word = std::vector<Letter>;
/// Two words that are equal in the group or monoid.
using Equation = std::pair<Word, Word>;

/// How a group is opened, and how far a build may go.
struct Options {
  std::string order = {};            // of the letters, such as "a,b,A,B"; empty: as in the presentation, each before its inverse
  bool keep_inverses = false;        // a relator a^2 does not make a its own inverse
  std::size_t max_rules = 1U << 20;  // of the completion
  std::size_t max_length = 4096;     // of a rule's sides
  std::uint64_t max_states = 1U << 24;     // of an automaton on the way
  bool cache = false;                      // look for the structure in the user's cache, and keep it there
  std::vector<Equation>* rules = nullptr;  // in: rules to start from; out: those found by the end of the build or its last save
  RunControl* run = nullptr;               // limits on time and memory, progress, phases
};

/// How words are reduced. Answers never depend on it.
struct ReduceOptions {
  BackendChoice backend = BackendChoice::automatic;
  unsigned threads = 0;             // 0: all cores
  std::size_t base_length = 0;      // of the pieces of one long word; 0: as measured
  RunControl* run = nullptr;        // asked between batches whether to stop; learns what was chosen
  std::uint64_t device_memory = 0;  // the most bytes to take on a GPU; 0: all that is free
};

/// The order of an element, as far as it is proven.
struct ElementOrder {
  enum class Kind { finite, infinite, unknown };
  Kind kind = Kind::unknown;
  std::uint64_t order = 0;  // where it is finite
  std::string proof = {};   // or why none was found, in a sentence
};

/// A group that answers questions about its words, by its shortlex automatic structure. Cheap to copy; all questions are const,
/// and safe from several threads.
///
/// Words are reduced by tables, which are made when the first is reduced; where they would be too large, in a slow way that
/// needs none. A group whose structure is not verified answers nothing: its questions throw InputError. They throw LimitReached
/// where the run was stopped first.
class Group {
 public:
  /// A group from whatever there is: a structure file, the name of a family, a presentation, or a file that holds one, also in
  /// GAP's or kbmag's form. Throws InputError where it is none.
  static Group open(const std::string& source, const Options& options = {});
  /// The same for text; never opens a file.
  static Group build(std::string_view text, const Options& options = {});
  /// A structure file.
  static Group load(const std::string& path);
  /// Of a structure (word/structure.hpp) that came from a "file", from the "cache", or was "built".
  explicit Group(AutomaticStructure structure, std::string origin = "built", std::string ending = {});

  /// Throws InputError where it is not verified.
  void save(const std::string& path) const;

  /// Whether the structure is proven: the axioms were checked on the automata.
  bool verified() const noexcept;
  /// Why it is not, in a sentence; empty where it is.
  const std::string& ending() const noexcept;
  /// "file", "cache" or "built".
  const std::string& origin() const noexcept;
  /// Whether the rules of its completion are confluent: that is known of some groups without a structure, too.
  bool confluent() const noexcept;
  /// The family, or the presentation.
  std::string name() const;
  std::string presentation() const;

  std::vector<std::string> letters() const;
  /// The inverse of each letter.
  std::vector<Letter> inverses() const;
  std::uint32_t word_acceptor_states() const;
  std::uint32_t general_multiplier_states() const;
  std::size_t word_differences() const;

  /// The shortlex-least word of the same element, which is a shortest one. Throws InputError if the text is not a word.
  std::string reduce(std::string_view word, const ReduceOptions& options = {}) const;
  bool equal(std::string_view u, std::string_view v, const ReduceOptions& options = {}) const;
  /// The normal forms of u*v and of u^-1.
  std::string multiply(std::string_view u, std::string_view v, const ReduceOptions& options = {}) const;
  std::string inverse(std::string_view u, const ReduceOptions& options = {}) const;
  /// Looks at powers up to `powers`; see docs/word.md for what is proven how. Throws ResourceError where the
  /// tables would be too large.
  ElementOrder order_of(std::string_view word, std::uint64_t powers = 1000, const ReduceOptions& options = {}) const;
  /// All elements of length at most `radius`, in shortlex order. Throws ResourceError where memory has no room for them.
  std::vector<std::string> ball(std::size_t radius, RunControl* run = nullptr) const;

  // The same for words as bytes: a byte is the number of a letter in letters(). Throws InputError where it is none.
  Word parse(std::string_view word) const;
  std::string print(std::span<const Letter> word) const;
  Word reduce_letters(std::span<const Letter> word, const ReduceOptions& options = {}) const;
  ElementOrder order_of_letters(std::span<const Letter> word, std::uint64_t powers = 1000,
                                const ReduceOptions& options = {}) const;
  /// Many words: word i is letters[offsets[i] .. offsets[i+1]), and `offsets` has one more than there are words. Its normal form
  /// is written to out[offsets[i]...], and the form's length to lengths[i]; `out` is as long as `letters` and must not overlap
  /// it. Returns how many words are done, from the first on: all, unless the run is to stop.
  std::size_t reduce_many(std::span<const Letter> letters, std::span<const std::uint64_t> offsets, std::span<Letter> out,
                          std::span<std::uint64_t> lengths, const ReduceOptions& options = {}) const;
  /// Throws InputError where these are not the letters and offsets of words, as reduce_many does.
  void require_words(std::span<const Letter> letters, std::span<const std::uint64_t> offsets) const;
  /// Makes the tables by which words are reduced; otherwise that happens when the first word is.
  void prepare(RunControl* run = nullptr) const;
  /// Whether they are made: what comes next takes no preparation.
  bool is_ready() const noexcept;

  /// The number of elements in decimal digits, or "infinite".
  std::string order() const;
  /// The number of elements of length at most 0, 1, ..., radius, in decimal digits.
  std::vector<std::string> balls(std::size_t radius) const;
  /// The growth series, such as "(1+x)/(1-3x)": the coefficient of x^n is the number of elements of length n.
  std::string growth_series() const;

  // For callers that include the library's internal headers.
  const AutomaticStructure& structure() const noexcept;
  /// The same where it is verified.
  const AutomaticStructure& proven() const;
  const Alphabet& alphabet() const noexcept;
  const WordText& text() const noexcept;
  /// Throws ResourceError where its tables would be too large.
  const Reducer& reducer(RunControl* run = nullptr) const;
  /// As reduce_many, for words that are known to be such.
  std::size_t reduce_words(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths,
                           const ReduceOptions& options = {}) const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace wreath::word
