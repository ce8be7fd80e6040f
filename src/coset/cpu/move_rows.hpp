// SPDX-License-Identifier: MIT
//
// Rows that get other numbers: compaction, and the standard order of a finished table; and entries that get another size.
// For table.cpp alone.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "core/data/huge_array.hpp"
#include "core/parallel/function_ref.hpp"
#include "core/arrays/counted_partition.hpp"
#include "core/run/machine.hpp"
#include "coset/cpu/shared_row.hpp"
#include "coset/tables/table.hpp"

namespace wreath::coset {

namespace detail {

inline constexpr std::size_t kRowGrain = std::size_t{1} << 14;  // rows that a thread takes at once
inline constexpr std::uint64_t kWindowBytes = std::uint64_t{1} << 24;
inline constexpr std::uint64_t kLevelLook = std::uint64_t{1} << 20;  // rows between two looks at the clock
inline constexpr std::size_t kLevelPiece = 1024;                     // rows of a level
inline constexpr std::uint64_t kMostEdges = std::uint64_t{1} << 31;  // that are claimed together
inline constexpr std::size_t kFrontierGrain = 1024;                  // rows of a level that are worth a thread

/// Items become longer or shorter where they stand. What lies between the old place of an item and its new one is converted
/// before, from the end on if they grow: the items of such a stretch are read and written in different places, by all threads.
template <class From, class To>
void convert_in_place(void* memory, std::uint64_t count, unsigned threads) {
  auto* bytes = static_cast<std::byte*>(memory);
  const auto convert = [&](std::uint64_t begin, std::uint64_t end) {
    parallel_ranges(end - begin, threads, kRowGrain, [&](Range range, unsigned) {
      for (std::uint64_t k = begin + range.begin; k < begin + range.end; ++k) {
        From item;
        std::memcpy(static_cast<void*>(&item), bytes + k * sizeof(From), sizeof(From));
        const To converted(static_cast<To>(item));
        std::memcpy(bytes + k * sizeof(To), &converted, sizeof(To));
      }
    });
  };
  if constexpr (sizeof(To) > sizeof(From)) {
    for (std::uint64_t end = count; end != 0;) {
      const std::uint64_t begin = std::min(end - 1, (end * sizeof(From) + sizeof(To) - 1) / sizeof(To));
      convert(begin, end);
      end = begin;
    }
  } else {
    for (std::uint64_t begin = 0; begin != count;) {
      const std::uint64_t end = std::min(count, std::max(begin + 1, begin * sizeof(From) / sizeof(To)));
      convert(begin, end);
      begin = end;
    }
  }
}

}  // namespace detail

/// The standard order of the rows of a closed table: breadth-first from row 1, columns in order, level by level. On several
/// threads each edge of a large level claims the row that it leads to, the first edge in the order of the level wins, and the
/// winners are numbered in their order: the same numbers as from one thread.
template <class Entry>
class BreadthFirstOrder {
 public:
  using Row = RowOf<Entry>;
  /// The parents become the new numbers of the rows. look() is called now and then, and may throw.
  BreadthFirstOrder(const TableRefOf<Entry>& table, std::uint64_t rows, unsigned threads, FunctionRef<void()> look);

  /// The row that gets a number, from 1 on.
  Row row_of(std::uint64_t number) const { return queue_[number]; }

 private:
  std::uint64_t number_level(std::uint64_t begin, std::uint64_t end, std::uint64_t found);
  std::uint64_t number_level_together(std::uint64_t begin, std::uint64_t end, std::uint64_t found);

