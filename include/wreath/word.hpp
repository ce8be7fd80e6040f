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
#include <vector>

#include "wreath/run.hpp"

namespace wreath::word {

struct AutomaticStructure;
class Reducer;

struct Options {
  std::string order;                 // of the letters, such as "a,b,A,B"; empty: as in the presentation, each before its inverse
  std::size_t max_rules = 1U << 20;  // of the completion
  std::size_t max_length = 4096;     // of a rule's sides
  std::uint64_t max_states = 1U << 24;  // of an automaton on the way
  RunControl* run = nullptr;            // limits on time and memory, progress, phases
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
  std::string proof;        // or why none was found, in a sentence
};

/// The shortlex automatic structure of a group. Cheap to copy; all questions are const, and safe from several threads.
class Structure {
 public:
  /// Builds it. Where a limit was reached first, the structure is not verified and answers no questions about the group: they
  /// throw InputError. Throws InputError where the text is no group.
  static Structure build(std::string_view group, const Options& options = {});
  static Structure load(const std::string& path);
  /// Throws InputError where it is not verified.
  void save(const std::string& path) const;

  /// Whether it is proven: the axioms were checked on the automata.
  bool verified() const noexcept;
  /// Why it is not, in a sentence; empty where it is.
  const std::string& ending() const noexcept { return ending_; }

  std::vector<std::string> letters() const;
  std::uint32_t word_acceptor_states() const;
  std::uint32_t general_multiplier_states() const;
  std::size_t word_differences() const;

  /// The shortlex-least word of the same element, which is a shortest one. Throws InputError where the text is no word, and
  /// ResourceError where the run was stopped first.
  std::string reduce(std::string_view word, const ReduceOptions& options = {}) const;
  bool equal(std::string_view u, std::string_view v, const ReduceOptions& options = {}) const;
  /// The normal forms of u*v and of u^-1.
  std::string multiply(std::string_view u, std::string_view v, const ReduceOptions& options = {}) const;
  std::string inverse(std::string_view u, const ReduceOptions& options = {}) const;
  /// Looks at powers up to `powers`; see docs/word.md for what is proven how.
  ElementOrder order_of(std::string_view word, std::uint64_t powers = 1000, const ReduceOptions& options = {}) const;
  /// All elements of length at most `radius`, in shortlex order.
  std::vector<std::string> ball(std::size_t radius) const;

  // The same for words as bytes: a byte is the number of a letter in letters(). Throws InputError where it is none.
  std::vector<std::uint8_t> parse(std::string_view word) const;
  std::string print(std::span<const std::uint8_t> word) const;
  std::vector<std::uint8_t> reduce_letters(std::span<const std::uint8_t> word, const ReduceOptions& options = {}) const;
  /// Many words: word i is letters[offsets[i] .. offsets[i+1]), and `offsets` has one more than there are words. Its normal form
  /// is written to out[offsets[i]...], and the form's length to lengths[i]; `out` is as long as `letters` and must not overlap
  /// it. Returns how many words are done, from the first on: all, unless the run is to stop.
  std::size_t reduce_many(std::span<const std::uint8_t> letters, std::span<const std::uint64_t> offsets,
                          std::span<std::uint8_t> out, std::span<std::uint64_t> lengths, const ReduceOptions& options = {}) const;

  /// The number of elements in decimal digits, or "infinite".
  std::string order() const;
  /// The number of elements of length at most 0, 1, ..., radius, in decimal digits.
  std::vector<std::string> balls(std::size_t radius) const;
  /// The growth series, such as "(1+x)/(1-3x)": the coefficient of x^n is the number of elements of length n.
  std::string growth_series() const;

 private:
  struct Tables;
  Structure() = default;
  explicit Structure(AutomaticStructure structure);
  const AutomaticStructure& proven() const;
  const Reducer& reducer() const;
  std::vector<std::uint8_t> reduced(std::span<const std::uint8_t> word, const ReduceOptions& options) const;

  std::shared_ptr<const AutomaticStructure> structure_;
  std::shared_ptr<Tables> tables_;  // for reducing words; made when they are first asked for
  std::string ending_;
};

}  // namespace wreath::word
