// SPDX-License-Identifier: MIT
//
// Tietze transformations: a presentation is made shorter, and the group stays the same.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "wreath/run.hpp"

namespace wreath {

/// A word in generators 1, 2, ... and their inverses -1, -2, ...
using GeneratorWord = std::vector<std::int32_t>;
/// The word times a generator or an inverse, freely reduced; 0 is the identity.
void append_reduced(GeneratorWord& word, std::int32_t x);

class Tietze {
 public:
  /// lengths: of the words that the generators stand for. Of those that a relator may eliminate the longest are eliminated, as
  /// far as that makes no more than twice as many letters. Those of length 0 are eliminated only by relators without any other
  /// that could be. Empty: they are not known.
  explicit Tietze(std::size_t generators, std::vector<std::uint64_t> lengths = {})
      : alive_(generators + 1, true), involution_(generators + 1, false), lengths_(std::move(lengths)) {}

  void add(GeneratorWord relator);
  /// Eliminates generators that occur once in a relator, shortest relators first, as long as all relators together stay below
  /// `max_length` letters, and shortens relators by one another. A generator whose square is a relator is its own inverse: the
  /// other relators have no inverse of it. False if it was stopped or reached that.
  bool simplify(std::uint64_t max_length, RunControl& run);

  /// Those that are left, in order.
  std::vector<std::int32_t> generators() const;
  /// The relators, with the generators numbered by their places in `kept`; by length, each once.
  std::vector<GeneratorWord> relators(const std::vector<std::int32_t>& kept) const;

 private:
  std::int32_t inverse(std::int32_t x) const { return x > 0 && involution_[static_cast<std::size_t>(x)] ? x : -x; }
  GeneratorWord inverse_of(const GeneratorWord& word) const;
  GeneratorWord canonical(const GeneratorWord& given) const;
  void use_involutions();
  bool eliminate(RunControl& run);
  std::size_t place_to_eliminate(const GeneratorWord& relator, const std::vector<std::uint64_t>& uses) const;
  bool shorten(RunControl& run);
  void substitute(std::int32_t generator, const GeneratorWord& by);

  std::vector<bool> alive_;
  std::vector<bool> involution_;  // those whose squares are relators
  bool new_involutions_ = false;  // which the relators from before do not show
  std::vector<std::uint64_t> lengths_;
  std::set<GeneratorWord> relators_;  // cyclically reduced, one of all rotations and inverses
  std::uint64_t length_ = 0;
  std::uint64_t max_length_ = 0;
};

}  // namespace wreath
