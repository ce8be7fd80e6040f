// SPDX-License-Identifier: MIT
//
// Level by level. On several threads each edge of a large level claims the row that it leads to, the first edge in the order of
// the level wins, and the winners are numbered in their order: the same numbers as from one thread.
#include "coset/cpu/breadth_first.hpp"

#include <algorithm>
#include <cstring>

#include "core/parallel/radix_partition.hpp"
#include "coset/cpu/shared_row.hpp"

namespace wreath::coset {

namespace {
constexpr std::uint64_t kLevelLook = std::uint64_t{1} << 20;  // rows between two looks at the clock
constexpr std::size_t kLevelPiece = 1024;                     // rows of a level
constexpr std::uint64_t kMostEdges = std::uint64_t{1} << 31;  // that are claimed together
}  // namespace

template <class Entry>
BreadthFirstOrder<Entry>::BreadthFirstOrder(const TableRefOf<Entry>& table, std::uint64_t rows, unsigned threads,
                                            FunctionRef<void()> look)
    : table_(table), rows_(rows), threads_(threads), queue_(rows + 1) {
  parallel_ranges(rows + 1, threads, std::size_t{1} << 16, [&](Range range, unsigned) {
    std::memset(static_cast<void*>(table.parents + range.begin), 0, range.size() * sizeof(Row));
  });
  queue_[1] = 1;
  table.parents[1] = 1;
  std::uint64_t next_look = kLevelLook;
  std::uint64_t found = 1;
  const std::uint64_t together = threads > 1 ? std::min(kMostEdges / std::max(1U, table.width), 16 * kLevelLook) : kLevelLook;
  for (std::uint64_t begin = 1; begin <= found;) {
    if (begin >= next_look) {
      look();
      next_look = begin + kLevelLook;
    }
    const std::uint64_t end = std::min(found + 1, begin + together);
    found = threads > 1 && end - begin >= 4 * kLevelPiece ? number_level_together(begin, end, found)
                                                          : number_level(begin, end, found);
    begin = end;
  }
}

/// Numbers what the rows at places begin..end-1 of the queue lead to. Returns how many are numbered.
template <class Entry>
std::uint64_t BreadthFirstOrder<Entry>::number_level(std::uint64_t begin, std::uint64_t end, std::uint64_t found) {
  for (std::uint64_t k = begin; k < end; ++k) {
    const Entry* from = table_.entries + std::size_t{queue_[k]} * table_.width;
    for (std::uint32_t x = 0; x < table_.width; ++x) {
      const Row d = from[x];
      if (d == 0 || table_.parents[d] != 0) continue;
      queue_[++found] = d;
      table_.parents[d] = static_cast<Row>(found);
    }
  }
  return found;
}

template <class Entry>
std::uint64_t BreadthFirstOrder<Entry>::number_level_together(std::uint64_t begin, std::uint64_t end, std::uint64_t found) {
  if (claims_.size() == 0) {
    claims_ = HugeArray<std::uint32_t>(rows_ + 1);
    parallel_ranges(rows_ + 1, threads_, std::size_t{1} << 16, [&](Range range, unsigned) {
      std::memset(static_cast<void*>(claims_.data() + range.begin), 0xFF, range.size() * sizeof(std::uint32_t));
    });
  }
  std::vector<std::uint64_t> fresh((end - begin + kLevelPiece - 1) / kLevelPiece);
  const auto each_edge = [&](auto body) {  // body(row, place of the edge, number of the piece)
    parallel_chunks(end - begin, kLevelPiece, threads_, [&](Range range, std::size_t piece, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k) {
        const Entry* from = table_.entries + std::size_t{queue_[begin + k]} * table_.width;
        for (std::uint32_t x = 0; x < table_.width; ++x)
          if (from[x] != 0) body(from[x], static_cast<std::uint32_t>(k * table_.width + x), piece);
      }
    });
  };
  each_edge([&](Row d, std::uint32_t edge, std::size_t) {
    if (table_.parents[d] == 0) claim_least(claims_[d], edge);
  });
  // A row that has a number may still have an old claim.
  const auto wins = [&](Row d, std::uint32_t edge) { return claims_[d] == edge && table_.parents[d] == 0; };
  each_edge([&](Row d, std::uint32_t edge, std::size_t piece) { fresh[piece] += wins(d, edge) ? 1 : 0; });
  const std::uint64_t count = exclusive_scan_in_place(fresh);
  each_edge([&](Row d, std::uint32_t edge, std::size_t piece) {
    if (!wins(d, edge)) return;
    const std::uint64_t number = found + ++fresh[piece];
    queue_[number] = d;
    table_.parents[d] = static_cast<Row>(number);
  });
  return found + count;
}

template class BreadthFirstOrder<Row>;
template class BreadthFirstOrder<WideEntry>;

}  // namespace wreath::coset
