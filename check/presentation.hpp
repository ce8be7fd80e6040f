// SPDX-License-Identifier: MIT
//
// Presentations of groups, and claims about them, as the kinds `coset` and `quotient` write them (docs/proofs.md).
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "proof.hpp"

namespace check {

using Letter = std::uint32_t;
using Row = std::uint32_t;  // from 1; 0 is nothing
using Word = std::vector<Letter>;

inline constexpr std::uint64_t kMostRows = std::numeric_limits<Row>::max();
inline constexpr std::size_t kMostLetters = std::size_t{1} << 24;  // of all words together, written out

/// The period of a reduced relator, of which the relator is a power.
struct Relator {
  Word period;
  std::uint64_t power = 1;
  std::size_t line = 0;
  bool is_mirrored = false;  // (xy)^k for letters that are their own inverses: what holds at a row holds at its neighbours
};

/// A word that leads from a row to itself: where it begins in Presentation::letters, and its length.
struct Cycle {
  std::size_t begin = 0;
  std::size_t length = 0;
};

struct Presentation {
  std::vector<std::string_view> names;  // of the letters
  std::vector<Letter> inverse;
  std::vector<Relator> relators;  // without empty ones
  std::vector<Word> subgroup;
  std::vector<Cycle> cycles;  // of the relators, then of the subgroup
  std::size_t subgroup_cycles_from = 0;
  Word letters;  // of the cycles
};

struct Claim {
  Line line;
  std::string_view kind;     // index, order, equal or different
  std::uint64_t number = 0;  // the index, or the order
  Word left, right;          // the sides of an equality
  std::string statement;     // in words
};

/// Reduces a word cyclically that is reduced freely; empty if nothing is left.
Relator root_of(const Word& reduced, const std::vector<Letter>& inverse);

/// Numbers the names of letters from 0, and reads words: `1`, letters, or `(letters)^k`.
class WordReader {
 public:
  Letter add_letter(std::string_view name, const Line& line);
  Letter letter_of(std::string_view name, const Line& line) const;
  Word word_of(std::string_view text, const Line& line);

 private:
  std::unordered_map<std::string_view, Letter> numbers_;
  std::size_t written_ = 0;  // letters of the words so far
};

/// Reads the lines of a problem, then its claim.
class PresentationReader {
 public:
  Presentation read(const std::vector<Line>& lines);
  Claim read_claim(const Line& line, bool of_whole_group);

 private:
  void read_letter(const Line& line);
  Letter add_letter(std::string_view name, const Line& line);
  Word freely_reduced(const Word& word) const;
  void add_relator(const Word& reduced, const Line& line);
  void add_subgroup_cycles();

  Presentation made_;
  WordReader words_;
};

}  // namespace check
