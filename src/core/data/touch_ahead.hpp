// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "core/data/growing_array.hpp"
#include "core/data/huge_page.hpp"
#include "core/parallel/loops.hpp"

namespace wreath {

/// Touches the memory at the end of an array that is about to grow, one huge page per thread. Otherwise all threads that write
/// there meet in the same fresh page, and each of them clears one, of which the system keeps one.
class TouchAhead {
 public:
  /// To be called before the array, which only this touches ahead, grows to `size`.
  template <class T>
  void ahead_of(GrowingArray<T>& array, std::size_t size, unsigned threads) {
    const std::size_t now = array.size() * sizeof(T);
    const std::size_t needed = size * sizeof(T);
    if (threads == 1 || needed <= touched_ || needed < kWorth) return;
    const std::size_t begin = round_up_to_huge_page(std::max(touched_, now));
    const std::size_t end = round_up_to_huge_page(needed) + std::min<std::size_t>(threads, 16) * kHugePage;
    if (begin >= end) return;
    array.reserve(end / sizeof(T));
    auto* bytes = reinterpret_cast<volatile char*>(array.data());
    parallel_chunks((end - begin) / kHugePage, 1, threads,
                    [&](Range, std::size_t page, unsigned) { bytes[begin + page * kHugePage] = 0; });
    touched_ = end;
  }

 private:
  static constexpr std::size_t kWorth = std::size_t{32} << 20;
  std::size_t touched_ = 0;
};

}  // namespace wreath