  TableRefOf<Entry> table_;
  std::uint64_t rows_;
  unsigned threads_;
  HugeArray<Row> queue_;
  HugeArray<std::uint32_t> claims_;  // for each row the first edge that leads to it
};

template <class Entry>
BreadthFirstOrder<Entry>::BreadthFirstOrder(const TableRefOf<Entry>& table, std::uint64_t rows, unsigned threads,
                                            FunctionRef<void()> look)
    : table_(table), rows_(rows), threads_(threads), queue_(rows + 1) {
  parallel_ranges(rows + 1, threads, std::size_t{1} << 16, [&](Range range, unsigned) {
    std::memset(static_cast<void*>(table.parents + range.begin), 0, range.size() * sizeof(Row));
  });
  queue_[1] = 1;
  table.parents[1] = 1;
  std::uint64_t next_look = detail::kLevelLook;
  std::uint64_t found = 1;
  const std::uint64_t together =
      threads > 1 ? std::min(detail::kMostEdges / std::max(1U, table.width), 16 * detail::kLevelLook) : detail::kLevelLook;
  for (std::uint64_t begin = 1; begin <= found;) {
    if (begin >= next_look) {
      look();
      next_look = begin + detail::kLevelLook;
    }
    const std::uint64_t end = std::min(found + 1, begin + together);
    found = threads > 1 && end - begin >= 4 * detail::kLevelPiece ? number_level_together(begin, end, found)
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
  std::vector<std::uint64_t> fresh((end - begin + detail::kLevelPiece - 1) / detail::kLevelPiece);
  const auto each_edge = [&](auto body) {  // body(row, place of the edge, number of the piece)
    parallel_chunks(end - begin, detail::kLevelPiece, threads_, [&](Range range, std::size_t piece, unsigned) {
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

/// Rows move to their new numbers, which are in parents_ (0 for dead rows), and so do their entries. Several threads do that in
/// windows, through memory aside: what a window is written to has been read before. Without such memory one thread does it.
/// Entries are renamed by counting the live rows before them: two bits for each row, which stay in the cache where parents_ would
/// not.
template <class Entry>
void TableOf<Entry>::move_rows_down(std::uint64_t kept, std::span<Ranks> ranks, std::span<Entry> aside) {
  static_assert(detail::kRowGrain % 64 == 0);
  parallel_ranges(ranks.size(), threads_, detail::kRowGrain / 64, [&](Range range, unsigned) {
    for (std::size_t k = range.begin; k < range.end; ++k) {
      Ranks own{0, 0};
      for (std::uint64_t c = 64 * k + 1; c <= std::min(rows(), 64 * k + 64); ++c) {
        if (parents_[c] == 0) continue;
        if (own.alive == 0) own.before = parents_[c] - 1;
        own.alive |= std::uint64_t{1} << (c - 1) % 64;
      }
      ranks[k] = own;
    }
  });
  const auto rename_row = [&](const Entry* from, Entry* to) {
    for (unsigned x = 0; x < width_; ++x) {
      const Row d = from[x];
      const Row at = d - (d == 0 ? 0 : 1);
      const Ranks own = ranks[at / 64];
      const auto number = static_cast<Row>(own.before + static_cast<unsigned>(std::popcount(own.alive << (63 - at % 64))));
      to[x] = d == 0 ? 0 : number;
    }
  };
  if (aside.empty()) {
    for (std::uint64_t c = 1; c <= rows(); ++c) {
      if (const Row number = parents_[c]) rename_row(row(static_cast<Row>(c)), entries_ + std::size_t{number} * width_);
    }
  } else {
    const std::uint64_t window = aside.size() / width_;
    std::uint64_t base = 1;  // the number of the first live row of the window
    for (std::uint64_t begin = 1; begin <= rows(); begin += window) {
      const std::uint64_t count = std::min(window, rows() + 1 - begin);
      std::atomic<std::uint64_t> moved{0};
      parallel_ranges(count, threads_, 256, [&](Range range, unsigned) {
        std::uint64_t own = 0;
        for (std::uint64_t c = begin + range.begin; c < begin + range.end; ++c) {
          if (const Row number = parents_[c]) rename_row(row(static_cast<Row>(c)), &aside[(number - base) * width_]), ++own;
        }
        moved += own;
      });
      parallel_ranges(moved * width_, threads_, 4096, [&](Range range, unsigned) {
        std::copy_n(&aside[range.begin], range.size(), entries_ + base * width_ + range.begin);
      });
      base += moved;
    }
  }
  Entry* tail = entries_ + (kept + 1) * width_;
  parallel_ranges((rows() - kept) * width_, threads_, detail::kRowGrain, [&](Range range, unsigned) {
    std::memset(static_cast<void*>(tail + range.begin), 0, range.size() * sizeof(Entry));
  });
}

template <class Entry>
bool TableOf<Entry>::compact(std::span<std::uint64_t> marks, RunControl* run) {
  if (dead() == 0) return true;
  if (has_pending()) throw InternalError("a coset table is compacted before its coincidences are settled");
  const auto alive_of = [&](std::uint64_t begin, std::uint64_t end) {  // rows begin..end-1
    std::uint64_t count = 0;
    for (std::uint64_t c = begin; c < end; ++c) count += parents_[c] == c ? 1 : 0;
    return count;
  };
  std::vector<std::uint64_t> before((rows() + detail::kRowGrain - 1) / detail::kRowGrain);  // live rows before each piece
  parallel_chunks(rows(), detail::kRowGrain, threads_,
                  [&](Range range, std::size_t piece, unsigned) { before[piece] = alive_of(range.begin + 1, range.end + 1); });
  if (run != nullptr && run->should_stop()) return false;
  const std::uint64_t kept = exclusive_scan_in_place(before);
  std::vector<std::uint64_t> moved;
  for (const std::uint64_t mark : marks) {
    const std::uint64_t piece = (mark - 1) / detail::kRowGrain;
    moved.push_back(mark > rows() ? kept + 1 : before[piece] + alive_of(piece * detail::kRowGrain + 1, mark) + 1);
  }
  HugeArray<Ranks> ranks(rows() / 64 + 1);  // all memory is taken before anything changes
  HugeArray<Entry> aside;
  if (threads_ != 1 && rows() >= detail::kRowGrain) {
    const std::uint64_t window = std::max<std::uint64_t>(detail::kRowGrain, detail::kWindowBytes / (width_ * sizeof(Entry)));
    aside = HugeArray<Entry>(std::min(window, rows()) * width_);
  }
  parallel_chunks(rows(), detail::kRowGrain, threads_, [&](Range range, std::size_t piece, unsigned) {
    std::uint64_t number = before[piece];
    for (std::size_t c = range.begin + 1; c <= range.end; ++c) parents_[c] = parents_[c] == c ? static_cast<Row>(++number) : 0;
  });
  parents_[0] = 0;
  move_rows_down(kept, ranks.span(), aside.span());
  for (auto& [c, x] : deductions_) c = parents_[c];
  std::erase_if(deductions_, [](const auto& deduction) { return deduction.first == 0; });
  if (journal_ != nullptr) journal_->compact(std::span<const Row>(parents_, counts_.rows + 1));
  counts_.rows = kept;
  reset_parents();
  std::ranges::copy(moved, marks.begin());
  return true;
}

template <class Entry>
void TableOf<Entry>::standardise(RunControl* run) {
  const auto stop_if_asked = [&] {
    if (run == nullptr || !run->should_stop()) return;
    reset_parents();
    throw LimitReached("stopped before the coset table was in its standard order");
  };
  const BreadthFirstOrder<Entry> order(ref(), rows(), threads_, stop_if_asked);
  // Columns are put into the new order one after the other, or several together if there is memory for them.
  const std::uint64_t column_bytes = (rows() + 1) * sizeof(Entry);
  const auto together = static_cast<unsigned>(std::clamp<std::uint64_t>(available_memory() / 2 / column_bytes, 1, width_));
  HugeArray<Entry> columns(together * rows());
  for (unsigned first = 0; first < width_; first += together) {
    const unsigned count = std::min(together, width_ - first);
    parallel_ranges(rows(), threads_, detail::kFrontierGrain, [&](Range range, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k) {
        const Entry* from = row(order.row_of(k + 1)) + first;
        for (unsigned x = 0; x < count; ++x) columns[k * count + x] = parents_[from[x]];
      }
    });
    parallel_ranges(rows(), threads_, detail::kFrontierGrain, [&](Range range, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k)
        std::copy_n(&columns[k * count], count, entries_ + (k + 1) * width_ + first);
    });
  }
  reset_parents();
}

template <class Entry>
GrowingArray<Entry> TableOf<Entry>::take_rows() {
  const std::size_t count = rows() * width_;
  const std::size_t parts = threads_;
  std::vector<Entry> firsts(parts * width_);  // of the piece that follows each: its thread may be faster
  const auto part_of = [&](std::size_t part) { return piece_of(count, part, parts, detail::kRowGrain); };
  for (std::size_t part = 0; part < parts; ++part)
    std::copy_n(entries_ + part_of(part).end, width_, firsts.begin() + static_cast<std::ptrdiff_t>(part * width_));
  parallel_tasks(parts, threads_, [&](std::size_t part) {
    const Range range = part_of(part);
    if (range.size() == 0) return;
    const std::size_t own = range.size() < width_ ? 0 : range.size() - width_;
    for (std::size_t k = range.begin; k < range.begin + own; ++k) entries_[k] = entries_[k + width_] - 1;
    for (std::size_t k = range.begin + own; k < range.end; ++k)
      entries_[k] = firsts[part * width_ + (k + width_ - range.end)] - 1;
  });
  entries_ = nullptr;
  return std::move(entry_memory_);
}

}  // namespace wreath::coset
