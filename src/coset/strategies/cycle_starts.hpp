// SPDX-License-Identifier: MIT
//
// The cycles through one letter, as Felsch's strategy tests a new edge with that letter.
//
// Relators have long parts in common: powers of a letter, and words that differ only at their ends. So the cycles that begin with
// the letter are sorted by their words, and each knows how many letters it shares with the one before: those are not read again,
// and if the trace before ended at a hole among them, this one ends there, too. The same is done for the words read backwards.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "coset/tasks.hpp"
#include "coset/tuning.hpp"

namespace wreath::coset {

struct CycleStart {
  RelatorRef cycle;      // from the letter on
  std::uint32_t number;  // for the journal
};

class CycleStarts {
 public:
  /// Before the first trace.
  void add(const CycleStart& start) { starts_.push_back(start); }

  /// Calls found(start, task) for each cycle whose trace from c leads to an edge, to a coincidence or to a gap of two letters in
  /// the table as it was when this was called. found() may add edges. Once it has merged cosets, and returned false, it is called
  /// for each cycle that is left with a task that has not begun, as long as c is alive. Returns the letters that were read.
  template <class Found>
  std::uint64_t trace(const TableRef& table, Row c, const Found& found);

 private:
  /// A start's word, in one direction.
  struct Directed {
    const Letter* word;
    std::uint32_t span;
    std::uint32_t length;
    std::uint32_t shared;  // letters with the one before
    std::uint32_t start;   // its number
  };
  /// Where the word before led, for the next one, which shares letters with it.
  struct Path {
    std::array<Row, tuning::kMostShared + 1> rows;  // by the number of letters read
    Row end = 0;
    std::uint32_t letters = 0;
    bool at_hole = false;
  };
  struct Front {
    Row row;
    std::uint32_t open;  // letters that are left
  };
  void sort();
  std::vector<Directed> sorted(bool is_reversed) const;
  template <int Direction>
  static std::uint32_t follow(const TableRef& table, const Directed& directed, std::uint32_t most, Path& path);

  std::vector<CycleStart> starts_;
  std::vector<Directed> forward_;   // in the order of the words
  std::vector<Directed> backward_;  // in the order of the words read backwards
  std::vector<Front> fronts_;       // of the traces, by start
};

/// Reads a word to the first hole, or until `most` letters are read. Returns how many letters that took.
template <int Direction>
std::uint32_t CycleStarts::follow(const TableRef& table, const Directed& directed, std::uint32_t most, Path& path) {
  if (path.at_hole && directed.shared > path.letters) return 0;
  const std::uint32_t before = std::min({directed.shared, path.letters, most});
  std::uint32_t letters = before;
  Row row = path.rows[letters];
  std::uint32_t place = letters < directed.span ? letters : letters % directed.span;
  path.at_hole = false;
  while (letters < most) {
    const Row next = table.at(row, directed.word[Direction * static_cast<std::ptrdiff_t>(place)]);
    path.at_hole = next == 0;
    if (path.at_hole) break;
    row = next;
    if (++letters <= tuning::kMostShared) path.rows[letters] = row;
    if (++place == directed.span) place = 0;
  }
  path.end = row;
  path.letters = letters;
  return letters - before;
}

template <class Found>
std::uint64_t CycleStarts::trace(const TableRef& table, Row c, const Found& found) {
  if (forward_.size() != starts_.size()) sort();
  std::uint64_t read = starts_.size();
  Path path;
  path.rows[0] = c;
  for (const Directed& directed : forward_) {
    read += follow<1>(table, directed, directed.length, path);
    fronts_[directed.start] = {path.end, directed.length - path.letters};
  }
  path.letters = 0;
  path.at_hole = false;
  for (auto directed = backward_.begin(); directed != backward_.end(); ++directed) {
    const auto [front, open] = fronts_[directed->start];
    read += follow<-1>(table, *directed, open, path);
    const std::uint32_t behind = std::min(path.letters, open);
    const Row back = path.letters > open ? path.rows[open] : path.end;
    const std::uint32_t gap = open - behind;
    if (gap > 2 || (gap == 0 && front == back)) continue;
    if (found(starts_[directed->start], Task{front, back, directed->length - open, gap, 0})) continue;
    while (++directed != backward_.end() && table.is_alive(c))
      found(starts_[directed->start], Task{c, c, 0, directed->length, 0});
    break;
  }
  return read;
}

}  // namespace wreath::coset
