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
