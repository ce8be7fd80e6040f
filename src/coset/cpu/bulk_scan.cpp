// SPDX-License-Identifier: MIT
#include "coset/cpu/bulk_scan.hpp"

#include <algorithm>

namespace wreath::coset {

namespace {

constexpr std::size_t kTracesAhead = 24;  // whose rows are fetched

/// Loads that wait for nothing: as many are under way as the machine can hold.
template <class Entry, class Row>
void gather(const Entry* column, std::size_t width, const Row* at, std::size_t count, Row* next) {
  for (std::size_t k = 0; k < count; ++k) next[k] = column[std::size_t{at[k]} * width];
}

}  // namespace

/// Lanes that came to a smaller coset below the bound leave: it has the same ends.
template <class Entry>
std::size_t BulkScan<Entry>::drop_smaller(Lanes& lanes, std::size_t count, Row bound) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const Row at = lanes.at[k];
    const std::uint32_t number = lanes.number[k];
    Ends& found = found_[number];
    const bool keep = at >= std::min(found.coset, bound);
    found.dropped = !keep;
    lanes.at[kept] = at;
    lanes.number[kept] = number;
    kept += keep ? 1 : 0;
  }
  return kept;
}

/// From lanes_ on: found_ gets the front ends, holes_ the lanes that did not come around. Returns the steps.
template <class Entry>
std::uint64_t BulkScan<Entry>::run_forward(const Ref& table, const RelatorRef& relator, std::size_t count, Row bound) {
  const Entry* entries = table.entries;
  const std::size_t width = table.width;
  std::uint64_t steps = 0;
  std::uint32_t letter = 0;
  hole_count_ = 0;
  std::uint32_t ahead = 0;
  for (; ahead < relator.length && count != 0; ++ahead) {
    const Entry* column = entries + relator.forward[letter];
    steps += count;
    const std::uint32_t first_hole = hole_count_;
    std::size_t kept = 0;
    std::uint32_t holes = hole_count_;
    gather(column, width, lanes_.at, count, next_);
    const Entry* following = entries + relator.forward[letter + 1];
    for (std::size_t k = 0; k < count; ++k) {
      const Row next = next_[k];
      __builtin_prefetch(following + std::size_t{next} * width);
      holes_.at[holes] = lanes_.at[k];
      holes_.number[holes] = lanes_.number[k];
      lanes_.at[kept] = next;
      lanes_.number[kept] = lanes_.number[k];
      holes += next == 0 ? 1 : 0;
      kept += next == 0 ? 0 : 1;
    }
    hole_count_ = holes;
    count = kept;
    for (std::uint32_t k = first_hole; k < hole_count_; ++k) {
      Ends& found = found_[holes_.number[k]];
      found.front = holes_.at[k];
      found.ahead = ahead;
    }
    if (relator.returns[++letter] != 0) count = drop_smaller(lanes_, count, bound);
    if (letter == relator.span) letter = 0;
  }
  for (std::size_t k = 0; k < count; ++k) {
    Ends& found = found_[lanes_.number[k]];
    found.front = lanes_.at[k];
    found.back = found.coset;
    found.ahead = ahead;
    found.gap = 0;
  }
  return steps;
}

/// The back ends of the lanes in holes_, whose number is `count`. Those with the shortest way come last and leave first.
template <class Entry>
std::uint64_t BulkScan<Entry>::run_backward(const Ref& table, const RelatorRef& relator, std::size_t count, Row bound) {
  const Entry* entries = table.entries;
  const std::size_t width = table.width;
  std::uint64_t steps = 0;
  std::uint32_t letter = relator.span;
  for (std::size_t k = 0; k < count; ++k) holes_.at[k] = found_[holes_.number[k]].coset;
  for (std::uint32_t behind = 0; count != 0; ++behind) {
    const Entry* column = entries + relator.backward[letter - 1];
    --letter;
    steps += count;
    std::size_t kept = 0;
    gather(column, width, holes_.at, count, next_);
    const Entry* following = entries + relator.backward[(letter == 0 ? relator.span : letter) - 1];
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint32_t number = holes_.number[k];
      Ends& found = found_[number];
      const Row next = next_[k];
      __builtin_prefetch(following + std::size_t{next} * width);
      const std::uint32_t gap = relator.length - found.ahead - behind - (next == 0 ? 0 : 1);
      found.back = next == 0 ? holes_.at[k] : next;
      found.gap = gap;
      holes_.at[kept] = next;
      holes_.number[kept] = number;
      kept += next != 0 && gap != 0 ? 1 : 0;
    }
    count = relator.returns[letter] != 0 ? drop_smaller(holes_, kept, bound) : kept;
    if (letter == 0) letter = relator.span;
  }
  return steps;
}

