// SPDX-License-Identifier: MIT
//
// The largest abelian quotient of a group, and what it shows about words.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/algebra/integer_lattice.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

class AbelianImage {
 public:
  /// Of a group in which these words are 1 as well.
  explicit AbelianImage(const Presentation& group, std::span<const Word> trivial = {});

  /// The order of the image of u * v^-1: 1 if u and v have the same image, and 0 if it is infinite. Nothing if numbers grew
  /// beyond 64 bits.
  std::optional<std::uint64_t> order_of(std::span<const Letter> u, std::span<const Letter> v = {}) const;

 private:
  /// Exponent sums. A letter and its inverse share the column of the smaller one.
  void add_sums(IntegerLattice::Row& row, std::span<const Letter> word, int sign) const;
  IntegerLattice::Row row_of(std::span<const Letter> u, std::span<const Letter> v) const;

  std::vector<Letter> inverses_;
  IntegerLattice relators_;
};

}  // namespace wreath::word
