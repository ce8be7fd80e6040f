// SPDX-License-Identifier: MIT
//
// Right multiplication by path doubling, as in Khan's "Solving the word problem on CUDA" (Step 1).
//
// For a normal form u of n letters, padded to 2^m > n positions, the matrix of level 0 holds at (i, f, k) the letter y with which
// the multiplier goes from state i to f at position k, reading (u[k], y). That of level j+1 holds at (i, f, p) a state through
// which two paths of level j, of the segments 2p and 2p+1, lead from i to f. A path of level m from the start to a state with the
// label of g is the product. The paper keeps the path's letters in the matrix; here it holds the middle state, and the letters
// are read off at the end from the top down, which is less to write and to keep.
//
// Beyond the end of u the multiplier reads one padding with a last letter of v, or none, and then stays where it is.
//
// Cost: s^3 n steps for s states, and 4 s^2 n bytes: for words of a few thousand letters.
#pragma once

#include <span>

#include "word/automatic/normal_forms.hpp"

namespace wreath::word {

using PathEntry = std::uint16_t;
inline constexpr PathEntry kNoPath = 0xFFFF;

/// The multiplier as a matrix for each letter of u.
struct PaperTables {
  /// Throws ResourceError if the multiplier has too many states for matrices.
  explicit PaperTables(const StructureView& structure);

  std::uint32_t letters = 0;
  std::uint32_t states = 0;
  std::vector<PathEntry> edge;  // [(x*states + i)*states + f]: the letter y, or kNoPath; x may be the padding, and y at its end
  std::vector<std::uint32_t> label;
  std::vector<std::uint32_t> letter_label;

  /// Of a matrix.
  std::size_t entries() const { return std::size_t{states} * states; }
};

/// The matrices of one product, level after level: a level's has length >> level columns.
struct PaperLevels {
  explicit PaperLevels(std::size_t size);

  std::size_t length = 1;  // a power of two that is more than the word's
  std::uint32_t top = 0;   // its exponent
  /// Where a level's matrix begins, in columns.
  std::size_t begin(std::uint32_t level) const { return 2 * length - (2 * length >> level); }
};

/// On one core, by the definition.
class PaperMultiplier {
 public:
  explicit PaperMultiplier(const StructureView& structure) : tables_(structure) {}

  /// The normal form of u*g for a normal form u.
  Word times(const Word& u, Letter g);
  /// The normal form of any word: letter after letter.
  Word reduce(std::span<const Letter> word);

 private:
  void fill(const Word& u, const PaperLevels& levels);
  void double_paths(const PaperLevels& levels, std::uint32_t level);

  PaperTables tables_;
  std::vector<PathEntry> paths_;
};

}  // namespace wreath::word
