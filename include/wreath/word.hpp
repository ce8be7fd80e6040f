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
#include <string>
#include <string_view>
#include <vector>

#include "wreath/run.hpp"

namespace wreath::word {

struct AutomaticStructure;

struct Options {
  std::string order;                 // of the letters, such as "a,b,A,B"; empty: as in the presentation, each before its inverse
  std::size_t max_rules = 1U << 20;  // of the completion
  std::size_t max_length = 4096;     // of a rule's sides
  std::uint64_t max_states = 1U << 24;  // of an automaton on the way
  RunControl* run = nullptr;            // limits on time and memory, progress, phases
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

  /// The shortlex-least word of the same element.
  std::string reduce(std::string_view word) const;
  bool equal(std::string_view u, std::string_view v) const;

  /// The number of elements in decimal digits, or "infinite".
  std::string order() const;
  /// The number of elements of length at most 0, 1, ..., radius, in decimal digits.
  std::vector<std::string> balls(std::size_t radius) const;
  /// The growth series, such as "(1+x)/(1-3x)": the coefficient of x^n is the number of elements of length n.
  std::string growth_series() const;

 private:
  Structure() = default;
  const AutomaticStructure& proven() const;

  std::shared_ptr<const AutomaticStructure> structure_;
  std::string ending_;
};

}  // namespace wreath::word
