// SPDX-License-Identifier: MIT
#include "coset/table.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "core/data/huge_array.hpp"
#include "core/parallel/radix_partition.hpp"
#include "core/run/machine.hpp"
#include "core/run/memory_error.hpp"
#include "core/run/units.hpp"
#include "coset/cpu/breadth_first.hpp"
#include "wreath/run.hpp"

namespace wreath::coset {

namespace {
constexpr std::uint64_t kFirstRows = 1024;
constexpr std::uint64_t kAskEvery = 1024;                     // dead cosets
constexpr std::uint64_t kLookEvery = std::uint64_t{1} << 20;  // rows between two looks at the clock
constexpr std::size_t kRowGrain = std::size_t{1} << 14;       // rows that a thread takes at once
constexpr std::uint64_t kWindowBytes = std::uint64_t{1} << 24;
constexpr std::size_t kFrontierGrain = 1024;  // rows of a level that are worth a thread
}  // namespace

CosetTable::CosetTable(std::span<const Letter> inverses, std::uint64_t row_limit, unsigned threads, const Grain& grain)
    : width_(static_cast<unsigned>(inverses.size())),
      row_limit_(std::min(std::max<std::uint64_t>(row_limit, 1), kMostRows)),
      threads_(resolve_threads(threads)),
      collapse_(threads_, grain) {
  std::ranges::copy(inverses, inverses_);
  reserve(std::min(kFirstRows, row_limit_));
  counts_.append(1);
  parents_[1] = 1;
}

void CosetTable::reserve(std::uint64_t rows) {
  entry_memory_.reserve((rows + 1) * width_ + 1);  // that much and no more
  entries_ = entry_memory_.data();                 // it may have moved, and the next line may throw
  parent_memory_.reserve(rows + 1);
  entry_memory_.resize((rows + 1) * width_ + 1);
  parent_memory_.resize(rows + 1);
  entries_ = entry_memory_.data();
  parents_ = parent_memory_.data();
  capacity_ = rows;
}

void CosetTable::set_row_limit(std::uint64_t rows) noexcept {
  row_limit_ = std::min(std::max(rows, counts_.rows), kMostRows);
  capacity_ = std::min(row_limit_, parent_memory_.size() - 1);
}

bool CosetTable::grow() {
  if (rows() >= row_limit_) return false;
  try {
    reserve(std::min(row_limit_, std::max(rows() + rows() / 2, kFirstRows)));
  } catch (const ResourceError&) {
    row_limit_ = capacity_ = rows();  // the system has no more: this is the limit
    return false;
  }
  return true;
}

std::uint64_t CosetTable::memory() const noexcept {
  return (rows() + 1) * (width_ + 1) * sizeof(Row) + deductions_.capacity() * sizeof(deductions_[0]) +
         dying_.capacity() * sizeof(Row) + pending_.capacity() * sizeof(pending_[0]) + collapse_.memory();
}

void CosetTable::merge(Row a, Row b) {
  a = root(a);
  b = root(b);
  if (a == b) return;
  if (a > b) std::swap(a, b);
  parents_[b] = a;
  --counts_.live;
  dying_.push_back(b);
}

/// Each edge of a dead coset is taken away in both directions before anything is asked: then a coset that is its own neighbour
/// needs no thought.
void CosetTable::move_edges(Row dead) {
  Row* row = entries_ + std::size_t{dead} * width_;
  for (unsigned column = 0; column < width_; ++column) {
    const Row target = row[column];
    if (target == 0) continue;
    const auto x = static_cast<Letter>(column);
    row[column] = 0;
    Row& back = entries_[std::size_t{target} * width_ + inverses_[x]];
    if (back == dead) back = 0;
    const Row from = root(dead);
    const Row to = root(target);
    if (const Row other = at(from, x)) {
      merge(other, to);
    } else if (const Row source = at(to, inverses_[x])) {
      merge(source, from);
    } else {
      deduce(from, x, to);
    }
  }
}

bool CosetTable::settle(RunControl* run) {
  if (!has_pending()) return true;
  return keeps_deductions_ && !in_generations_ && collapse_.is_done() ? settle_one_by_one(run) : settle_in_generations(run);
}

bool CosetTable::settle_one_by_one(RunControl* run) {
  for (std::uint64_t moved = 0; has_pending();) {
    if (dying_.empty()) {
      const auto [a, b] = pending_.back();
      pending_.pop_back();
      merge(a, b);
      continue;
    }
    const Row dead = dying_.back();
    dying_.pop_back();
    move_edges(dead);
    if (++moved % kAskEvery == 0 && run != nullptr && run->should_stop()) return !has_pending();
  }
  return true;
}

bool CosetTable::settle_in_generations(RunControl* run) {
  collapse_.add(pending_, dying_);
  bool stops = false;
  for (std::uint64_t merged = 0; !collapse_.is_done() && !stops;) {
    const std::uint64_t died = collapse_.step(ref());
    counts_.live -= died;
    merged += died;
    if (merged < kAskEvery) continue;
    merged = 0;
    stops = run != nullptr && run->should_stop();
  }
  collapse_.give_back(pending_, dying_);
  in_generations_ = has_pending();
  return !in_generations_;
}

Row CosetTable::append(std::uint64_t count) {
  while (rows() + count > capacity_) {
    if (rows() + count > row_limit_) return 0;
    const std::uint64_t wanted = std::min(row_limit_, std::max(rows() + rows() / 2, rows() + count));
    try {
      reserve(wanted);
    } catch (const ResourceError&) {
      row_limit_ = capacity_;  // the system has no more: this is the limit
    }
  }
  const auto first = static_cast<Row>(rows() + 1);
  counts_.append(count);
  return first;
}

void CosetTable::make_rows(std::uint64_t rows) {
  if (rows <= capacity_) return;
  const std::uint64_t bytes = (rows - capacity_) * (width_ + 1) * sizeof(Row);
  if (bytes > available_memory()) {
    throw MemoryError("the coset table on the GPU needs " + format_bytes(bytes) + " of memory here, and " +
                      format_bytes(available_memory()) + " are free");
  }
  reserve(rows);
}

void CosetTable::reset_parents() {
  parallel_ranges(rows(), threads_, kRowGrain, [&](Range range, unsigned) {
    for (std::size_t c = range.begin + 1; c <= range.end; ++c) parents_[c] = static_cast<Row>(c);
  });
}

/// Rows move to their new numbers, which are in parents_ (0 for dead rows), and so do their entries. Several threads do that in
/// windows, through memory aside: what a window is written to has been read before.
void CosetTable::move_rows_down(std::uint64_t kept) {
  const auto rename_row = [&](const Row* from, Row* to) {
    for (unsigned x = 0; x < width_; ++x) to[x] = parents_[from[x]];
  };
  if (threads_ == 1 || rows() < kRowGrain) {
    for (std::uint64_t c = 1; c <= rows(); ++c) {
      if (const Row number = parents_[c]) rename_row(row(static_cast<Row>(c)), entries_ + std::size_t{number} * width_);
    }
  } else {
    const std::uint64_t window = std::max<std::uint64_t>(kRowGrain, kWindowBytes / (width_ * sizeof(Row)));
    HugeArray<Row> aside(std::min(window, rows()) * width_);
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
  Row* tail = entries_ + (kept + 1) * width_;
  parallel_ranges((rows() - kept) * width_, threads_, kRowGrain, [&](Range range, unsigned) {
    std::memset(static_cast<void*>(tail + range.begin), 0, range.size() * sizeof(Row));
  });
}

bool CosetTable::compact(std::span<std::uint64_t> marks, RunControl* run) {
  if (dead() == 0) return true;
  const auto alive_of = [&](std::uint64_t begin, std::uint64_t end) {  // rows begin..end-1
    std::uint64_t count = 0;
    for (std::uint64_t c = begin; c < end; ++c) count += parents_[c] == c ? 1 : 0;
    return count;
  };
  std::vector<std::uint64_t> before((rows() + kRowGrain - 1) / kRowGrain);  // live rows before each piece
  parallel_chunks(rows(), kRowGrain, threads_,
                  [&](Range range, std::size_t piece, unsigned) { before[piece] = alive_of(range.begin + 1, range.end + 1); });
  if (run != nullptr && run->should_stop()) return false;
  const std::uint64_t kept = exclusive_scan_in_place(before);
  std::vector<std::uint64_t> moved;
  for (const std::uint64_t mark : marks) {
    const std::uint64_t piece = (mark - 1) / kRowGrain;
    moved.push_back(mark > rows() ? kept + 1 : before[piece] + alive_of(piece * kRowGrain + 1, mark) + 1);
  }
  parallel_chunks(rows(), kRowGrain, threads_, [&](Range range, std::size_t piece, unsigned) {
    std::uint64_t number = before[piece];
    for (std::size_t c = range.begin + 1; c <= range.end; ++c) parents_[c] = parents_[c] == c ? static_cast<Row>(++number) : 0;
  });
  parents_[0] = 0;
  move_rows_down(kept);
  for (auto& [c, x] : deductions_) c = parents_[c];
  std::erase_if(deductions_, [](const auto& deduction) { return deduction.first == 0; });
  counts_.rows = kept;
  reset_parents();
  std::ranges::copy(moved, marks.begin());
  return true;
}

void CosetTable::standardise(RunControl* run) {
  const auto stop_if_asked = [&] {
    if (run == nullptr || !run->should_stop()) return;
    reset_parents();
    throw LimitReached("stopped before the coset table was in its standard order");
  };
  const BreadthFirstOrder order(ref(), rows(), threads_, stop_if_asked);
  // Columns are put into the new order one after the other, or several together if there is memory for them.
  const std::uint64_t column_bytes = (rows() + 1) * sizeof(Row);
  const auto together = static_cast<unsigned>(std::clamp<std::uint64_t>(available_memory() / 2 / column_bytes, 1, width_));
  HugeArray<Row> columns(together * rows());
  for (unsigned first = 0; first < width_; first += together) {
    const unsigned count = std::min(together, width_ - first);
    parallel_ranges(rows(), threads_, kFrontierGrain, [&](Range range, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k) {
        const Row* from = row(order.row_of(k + 1)) + first;
        for (unsigned x = 0; x < count; ++x) columns[k * count + x] = parents_[from[x]];
      }
    });
    parallel_ranges(rows(), threads_, kFrontierGrain, [&](Range range, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k)
        std::copy_n(&columns[k * count], count, entries_ + (k + 1) * width_ + first);
    });
  }
  reset_parents();
}

