// SPDX-License-Identifier: MIT
//
// Closed tables: how they are made, and the check of one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "coset/tables/table.hpp"
#include "wreath/coset/table.hpp"

namespace wreath::coset {

/// Public tables: cosets from 0 on.
struct TableMaker {
  /// The closed table of an enumeration, in its standard form. The rows are taken, not copied.
  template <class Entry>
  static Table make(const Problem& problem, TableOf<Entry>& table, bool resumed = false);
  /// The rows of a table as a file has them, which are taken, not copied. Throws InputError if they are not such rows,
  /// LimitReached if the run is stopped first.
  static Table make(const Problem& problem, GrowingArray<std::byte> rows, bool is_wide, RunControl& run, bool resumed = false);
  /// The rows as they are written.
  static std::span<const std::byte> bytes(const Table& table);
};

/// How many cosets are reached from the first; found(from, letter, to) for each of the others, breadth-first, letters in order.
template <class Row, class Image, class Found>
std::uint64_t reach_cosets(std::uint64_t index, std::size_t letters, const Image& image, const Found& found) {
  std::vector<bool> seen(index);
  std::vector<Row> reached{0};
  seen[0] = true;
  for (std::size_t k = 0; k < reached.size(); ++k) {
    for (std::size_t x = 0; x < letters; ++x) {
      const Row d = image(reached[k], static_cast<Letter>(x));
      if (seen[d]) continue;
      seen[d] = true;
      found(reached[k], static_cast<Letter>(x), d);
      reached.push_back(d);
    }
  }
  return reached.size();
}

/// Rows of a table whose cosets are numbered from `base` on, in rows of the system's width.
template <class Entry>
struct RowsRef {
  std::span<const Entry> entries;
  std::uint32_t base = 0;
  std::uint64_t index = 0;
};

/// How the sentence about a relator that does not hold begins.
inline constexpr std::string_view kOpenRelator = "a relator does not hold";

/// The first thing that is wrong, in a sentence; empty if nothing is. Throws LimitReached if the run is to stop.
template <class Entry = Row>
std::string first_fault(const RowsRef<Entry>& rows, const System& system, unsigned threads, RunControl& run);

}  // namespace wreath::coset
