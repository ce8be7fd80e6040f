// SPDX-License-Identifier: MIT
//
// How a table keeps the numbers of cosets: in 4 bytes, and in 5 if it has more than 2^32 - 2 rows.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/hd.hpp"

namespace wreath::coset {

/// A coset's number in a table under way, from 1.
using Row = std::uint32_t;
/// The same where there may be more of them.
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

}  // namespace wreath::coset
