// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "orbit/cpu/cell_kernels.hpp"
#include "orbit/row_counts.hpp"

namespace wreath::orbit {

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
