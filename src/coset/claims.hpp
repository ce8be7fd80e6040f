// SPDX-License-Identifier: MIT
//
// Which of many tasks may write a slot of the coset table: the least that asked.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/parallel/loops.hpp"
#include "coset/backend.hpp"

namespace wreath::coset {

/// Where a path between the ends would be tied on.
struct Slots {
  std::uint64_t front;
  std::uint64_t back;
};

/// The claims of one round, and what its pieces of the list found.
struct Claims {
  struct Piece {
    std::uint64_t rows = 0;  // that its winners need
    std::uint64_t steps = 0;
    std::uint64_t begun = 0;  // paths that are not finished: they begin and end in one slot
    std::vector<Ends> open;
    std::vector<std::pair<Row, Row>> equal;
  };

  void clear(std::size_t tasks, std::size_t piece_size, unsigned threads) {
    const std::size_t size = std::bit_ceil(4 * tasks);
    shift = 64U - static_cast<unsigned>(std::countr_zero(size));
    if (least.size() < size) least.resize(size);
    parallel_ranges(size, threads, std::size_t{1} << 17, [&](Range range, unsigned) {
      std::fill(least.begin() + static_cast<std::ptrdiff_t>(range.begin), least.begin() + static_cast<std::ptrdiff_t>(range.end),
                ~std::uint32_t{0});
    });
    pieces.resize((tasks + piece_size - 1) / piece_size);
    for (Piece& piece : pieces) {
      piece.rows = piece.steps = piece.begun = 0;
      piece.open.clear();
      piece.equal.clear();
    }
  }
  std::uint32_t& of(std::uint64_t slot) { return least[(slot * 0x9E3779B97F4A7C15U) >> shift]; }
  void claim(std::uint64_t slot, std::uint32_t task) {
    std::atomic_ref<std::uint32_t> holder(of(slot));
    std::uint32_t known = holder.load(std::memory_order_relaxed);
    while (task < known && !holder.compare_exchange_weak(known, task, std::memory_order_relaxed)) {
    }
  }
  bool wins(const Slots& slots, std::uint32_t task) { return of(slots.front) == task && of(slots.back) == task; }

  std::vector<std::uint32_t> least;
  unsigned shift = 0;
  std::vector<Piece> pieces;
};

}  // namespace wreath::coset
