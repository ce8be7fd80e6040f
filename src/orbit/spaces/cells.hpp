// SPDX-License-Identifier: MIT
//
// The cell form of the symmetric and the alternating group: a bitmap in which no state is ever ranked.
//
// A permutation is a word of n letters. Five of them, the letters of A, are singled out. A word is then
//   a pattern   which places hold letters of A: the row, one of C(n,5);
//   an outer    order of the other n-5 letters: the cell within the row, one of (n-5)!;
//   an inner    order of the letters of A, one of 120: the bit.
// A generator permutes places. It moves the pattern, multiplies the outer order by a permutation of n-5 places and the inner
// order by one of 5 places, and both of these depend on the pattern and the generator alone. So a step is a row, an index table
// that all rows with the same outer permutation share, and a permutation of bits: for most patterns the identity, and 60 states
// move as one word.
//
// The 120 bits are kept as two words of 60, the even and the odd inner orders. Graphs in which all generators are odd (or all
// even) then need one of the two only: the words of one parity are a plane. Within a word, the orders are numbered by
// 12 * (place of the least letter) + (number of the cyclic order after it), so that a rotation of A is a rotation of 60 bits.
//
// Steps are those of a search that pulls: from a state to the states from which the generators lead to it.
//
// Sliding tiles are such words, too: the tiles in the order of their places, without the blank. A move changes the place of the
// blank and permutes the word by a permutation that depends on where the blank was. So there is a block of rows for each place of
// the blank, and steps lead from block to block. All words of a block have the same parity: it is one plane.
//
// With symmetries (symmetry.hpp) there is one row for each orbit of patterns. If a step leads to a pattern whose row is not kept,
// a map takes that pattern to one whose row is; the map permutes places and letters, and so the tables of the step do.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "core/algebra/stabilizer_chain.hpp"
#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/stop_check.hpp"
#include "orbit/spaces/row_counts.hpp"
#include "orbit/spaces/symmetry.hpp"
#include "wreath/orbit/generators.hpp"

namespace wreath::orbit {

inline constexpr std::uint32_t kInnerLetters = 5;
inline constexpr std::uint32_t kCellBits = 60;
inline constexpr std::uint64_t kFullCell = (std::uint64_t{1} << kCellBits) - 1;
inline constexpr std::uint32_t kLeastCellDegree = kInnerLetters + 1;
inline constexpr std::uint32_t kMostCellDegree = 15;  // beyond, bitmaps take terabytes

/// How the bits of a source become bits of the target, for targets of one parity.
struct InnerMove {
  enum class Kind : std::uint8_t { copy, rotate, look_up };
  Kind kind = Kind::copy;
  std::uint8_t shift = 0;                       // of a rotation, to the left
  std::array<std::uint8_t, kCellBits> to = {};  // bit i of the source is bit to[i] of the target
  std::vector<std::uint64_t> table = {};        // for look_up: 8 * 256 words, by byte of the source
};

struct CellStep {
  std::uint32_t row;    // of the source
  std::uint16_t outer;  // number of the index table; 0: the same cell
  std::uint16_t inner;  // number of the move
};

/// Where the bit of a state is in a bitmap: of one plane, or of both as pairs of words.
struct CellPlace {
  std::uint64_t row = 0;
  std::uint64_t word = 0;
  std::uint32_t bit = 0;
};

class CellSpace {
 public:
  // The constructors make the rows and their steps, and bytes() is known then; before states are moved or located, make_tables()
  // must be called. All throw Stopped if the run stops, and ResourceError if there are more tables than have numbers.

  /// Generators on kLeastCellDegree to kMostCellDegree points.
  explicit CellSpace(const Generators& generators, StopCheck check = {})
      : CellSpace(generators, no_cell_symmetry(generators.degree), check) {}
  CellSpace(const Generators& generators, CellSymmetry symmetry, StopCheck check);
  /// Tiles on a board, the blank at place `blank` at first; a board without it has kLeastCellDegree to
  /// kMostCellDegree places.
  CellSpace(std::uint32_t places, std::uint32_t columns, std::uint32_t blank, StopCheck check);
  void make_tables(unsigned threads, const StopCheck& check);
  bool has_tables() const noexcept { return outers_ != nullptr; }
  /// How many rows there will be.
  static std::uint64_t rows_for(const CellSymmetry& symmetry);

