// SPDX-License-Identifier: MIT
//
// What a change of basis leaves as it is: the ranks of factors, of sums of two at the same position, and of the products
// a_r b_s, b_r c_s and c_r a_s, which become X a_r b_s Z^-1 and so on. So two summands are related by twelve ranks, and a summand
// by its own three and its relations to all others: colours, refined as those of a graph are (Weisfeiler and Leman).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "wreath/flip/equivalence.hpp"

namespace wreath::flip {

/// The turns and the transposition of a SchemeMap; all six of them.
struct Outer {
  unsigned turns = 0;
  bool transposed = false;
};
inline constexpr std::array<Outer, 6> kOuters{{{0, false}, {1, false}, {2, false}, {0, true}, {1, true}, {2, true}}};
Shape image_of(const Outer& outer, const Shape& shape);
Scheme apply(const Outer& outer, const Scheme& scheme);

/// Of every summand.
using Colours = std::vector<std::uint64_t>;

class Relations {
 public:
  explicit Relations(const Scheme& scheme);

  /// The colours of the image under `outer`, before any refinement.
  Colours colours(const Outer& outer = {}) const;
  /// How r sees s there.
  std::uint64_t relation(std::size_t r, std::size_t s, const Outer& outer = {}) const;
  /// Each colour by how its summand sees those of all others.
  void refine(Colours& colours, const Outer& outer = {}) const;

 private:
  using Ranks = std::array<std::uint8_t, 6>;  // of three sums and three products
  const Ranks& at(std::size_t r, std::size_t s) const { return ranks_[r * size_ + s]; }

  std::size_t size_;
  std::vector<Ranks> ranks_;
};

}  // namespace wreath::flip
