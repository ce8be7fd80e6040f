// SPDX-License-Identifier: MIT
#include "coset/tables/table.hpp"

#include <algorithm>
#include <cstring>

#include "core/run/memory.hpp"
#include "core/text/units.hpp"
#include "coset/cpu/move_rows.hpp"

namespace wreath::coset {

namespace {
constexpr std::uint64_t kFirstRows = 1024;
constexpr std::uint64_t kAskEvery = 1024;  // dead cosets
}  // namespace

template <class Entry>
TableOf<Entry>::TableOf(std::span<const Letter> inverses, std::uint64_t row_limit, unsigned threads, const Grain& grain)
    : width_(static_cast<unsigned>(inverses.size())),
      most_rows_(std::is_same_v<Entry, coset::Row> ? std::min(kMostRowsOf<Entry>, grain.narrow_rows) : kMostRowsOf<Entry>),
      row_limit_(std::clamp<std::uint64_t>(row_limit, 1, most_rows_)),
      threads_(resolve_threads(threads)),
      collapse_(threads_, grain) {
  std::ranges::copy(inverses, inverses_);
  reserve(std::min(kFirstRows, row_limit_));
  counts_.append(1);
  parents_[1] = 1;
}

template <class Entry>
void TableOf<Entry>::reserve(std::uint64_t rows) {
  entry_memory_.reserve((rows + 1) * width_ + 1);  // that much and no more
  entries_ = entry_memory_.data();                 // it may have moved, and the next line may throw
  parent_memory_.reserve(rows + 1);
  entry_memory_.resize((rows + 1) * width_ + 1);
  parent_memory_.resize(rows + 1);
  entries_ = entry_memory_.data();
  parents_ = parent_memory_.data();
  capacity_ = rows;
}

template <class Entry>
void TableOf<Entry>::set_row_limit(std::uint64_t rows) noexcept {
  row_limit_ = std::min(std::max(rows, counts_.rows), most_rows_);
  capacity_ = parent_memory_.empty() ? 0 : std::min(row_limit_, parent_memory_.size() - 1);
}

/// False if there is no room for that many more rows.
template <class Entry>
bool TableOf<Entry>::make_room(std::uint64_t more) {
  while (rows() + more > capacity_) {
    if (rows() + more > row_limit_) return false;
    try {
      reserve(std::min(row_limit_, std::max({rows() + rows() / 2, rows() + more, kFirstRows})));
    } catch (const ResourceError&) {
      row_limit_ = capacity_;  // the system has no more: this is the limit
    }
  }
  return true;
}

template <class Entry>
std::uint64_t TableOf<Entry>::memory() const noexcept {
  return (rows() + 1) * (width_ * sizeof(Entry) + sizeof(Row)) + deductions_.capacity() * sizeof(deductions_[0]) +
         dying_.capacity() * sizeof(Row) + pending_.capacity() * sizeof(pending_[0]) + collapse_.memory();
}

template <class Entry>
void TableOf<Entry>::merge(Row a, Row b) {
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
template <class Entry>
void TableOf<Entry>::move_edges(Row dead) {
  Entry* row = entries_ + std::size_t{dead} * width_;
  for (unsigned column = 0; column < width_; ++column) {
    const Row target = row[column];
    if (target == 0) continue;
    const auto x = static_cast<Letter>(column);
    row[column] = 0;
    Entry& back = entries_[std::size_t{target} * width_ + inverses_[x]];
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

template <class Entry>
bool TableOf<Entry>::settle(RunControl* run) {
  if (!has_pending()) return true;
  return keeps_deductions_ && !in_generations_ && collapse_.is_done() ? settle_one_by_one(run) : settle_in_generations(run);
}

template <class Entry>
bool TableOf<Entry>::settle_one_by_one(RunControl* run) {
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

template <class Entry>
bool TableOf<Entry>::settle_in_generations(RunControl* run) {
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

template <class Entry>
RowOf<Entry> TableOf<Entry>::append(std::uint64_t count) {
  if (!make_room(count)) return 0;
  const auto first = static_cast<Row>(rows() + 1);
  counts_.append(count);
  return first;
}

template <class Entry>
void TableOf<Entry>::make_rows(std::uint64_t rows) {
  if (rows <= capacity_) return;
  const std::uint64_t bytes = (rows - capacity_) * (width_ * sizeof(Entry) + sizeof(Row));
  if (bytes > available_memory()) {
    throw MemoryError("the coset table on the GPU needs " + format_bytes(bytes) + " of memory here, and " +
                      format_bytes(available_memory()) + " are free");
  }
  reserve(rows);
}

template <class Entry>
void TableOf<Entry>::reset_parents() {
  parallel_ranges(rows(), threads_, detail::kRowGrain, [&](Range range, unsigned) {
    for (std::size_t c = range.begin + 1; c <= range.end; ++c) parents_[c] = static_cast<Row>(c);
  });
}

template <class Entry>
void TableOf<Entry>::save_rows(ByteWriter& into) const {
  into.put_all(saved_rows());
  into.put_all(std::span<const Row>(parents_ + 1, dead() == 0 ? 0 : counts_.rows));
  save_coincidences(into);
}

template <class Entry>
void TableOf<Entry>::save_coincidences(ByteWriter& into) const {
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
  into.put_all(std::span<const Row>(list));
}

template <class Entry>
template <class Other>
void TableOf<Entry>::take(TableOf<Other>& other) {
  using OtherRow = RowOf<Other>;
  const std::uint64_t rows = other.rows();
  const std::uint64_t entries = (rows + 1) * width_ + 1;
  const auto bytes_of = [&](std::uint64_t items, std::size_t size) { return (items * size + 7) / 8 * 8; };
  other.entry_memory_.reserve(bytes_of(entries, std::max(sizeof(Entry), sizeof(Other))) / sizeof(Other) + 1);
  other.entries_ = other.entry_memory_.data();
  other.parent_memory_.reserve((rows + 1) * std::max(sizeof(Row), sizeof(OtherRow)) / sizeof(OtherRow) + 1);
  detail::convert_in_place<Other, Entry>(other.entry_memory_.data(), entries, threads_);
  detail::convert_in_place<OtherRow, Row>(other.parent_memory_.data(), rows + 1, threads_);
  entry_memory_ = GrowingArray<Entry>(std::move(other.entry_memory_));
  parent_memory_ = GrowingArray<Row>(std::move(other.parent_memory_));
  other.entries_ = nullptr;
  other.parents_ = nullptr;
  other.capacity_ = 0;
  if (sizeof(Entry) < sizeof(Other)) {  // what stood beyond
    std::byte* end = reinterpret_cast<std::byte*>(entry_memory_.data());
    std::memset(end + entries * sizeof(Entry), 0, entries * (sizeof(Other) - sizeof(Entry)));
  }
  capacity_ = rows;
  row_limit_ = std::max(row_limit_, rows);
  reserve(rows);
  counts_ = other.counts_;
  for (const auto& [a, b] : other.pending_) pending_.emplace_back(static_cast<Row>(a), static_cast<Row>(b));
  for (const OtherRow dead : other.dying_) dying_.push_back(static_cast<Row>(dead));
  in_generations_ = other.in_generations_;
  other.pending_.clear();
  other.dying_.clear();
}

template class TableOf<Row>;
template class TableOf<WideEntry>;
template void TableOf<Row>::take(TableOf<WideEntry>& other);
template void TableOf<WideEntry>::take(TableOf<std::uint32_t>& other);

}  // namespace wreath::coset
