// SPDX-License-Identifier: MIT
//
// Open traces of relators, and the rules by which they define cosets: what every backend computes alike.
//
// A trace that stands open wants edges: one between its ends, if that is all that is missing, or a path of new cosets between
// them. Edges that a scan deduces are written first, all at once: if several traces want one slot, the least coset stays there,
// and the others are equal to it. Two traces may want the same path, most often because they lie on one cycle. So each claims the
// two slots where its path would be tied on, and the least task that holds both wins. Winners are given new rows in the order of
// the tasks and write their paths; no two of them touch the same slot. The others continue their traces, now through the new
// edges, and claim again. The first task always wins, and after a few rounds none is left.
//
// Claims are kept in a table smaller than that of the cosets: slots that fall together there only delay a task. What is defined
// is a function of the list of tasks: it does not depend on the backend or on the number of threads.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/hd.hpp"
#include "coset/words/relators.hpp"

namespace wreath::coset {

// --- how a table keeps the numbers of cosets: in 4 bytes, and in 5 if it has more than 2^32 - 2 rows

/// A coset's number in a table under way, from 1.
using Row = std::uint32_t;
/// The same if there may be more of them.
using WideRow = std::uint64_t;

/// A wide one, as tables keep it.
class WideEntry {
 public:
  WREATH_HD WideEntry(WideRow row = 0) : high_(static_cast<std::uint8_t>(row >> 32)) {
    const auto low = static_cast<std::uint32_t>(row);
    std::memcpy(low_, &low, sizeof low);
  }
  WREATH_HD operator WideRow() const {
    std::uint32_t low = 0;
    std::memcpy(&low, low_, sizeof low);
    return WideRow{high_} << 32 | low;
  }

 private:
  std::uint8_t low_[4];
  std::uint8_t high_;
};
static_assert(sizeof(WideEntry) == 5 && alignof(WideEntry) == 1);

template <class Entry>
using RowOf = std::conditional_t<std::is_same_v<Entry, Row>, Row, WideRow>;
template <class Entry>
inline constexpr std::uint64_t kMostRowsOf = std::is_same_v<Entry, Row> ? 0xFFFFFFFEU : (std::uint64_t{1} << 40) - 2;

// --- tables, relators and traces

/// The arrays of a table.
template <class Entry>
struct TableRefOf {
  using Row = RowOf<Entry>;
  Entry* entries;
  Row* parents;
  const Letter* inverses;
  std::uint32_t width;

  WREATH_HD Entry* slot(std::uint64_t index) const { return entries + index; }
  WREATH_HD Row at(Row c, Letter x) const { return entries[std::uint64_t{c} * width + x]; }
  WREATH_HD bool is_alive(Row c) const { return parents[c] == c; }
  WREATH_HD void connect(Row c, Letter x, Row d) const {
    entries[std::uint64_t{c} * width + x] = d;
    entries[std::uint64_t{d} * width + inverses[x]] = c;
  }
};
using TableRef = TableRefOf<Row>;

/// The arrays of a Relator.
struct RelatorRef {
  const Letter* forward;
  const Letter* backward;
  const std::uint8_t* returns;
  std::uint32_t span;
  std::uint32_t length;
  std::uint32_t neighbour_count;
  Letter neighbours[2];
  bool is_square;  // (xy)^2 for involutions x and y