/// Puts the squares of the list that are not closed into squares_, and returns how many there are. Whether one is closed is
/// effectively random, so there are no branches.
template <class Entry>
std::size_t BulkScan<Entry>::list_open_squares(const Ref& table, const RelatorRef& relator, std::span<const Start> list,
                                               std::size_t following, Row bound, std::uint64_t& steps) {
  const Letter x = relator.forward[0];
  const Letter y = relator.forward[1];
  const std::size_t width = table.width;
  const auto row_of = [&](Row c) { return table.entries + std::size_t{c} * width; };
  const Start* starts = list.data();
  const std::size_t last = list.size() + following - 1;
  std::uint64_t known = 0;
  std::size_t open = 0;
  for (std::size_t k = 0; k < list.size(); ++k) {
    const Start& later = starts[std::min(k + kTracesAhead, last)];
    __builtin_prefetch(row_of(later.front));
    __builtin_prefetch(row_of(later.back));
    const Start start = starts[k];
    const Row xy = row_of(start.front)[y];  // row 0 is empty
    const Row yx = row_of(start.back)[x];
    const unsigned is_smaller = xy - Row{1} < std::min(start.coset, bound) - Row{1} ? 1 : 0;  // and not a hole
    const unsigned is_closed = (xy == yx ? 1U : 0U) & (xy != 0 ? 1U : 0U);
    known += 4 * is_closed - 2 * (is_smaller & is_closed) + 2 * (is_smaller & ~is_closed);
    squares_[open] = {start.coset, start.front, start.back, xy, yx};
    open += 1 & ~(is_smaller | is_closed);
  }
  steps += known;
  return open;
}

/// Ends of the traces of squares_ in found_. Returns how many are left to be traced, in lanes_: those that continue through
/// further rows.
template <class Entry>
std::size_t BulkScan<Entry>::finish_squares(const Ref& table, const RelatorRef& relator, std::size_t count, Row bound,
                                            std::uint64_t& steps) {
  const Letter x = relator.forward[0];
  const Letter y = relator.forward[1];
  const std::size_t width = table.width;
  const auto row_of = [&](Row c) { return table.entries + std::size_t{c} * width; };
  const auto fetch = [&](const Square& square) { __builtin_prefetch(row_of(square.xy == 0 ? square.yx : square.xy)); };
  for (std::size_t k = 0; k < std::min(count, kTracesAhead); ++k) fetch(squares_[k]);
  std::size_t left = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if (k + kTracesAhead < count) fetch(squares_[k + kTracesAhead]);
    const auto [c, by_x, by_y, xy, yx] = squares_[k];
    Ends& found = found_[k];
    found.coset = c;
    found.dropped = false;
    const bool is_corner = by_x != 0 && by_y != 0 && (xy == 0 || yx == 0);  // c*x*y is known from one side alone
    if ((xy | yx) == 0) {
      const std::uint32_t ahead = by_x == 0 ? 0 : 1;
      const std::uint32_t behind = by_y == 0 ? 0 : 1;
      found.set(by_x == 0 ? c : by_x, by_y == 0 ? c : by_y, ahead, 4 - ahead - behind);
      steps += ahead + behind + 2;
    } else if (is_corner && xy == 0 && yx < std::min(c, bound)) {
      found.dropped = true;
      steps += 4;
    } else if (is_corner && (xy == 0 ? row_of(yx)[y] == 0 : row_of(xy)[x] == 0)) {
      found.set(xy == 0 ? by_x : xy, xy == 0 ? yx : by_y, xy == 0 ? 1 : 2, 1);
      steps += 5;
    } else {
      lanes_.at[left] = c;
      lanes_.number[left++] = static_cast<std::uint32_t>(k);
    }
  }
  return left;
}

template <class Entry>
std::uint64_t BulkScan<Entry>::scan(const Ref& table, const RelatorRef& relator, std::uint32_t number,
                                    std::span<const Start> list, std::size_t following, Row bound, std::uint32_t largest_gap,
                                    std::vector<Task>& tasks) {
  std::uint64_t steps = 0;
  while (!list.empty()) {
    const auto chunk = list.first(std::min(kChunk, list.size()));
    list = list.subspan(chunk.size());
    std::size_t count = chunk.size();
    std::size_t left = count;
    if (relator.is_square) {
      count = list_open_squares(table, relator, chunk, list.size() + following, bound, steps);
      left = finish_squares(table, relator, count, bound, steps);
    } else {
      for (std::size_t k = 0; k < count; ++k) {
        lanes_.at[k] = chunk[k].coset;
        lanes_.number[k] = static_cast<std::uint32_t>(k);
        found_[k].coset = chunk[k].coset;
        found_[k].dropped = false;
      }
    }
    steps += run_forward(table, relator, left, bound);
    steps += run_backward(table, relator, hole_count_, bound);
    for (std::size_t k = 0; k < count; ++k) {
      const Ends& found = found_[k];
      if (found.dropped) continue;
      if (found.gap == 0 ? found.front != found.back : found.gap <= largest_gap)
        tasks.push_back({found.front, found.back, found.ahead, found.gap, number});
    }
  }
  return steps;
}

template class BulkScan<Row>;
template class BulkScan<WideEntry>;

}  // namespace wreath::coset
