// SPDX-License-Identifier: MIT
//
// The chain form: a bitmap for any permutation group of known order.
//
// Along a stabilizer chain G > ... > H > ... > K, an element of G is k * v_d * t_c, where the cosets H t_c are the rows, the
// cosets K v_d of H the cells of a row, and the elements k of K, at most 64, the bits of a cell. For a generator s,
//   h t_c s = (h kappa) t_c'           kappa = t_c s t_c'^-1 is in H
//   k v_d kappa = (k lambda) v_d'      lambda is in K
// so a step of a row is a row and a kappa, a step of a cell is a look-up in the table of that kappa (d -> d' and lambda), and a
// step of the bits is the permutation of K by right multiplication with lambda. H is taken so large that the tables of all its
// kappas still fit a cache; the rows' steps are then few beside the bitmap. M24: 255,024 rows of 20 cells of 48 bits.
//
// If all generators are odd permutations, a level has states of one parity. The parity of an element is the sum of those of k,
// v_d and t_c, so the bits of a cell that have a parity are a mask, one of two, and one bitmap is set in place.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/algebra/stabilizer_chain.hpp"
#include "core/data/huge_array.hpp"
#include "orbit/spaces/row_counts.hpp"
#include "wreath/orbit/generators.hpp"
#include "wreath/run.hpp"

namespace wreath::orbit {

struct ChainStep {
  std::uint32_t row;    // of the source
  std::uint32_t kappa;  // number of its table
};

struct ChainPlace {
  std::uint64_t row = 0;
  std::uint64_t cell = 0;
  std::uint32_t bit = 0;
};

class ChainSpace {
 public:
  static constexpr std::uint32_t kLambdaBits = 6;  // of an entry of a table; the others are d'

  /// Where the chain is cut, and what that takes.
  struct Shape {
    std::size_t row_levels = 0;   // of the chain, from the first
    std::size_t cell_levels = 0;  // after them
    std::uint64_t rows = 1;
    std::uint64_t cells = 1;  // of a row
    std::uint32_t bits = 1;   // of a cell
    BitmapShape bitmap() const { return {.rows = rows, .row_words = cells, .word_bits = bits}; }
    std::uint64_t bitmap_bytes() const { return rows * cells * sizeof(std::uint64_t); }
    std::size_t first_bit() const { return row_levels + cell_levels; }  // the first level of the bits
    std::uint64_t table_bytes(std::size_t generators) const;
  };
  /// bits = 0 if the order is beyond what can be numbered.
  static Shape shape_of(const StabilizerChain& chain);

  /// Throws Stopped.
  ChainSpace(const StabilizerChain& chain, const Generators& generators, unsigned threads, RunControl& run);

  const Shape& shape() const noexcept { return shape_; }
  std::size_t generators() const noexcept { return generators_; }
  std::span<const ChainStep> steps(std::uint64_t row) const { return all_steps().subspan(row * generators_, generators_); }
  const std::uint32_t* table(std::uint32_t kappa) const { return tables_.data() + std::uint64_t{kappa} * shape_.cells; }
  /// For each byte of a cell 256 words: the cell after right multiplication by lambda.
  const std::uint64_t* bit_table(std::uint32_t lambda) const {
    return bit_tables_.data() + std::size_t{lambda} * byte_count_ * 256;
  }
  // All of them, as they stand in memory.
  std::span<const ChainStep> all_steps() const noexcept { return steps_->span(); }
  const std::vector<std::uint32_t>& all_tables() const noexcept { return tables_; }
  const std::vector<std::uint64_t>& all_bit_tables() const noexcept { return bit_tables_; }
  std::size_t byte_count() const noexcept { return byte_count_; }
  std::uint64_t full_cell() const noexcept {
    return shape_.bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << shape_.bits) - 1;
  }

  /// The bits of a cell that are even permutations, if `parity` is 0, or odd ones.
  std::uint64_t mask(std::uint64_t row, std::uint64_t cell, unsigned parity) const {
    return parity_masks_[parity ^ row_parity_[row] ^ cell_parity_[cell]];
  }
  const std::vector<std::uint8_t>& row_parities() const noexcept { return row_parity_; }
  const std::vector<std::uint8_t>& cell_parities() const noexcept { return cell_parity_; }
  std::uint64_t parity_mask(unsigned parity) const noexcept { return parity_masks_[parity]; }

  ChainPlace locate(const State& permutation) const;
  State state(const ChainPlace& place) const;
  std::uint64_t bytes() const;

 private:
  struct Level {
    std::uint32_t base = 0;
    std::uint32_t size = 0;
    std::vector<std::uint32_t> index;  // of a point in the orbit; ~0 outside
    std::vector<std::uint32_t> to;     // transversal, one permutation after another
    std::vector<std::uint32_t> back;   // their inverses
  };

  /// Takes off the transversals of levels first..last-1, and returns the digits as one number.
  std::uint64_t sift(std::span<std::uint32_t> permutation, std::size_t first, std::size_t last) const;
  /// The product of the transversals that the digits of a number name.
  void unsift(std::uint64_t number, std::size_t first, std::size_t last, std::span<std::uint32_t> into) const;
  void make_steps(const Generators& generators, unsigned threads, RunControl& run);
  void make_tables(unsigned threads, RunControl& run);
  void make_bit_tables();
  void make_parities(unsigned threads, RunControl& run);

  std::size_t degree_;
  std::size_t generators_;
  Shape shape_;
  std::vector<Level> levels_;
  std::shared_ptr<HugeArray<ChainStep>> steps_;  // copies of a space share them
  std::vector<std::uint32_t> tables_;
  std::vector<std::uint64_t> bit_tables_;
  std::size_t byte_count_ = 0;
  std::vector<std::uint8_t> row_parity_;
  std::vector<std::uint8_t> cell_parity_;
  std::array<std::uint64_t, 2> parity_masks_ = {};
};

}  // namespace wreath::orbit