  /// The place of a letter; a division is seldom needed.
  WREATH_HD std::uint32_t place_of(std::uint32_t letters) const { return letters < span ? letters : letters % span; }
  /// The same cycle, read from a letter on: all letters are there twice.
  RelatorRef from(std::uint32_t offset) const {
    RelatorRef rotated = *this;
    rotated.forward += offset;
    rotated.backward += offset;
    return rotated;
  }
};

inline RelatorRef ref_of(const Relator& relator) {
  RelatorRef ref{relator.forward.data(),
                 relator.backward.data(),
                 relator.returns.data(),
                 relator.span,
                 static_cast<std::uint32_t>(relator.length),
                 static_cast<std::uint32_t>(relator.neighbours.size()),
                 {},
                 relator.is_square()};
  for (std::size_t k = 0; k < relator.neighbours.size(); ++k) ref.neighbours[k] = relator.neighbours[k];
  return ref;
}

/// An open trace: `front` after `ahead` letters, `back` with `gap` letters between them.
template <class Row>
struct TaskOf {
  Row front;
  Row back;
  std::uint32_t ahead;
  std::uint32_t gap;
  std::uint32_t relator;
};
using Task = TaskOf<Row>;

/// The first letter of the gap.
template <class Row>
WREATH_HD Letter next_letter(const RelatorRef& relator, const TaskOf<Row>& task) {
  return relator.forward[relator.place_of(task.ahead)];
}

/// Continues a trace to the first holes at both ends. Returns the steps.
template <class Entry>
WREATH_HD std::uint32_t advance(const TableRefOf<Entry>& table, const RelatorRef& relator, TaskOf<RowOf<Entry>>& task) {
  const std::uint32_t before = task.gap;
  std::uint32_t place = relator.place_of(task.ahead);
  while (task.gap != 0) {
    const RowOf<Entry> next = table.at(task.front, relator.forward[place]);
    if (next == 0) break;
    task.front = next;
    --task.gap;
    ++task.ahead;
    if (++place == relator.span) place = 0;
  }
  place = relator.span - relator.place_of(relator.length - task.ahead - task.gap);
  while (task.gap != 0) {
    const RowOf<Entry> next = table.at(task.back, relator.backward[place - 1]);
    if (next == 0) break;
    task.back = next;
    --task.gap;
    if (--place == 0) place = relator.span;
  }
  return before - task.gap + 1;
}

/// Where a path between the ends would be tied on.
struct Slots {
  std::uint64_t front;
  std::uint64_t back;
};

template <class Entry>
WREATH_HD Slots slots_of(const TableRefOf<Entry>& table, const RelatorRef& relator, const TaskOf<RowOf<Entry>>& task) {
  const Letter first = next_letter(relator, task);
  const Letter last = relator.backward[relator.place_of(task.ahead + task.gap - 1)];
  return {std::uint64_t{task.front} * table.width + first, std::uint64_t{task.back} * table.width + last};
}

/// New rows of the path between the ends. A path that would begin and end in the same slot is begun alone.
template <class Row>
WREATH_HD std::uint32_t rows_of(const TaskOf<Row>& task, const Slots& slots) {
  if (task.gap == 1) return 0;
  return slots.front == slots.back ? 1 : task.gap - 1;
}

/// Whether such a path closes the relator.
template <class Row>
WREATH_HD bool is_whole(const TaskOf<Row>& task, std::uint32_t rows) {
  return rows + 1 == task.gap;
}

/// Writes the path through the rows from `fresh` on, which become alive.
template <class Entry>
WREATH_HD void write_path(const TableRefOf<Entry>& table, const RelatorRef& relator, const TaskOf<RowOf<Entry>>& task,
                          RowOf<Entry> fresh, std::uint32_t rows) {
  std::uint32_t place = relator.place_of(task.ahead);
  RowOf<Entry> at = task.front;
  for (std::uint32_t k = 0; k < rows; ++k) {
    table.parents[fresh + k] = fresh + k;
    table.connect(at, relator.forward[place], fresh + k);
    at = fresh + k;
    if (++place == relator.span) place = 0;
  }
  if (is_whole(task, rows)) table.connect(at, relator.forward[place], task.back);
}

/// Where the claims of a round are kept: a table of places, each with the least claim of a slot that falls there. A claim begins
/// with the round, later ones first, so that the places need not be cleared between rounds; then comes the turn of the task, then
/// its number.
///
/// In the first rounds of a list all have the same turn, and the tasks claim in their order. But where each wants a slot of the
/// next one, as along the border of a table of (2, 3, 7), only the first of them wins: then the rounds would be as many as the
/// tasks. So turns are random after these: of such a chain every third wins or so, and few rounds are left.
struct Places {
  using Claim = unsigned long long;
  static constexpr Claim kFree = ~Claim{0};
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 26;
  static constexpr unsigned kTurnBits = 12;
  static constexpr std::uint32_t kMostRounds = std::uint32_t{1} << (32 - kTurnBits);  // before they are cleared
  static constexpr std::uint32_t kInOrder = 16;                                       // rounds

  std::uint32_t shift;

  /// For this many tasks: a power of two.
  WREATH_HD static std::uint64_t size_for(std::uint64_t tasks) {
    std::uint64_t size = 64;
    while (size < 8 * tasks && size < kMost) size *= 2;
    return size;
  }
  WREATH_HD static Places of_size(std::uint64_t size) {
    std::uint32_t shift = 64;
    for (; size > 1; size /= 2) --shift;
    return {shift};
  }
  /// Of a task of the list after this many of its rounds.
  WREATH_HD static std::uint32_t turn(std::uint32_t rounds, const Slots& slots) {
    if (rounds < kInOrder) return 0;
    const std::uint64_t mixed = (slots.front * 0x9E3779B97F4A7C15U ^ slots.back) * 0xD6E8FEB86659FD93U;
    return static_cast<std::uint32_t>(mixed >> (64 - kTurnBits));
  }
  WREATH_HD static Claim claim(std::uint32_t round, std::uint32_t turn, std::uint32_t task) {
    return Claim{kMostRounds - round} << (32 + kTurnBits) | Claim{turn} << 32 | task;
  }
  WREATH_HD std::uint64_t of(std::uint64_t slot) const { return (slot * 0x9E3779B97F4A7C15U) >> shift; }
};

}  // namespace wreath::coset
