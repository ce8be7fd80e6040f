// SPDX-License-Identifier: MIT
//
// One row of the cell form: the bits of its cells, and those of the cells from which the generators lead to them.
#pragma once

#include <cstdint>
#include <span>

#include "core/run/stop_check.hpp"
#include "orbit/cells.hpp"

namespace wreath::orbit {

/// A row from which a generator leads to the row at hand. Arrays of two go by the parity of the target's inner order.
struct CellSource {
  const std::uint64_t* cells;  // the row
  const std::uint32_t* outer;  // index table; null: the same cell
  const std::uint64_t* table[2];
  InnerMove::Kind kind[2];
  std::uint8_t shift[2];
  bool swaps;  // whether the source has the other parity
};

/// One plane: `parities` of the cells of a row, flipped by `flip`, are those of their inner orders. own and out may be the same.
/// Returns the number of bits of out. Throws Stopped if the run stops; out may have some of its new bits then.
std::uint64_t pull_plane(const std::uint64_t* own, std::uint64_t* out, std::span<const CellSource> sources,
                         std::span<const std::uint8_t> parities, unsigned flip, StopCheck check);

/// Both planes, as pairs of words: the even inner orders, then the odd ones.
std::uint64_t pull_pairs(const std::uint64_t* own, std::uint64_t* out, std::span<const CellSource> sources, std::uint64_t cells,
                         StopCheck check);

}  // namespace wreath::orbit
