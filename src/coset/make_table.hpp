// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "coset/table.hpp"
#include "wreath/coset/table.hpp"

namespace wreath::coset {

/// Public tables: cosets from 0 on.
struct TableMaker {
  /// The closed table of an enumeration, in its standard form. The rows are taken, not copied.
  static Table make(const Problem& problem, CosetTable& table);
  static Table make(const Problem& problem, WideTable& table);
  /// The rows of a wide table in a file. Throws InputError if they are not such rows, LimitReached if the run is stopped first.
  static Table make(const Problem& problem, std::span<const std::byte> rows, RunControl& run);
  /// The rows as they are written.
  static std::span<const std::byte> bytes(const Table& table);
};

}  // namespace wreath::coset
