// SPDX-License-Identifier: MIT
#include "coset/table.hpp"

#include <algorithm>
#include <cstring>

#include "core/parallel/loops.hpp"
#include "wreath/run.hpp"

namespace wreath::coset {

namespace {
constexpr std::uint64_t kFirstRows = 1024;
constexpr std::uint64_t kMostRows = 0xFFFFFFFEU;
constexpr std::uint64_t kAskEvery = 1024;                     // dead cosets
constexpr std::uint64_t kLookEvery = std::uint64_t{1} << 20;  // rows between two looks at the clock
constexpr std::size_t kRenameGrain = 4096;                    // rows
}  // namespace

CosetTable::CosetTable(std::span<const Letter> inverses, std::uint64_t row_limit, unsigned threads, const Grain& grain)
    : width_(static_cast<unsigned>(inverses.size())),
      row_limit_(std::min(std::max<std::uint64_t>(row_limit, 1), kMostRows)),
      threads_(resolve_threads(threads)),
      grain_(grain),
      backend_(make_backend(threads)) {
  std::ranges::copy(inverses, inverses_);
  reserve(std::min(kFirstRows, row_limit_));
  rows_ = live_ = total_ = maximum_ = 1;
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
  row_limit_ = std::min(std::max(rows, rows_), kMostRows);
  capacity_ = std::min(row_limit_, parent_memory_.size() - 1);
}

bool CosetTable::grow() {
  if (rows_ >= row_limit_) return false;
  try {
    reserve(std::min(row_limit_, std::max(rows_ + rows_ / 2, kFirstRows)));
  } catch (const ResourceError&) {
    row_limit_ = capacity_ = rows_;  // the system has no more: this is the limit
    return false;
  }
  return true;
}

std::uint64_t CosetTable::memory() const noexcept {
  return (rows_ + 1) * (width_ + 1) * sizeof(Row) + deductions_.capacity() * sizeof(deductions_[0]) +
         dying_.capacity() * sizeof(Row) + pending_.capacity() * sizeof(pending_[0]) + backend_->memory();
}

void CosetTable::merge(Row a, Row b) {
  a = root(a);
  b = root(b);
  if (a == b) return;
  if (a > b) std::swap(a, b);
  parents_[b] = a;
  --live_;
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
  std::uint64_t moved = 0;
  while (has_pending()) {
    const bool great = threads_ >= grain_.collapse_threads && !keeps_deductions_ &&
                       (dying_.size() > grain_.great_collapse || pending_.size() > grain_.great_collapse);
    if (great || in_generations_) {
      backend_->collapse({entries_, parents_, inverses_, width_, live_, pending_, dying_}, grain_.collapse_piece);
      in_generations_ = !pending_.empty();
      if (run != nullptr && run->should_stop()) return !has_pending();
      continue;
    }
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

Row CosetTable::append(std::uint64_t count) {
  while (rows_ + count > capacity_) {
    if (rows_ + count > row_limit_) return 0;
    const std::uint64_t wanted = std::min(row_limit_, std::max(rows_ + rows_ / 2, rows_ + count));
    try {
      reserve(wanted);
    } catch (const ResourceError&) {
      row_limit_ = capacity_;  // the system has no more: this is the limit
    }
  }
  const auto first = static_cast<Row>(rows_ + 1);
  for (std::uint64_t c = first; c < first + count; ++c) parents_[c] = static_cast<Row>(c);
  rows_ += count;
  live_ += count;
  total_ += count;
  maximum_ = std::max(maximum_, live_);
  return first;
}

/// Every entry becomes what parents_ has for it.
void CosetTable::rename_entries() {
  parallel_ranges(rows_, threads_, kRenameGrain, [&](Range range, unsigned) {
    for (std::size_t k = (range.begin + 1) * width_; k < (range.end + 1) * width_; ++k) entries_[k] = parents_[entries_[k]];
  });
}

bool CosetTable::compact(std::span<std::uint64_t> marks, RunControl* run) {
  std::vector<std::uint64_t> moved(marks.size(), live_ + 1);
  std::vector<std::pair<std::uint64_t, std::size_t>> order;  // marks by row
  for (std::size_t k = 0; k < marks.size(); ++k) order.emplace_back(marks[k], k);
  std::ranges::sort(order);
  std::uint64_t kept = 0;
  std::size_t mark = 0;
  for (std::uint64_t c = 1; c <= rows_; ++c) {
    for (; mark < order.size() && order[mark].first <= c; ++mark) moved[order[mark].second] = kept + 1;
    parents_[c] = parents_[c] == c ? static_cast<Row>(++kept) : 0;  // its new number
    if (c % kLookEvery == 0 && run != nullptr && run->should_stop()) {
      for (std::uint64_t d = 1; d <= c; ++d)
        parents_[d] = static_cast<Row>(parents_[d] != 0 ? d : 1);  // 1: dead, no edge names it
      return false;
    }
  }
  parents_[0] = 0;
  rename_entries();
  for (std::uint64_t c = 1; c <= rows_; ++c) {
    if (const Row number = parents_[c]; number != 0 && number != c)
      std::copy_n(entries_ + c * width_, width_, entries_ + std::size_t{number} * width_);
  }
  std::memset(static_cast<void*>(entries_ + (kept + 1) * width_), 0, (rows_ - kept) * width_ * sizeof(Row));
  for (auto& [c, x] : deductions_) c = parents_[c];
  std::erase_if(deductions_, [](const auto& deduction) { return deduction.first == 0; });
  for (std::uint64_t c = 1; c <= kept; ++c) parents_[c] = static_cast<Row>(c);
  rows_ = kept;
  std::ranges::copy(moved, marks.begin());
  return true;
}

void CosetTable::standardise(RunControl* run) {
  GrowingArray<Row> queue;  // the rows in their new order
  queue.resize(rows_ + 1);
  std::memset(static_cast<void*>(parents_), 0, (rows_ + 1) * sizeof(Row));  // new numbers
  std::uint64_t found = 1;
  queue[1] = 1;
  parents_[1] = 1;
  const auto restore_parents = [&] {
    for (std::uint64_t c = 1; c <= rows_; ++c) parents_[c] = static_cast<Row>(c);
  };
  for (std::uint64_t k = 1; k <= found; ++k) {
    if (k % kLookEvery == 0 && run != nullptr && run->should_stop()) {
      restore_parents();
      throw LimitReached("stopped before the coset table was in its standard order");
    }
    const Row* from = row(queue[k]);
    for (unsigned x = 0; x < width_; ++x) {
      const Row d = from[x];
      if (d == 0 || parents_[d] != 0) continue;
      queue[++found] = d;
      parents_[d] = static_cast<Row>(found);
    }
  }
  rename_entries();
  // Rows are permuted along the cycles of the renumbering: row k comes from row queue[k].
  std::vector<Row> held(width_);
  for (std::uint64_t start = 1; start <= rows_; ++start) {
    if (queue[start] == start || queue[start] == 0) continue;
    std::copy_n(row(static_cast<Row>(start)), width_, held.begin());
    std::uint64_t k = start;
    while (queue[k] != start) {
      const Row source = queue[k];
      std::copy_n(row(source), width_, entries_ + k * width_);
      queue[k] = 0;
      k = source;
    }
    std::ranges::copy(held, entries_ + k * width_);
    queue[k] = 0;
  }
  restore_parents();
}

GrowingArray<Row> CosetTable::take_rows() {
  for (std::size_t k = 0; k < rows_ * width_; ++k) entries_[k] = entries_[k + width_] - 1;
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
  rows_ = live_ = count;
  row_limit_ = std::max(row_limit_, count);
  total_ = total;
  maximum_ = maximum;
  if (!rows.empty()) std::memcpy(entries_ + width_, rows.data(), rows.size());
  if (!parents.empty()) std::memcpy(parents_ + 1, parents.data(), parents.size());
  const std::span<const Row> copied(entries_ + width_, count * width_);
  if (std::ranges::any_of(copied, [&](Row d) { return d > count; })) return false;
  for (std::uint64_t c = 1; c <= count; ++c) {
    if (parents.empty()) parents_[c] = static_cast<Row>(c);
    if (parents_[c] == 0 || parents_[c] > c) return false;
    live_ -= parents_[c] == c ? 0 : 1;
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
