// SPDX-License-Identifier: MIT
//
// Equations that follow from a presentation, one after the other: what the kinds `rewriting` and `automatic` have in common
// (docs/proofs.md).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "presentation.hpp"

namespace check {

inline constexpr Letter kNone = ~Letter{0};

/// Letters in their order, and equations. In a group every letter has an inverse.
struct Equations {
  std::vector<std::string_view> names;
  std::vector<Letter> inverse;  // kNone if there is none
  std::vector<Word> left, right;

  bool is_group() const;
};

/// The lines `letter` and `equation`. Returns how many lines these are; the kind has to know the others.
std::size_t read_equations(const std::vector<Line>& lines, Equations& made);

/// How much of something a proof may take besides its own length: a small file that would occupy the machine is rejected.
class Budget {
 public:
  Budget(std::uint64_t most, std::string what) : left_(most), what_(std::move(what)) {}

  void take(std::uint64_t amount) {
    if (amount > left_) throw Rejected("the proof needs more " + what_ + " than this program allows for its length");
    left_ -= amount;
  }

 private:
  std::uint64_t left_;
  std::string what_;
};

/// Lemmas, numbered from 0: the axioms x X = 1, in the order of the letters, and the equations; then those of the steps.
class Lemmas {
 public:
  explicit Lemmas(const Equations& given);

  /// Reads a step, and checks that every use is one. Throws Rejected if not; `step` is its number in the proof.
  void read(NumberReader& numbers, std::uint64_t step);

  std::size_t size() const { return left_.size(); }
  std::size_t axioms() const { return axioms_; }
  const Word& left(std::size_t lemma) const { return left_[lemma]; }
  const Word& right(std::size_t lemma) const { return right_[lemma]; }

 private:
  void use(Word& word, NumberReader& numbers, std::uint64_t step);

  std::size_t letters_;
  std::size_t axioms_;
  std::vector<Word> left_, right_;
  Budget kept_{std::uint64_t{1} << 28, "letters of lemmas"};
  Budget moved_{std::uint64_t{1} << 34, "moves of letters of lemmas"};
};

/// A word in a step: its length and its letters.
Word read_word(NumberReader& numbers, std::size_t letters, std::uint64_t step);

[[noreturn]] void reject_step(std::uint64_t step, const std::string& why);

}  // namespace check