GrowingArray<Row> CosetTable::take_rows() {
  const std::size_t count = rows() * width_;
  const std::size_t parts = threads_;
  std::vector<Row> firsts(parts * width_);  // of the piece that follows each: its thread may be faster
  const auto part_of = [&](std::size_t part) { return piece_of(count, part, parts, kRowGrain); };
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

std::vector<Row> CosetTable::saved_coincidences() const {
  std::vector<Row> list;
  for (const auto& [a, b] : pending_) {
    list.push_back(a);
    list.push_back(b);
  }
  for (const Row dead : dying_) {
    list.push_back(dead);
    list.push_back(0);
  }
  list.push_back(in_generations_ ? 1 : 0);
  return list;
}

bool CosetTable::restore(std::span<const std::byte> rows, std::span<const std::byte> parents, std::span<const Row> coincidences,
                         std::uint64_t total, std::uint64_t maximum) {
  const std::size_t row_bytes = width_ * sizeof(Row);
  const std::uint64_t count = width_ == 0 ? 1 : rows.size() / row_bytes;
  if (count == 0 || count > kMostRows || rows.size() != count * row_bytes) return false;
  if (!parents.empty() && parents.size() != count * sizeof(Row)) return false;
  if (coincidences.size() % 2 == 0 || std::ranges::any_of(coincidences, [&](Row d) { return d > count; })) return false;
  if (count > capacity_) reserve(count);
  counts_ = {count, count, total, maximum};
  row_limit_ = std::max(row_limit_, count);
  if (!rows.empty()) std::memcpy(entries_ + width_, rows.data(), rows.size());
  if (!parents.empty()) std::memcpy(parents_ + 1, parents.data(), parents.size());
  const std::span<const Row> copied(entries_ + width_, count * width_);
  if (std::ranges::any_of(copied, [&](Row d) { return d > count; })) return false;
  for (std::uint64_t c = 1; c <= count; ++c) {
    if (parents.empty()) parents_[c] = static_cast<Row>(c);
    if (parents_[c] == 0 || parents_[c] > c) return false;
    counts_.live -= parents_[c] == c ? 0 : 1;
  }
  for (std::size_t k = 0; k + 1 < coincidences.size(); k += 2) {
    const Row a = coincidences[k];
    const Row b = coincidences[k + 1];
    if (a == 0 || (b == 0 && parents_[a] == a)) return false;
    if (b == 0) {
      dying_.push_back(a);
    } else {
      pending_.emplace_back(a, b);
    }
  }
  in_generations_ = coincidences.back() != 0;
  return true;
}

}  // namespace wreath::coset
