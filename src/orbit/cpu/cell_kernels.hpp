// SPDX-License-Identifier: MIT
//
// One row of the cell form: the bits of its cells, and those of the cells from which the generators lead to them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/run/stop_check.hpp"
#include "orbit/spaces/cells.hpp"
#include "orbit/spaces/row_counts.hpp"

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

/// Room for `most` items, without allocating memory where they are few.
template <class Item>
class FewOrMany {
 public:
  explicit FewOrMany(std::size_t most) : many_(most > kFew ? most : 0) {}
  Item* data() { return many_.empty() ? few_.data() : many_.data(); }

 private:
  static constexpr std::size_t kFew = 64;
  std::array<Item, kFew> few_;
  std::vector<Item> many_;
};

/// What a row of the cell form is made from: the rows of its steps that got new bits in the last level.
class RowSources {
 public:
  /// words(row) are the words of a row of the last level.
  template <class Words>
  RowSources(const CellSpace& space, std::uint64_t row, const RowCounts& rows, const Words& words) : room_(space.generators()) {
    for (const CellStep& step : space.steps(row)) {
      if (rows.fresh(step.row) == 0) continue;
      CellSource& source = room_.data()[used_++];
      source.cells = words(step.row);
      source.outer = step.outer == 0 ? nullptr : space.outer(step.outer);
      source.swaps = space.inner_is_odd(step.inner);
      for (unsigned parity = 0; parity < 2; ++parity) {
        const InnerMove& move = space.inner(step.inner, parity);
        source.kind[parity] = move.kind;
        source.shift[parity] = move.shift;
        source.table[parity] = move.table.data();
      }
    }
  }

  std::span<const CellSource> list() { return {room_.data(), used_}; }

 private:
  FewOrMany<CellSource> room_;
  std::size_t used_ = 0;
};

}  // namespace wreath::orbit
