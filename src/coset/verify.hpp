// SPDX-License-Identifier: MIT
//
// The check of a closed table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "coset/entries.hpp"
#include "coset/relators.hpp"
#include "wreath/run.hpp"

namespace wreath::coset {

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