  std::uint64_t rows() const noexcept { return patterns_.size(); }
  std::uint64_t cells() const noexcept { return cells_; }  // of a row
  std::size_t generators() const noexcept { return generators_; }

  std::span<const CellStep> steps(std::uint64_t row) const { return std::span(steps_).subspan(row * generators(), generators()); }
  const std::vector<CellStep>& all_steps() const noexcept { return steps_; }
  /// The table of that number, which is not 0: that would be the identity.
  const std::uint32_t* outer(std::size_t number) const { return outers_->data() + (number - 1) * cells_; }
  /// Table after table.
  std::span<const std::uint32_t> outers() const noexcept { return outers_->span(); }
  /// The move for targets whose inner order has this parity; their source has it too, unless the move is odd.
  const InnerMove& inner(std::size_t number, unsigned parity) const { return inners_[number][parity]; }
  std::size_t inner_count() const noexcept { return inners_.size(); }
  bool inner_is_odd(std::size_t number) const { return odd_inners_[number] != 0; }

  unsigned row_parity(std::uint64_t row) const { return row_parity_[row]; }
  const std::vector<std::uint8_t>& cell_parities() const noexcept { return cell_parity_; }

  /// Of bitmaps.
  BitmapShape shape(bool pairs) const {
    return {.rows = rows(), .row_words = cells_ * (pairs ? 2 : 1), .word_bits = kCellBits, .weights = weights_};
  }
  CellPlace start(bool pairs) const;  // the identity, or the tiles as they are at first
  /// With symmetries, the place of a state that is equally far.
  CellPlace locate(const State& permutation, bool pairs) const;
  /// In one plane, that of the even states.
  State state(const CellPlace& place, bool pairs) const;
  /// All rows, those of a cycle of one generator side by side: of the one with the fewest cycles, but at least `cycles`. As they
  /// are if there is none.
  std::vector<std::uint64_t> rows_by_cycles(std::uint64_t cycles) const;
  /// Bytes of steps and tables.
  std::uint64_t bytes() const;
  /// The same before they are made, without the tables.
  static std::uint64_t cells_of(std::uint32_t degree, std::uint64_t rows);  // in all rows

 private:
  /// Places in another order, and letters renamed: the word w becomes the word whose letter at place i is letters[w[places[i]]].
  struct Rewriting {
    Permutation places;
    Permutation letters;
    auto operator<=>(const Rewriting&) const = default;
  };
  static InnerMove make_inner_move(const Rewriting& rewriting, unsigned parity);

  /// For the other constructors: the rows, without their steps.
  CellSpace(std::uint32_t degree, std::size_t generators, CellSymmetry symmetry);
  void add_row_step(std::uint32_t pattern, const Permutation& generator, std::uint64_t first_row);
  std::uint16_t outer_number(const Rewriting& rewriting);
  std::uint16_t inner_number(const Rewriting& rewriting);
  void fill_outers(Range tables, Range cells, std::uint32_t* outers);

  std::uint32_t degree_;
  std::uint64_t cells_;
  std::size_t generators_;
  std::uint64_t start_block_ = 0;  // the first row of the block with the start
  CellSymmetry symmetry_;
  Permutation letters_;                  // by number
  std::vector<Permutation> renamings_;   // what the maps do to the numbers of letters
  std::vector<std::uint32_t> patterns_;  // of the rows
  std::vector<std::uint32_t> row_of_;    // by pattern
  std::vector<std::uint8_t> map_of_;     // by pattern: the map that takes it to the pattern of its row
  std::vector<CellStep> steps_;
  std::map<Rewriting, std::uint16_t> outer_numbers_;
  std::vector<Rewriting> outer_rewritings_;
  std::shared_ptr<const HugeArray<std::uint32_t>> outers_;
  std::map<Rewriting, std::uint16_t> inner_numbers_;
  std::vector<std::array<InnerMove, 2>> inners_;
  std::vector<std::uint8_t> odd_inners_;
  std::vector<std::uint8_t> row_parity_;
  std::vector<std::uint8_t> cell_parity_;
  std::vector<std::uint32_t> weights_;  // how many rows a row stands for; empty if each stands for itself
};

/// Where the five letters stand and in which order, as the parity of the order and the number of its bit.
struct InnerRank {
  unsigned parity;
  std::uint32_t bit;
};
InnerRank inner_rank(const Permutation& order);
Permutation inner_order(unsigned parity, std::uint32_t bit);

}  // namespace wreath::orbit
