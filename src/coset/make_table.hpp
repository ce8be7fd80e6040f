// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "coset/table.hpp"
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

}  // namespace wreath::coset
