// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "core/data/growing_array.hpp"
#include "core/data/huge_page.hpp"
#include "core/parallel/loops.hpp"

namespace wreath {

/// Touches the memory behind the end of an array that grows batch by batch, one huge page per thread. Otherwise all threads that
/// write to the new items meet in the same fresh page, and each of them clears one, of which the system keeps one.
class TouchAhead {
 public:
  /// To be called before the array, which is always the same, grows to `size`. Takes up to an eighth more than is needed.
  template <class T>
  void ahead_of(GrowingArray<T>& array, std::size_t size, unsigned threads) {
    const std::size_t needed = size * sizeof(T);
    if (threads == 1 || needed <= touched_ || needed < kWorth) return;
    const std::size_t ahead = std::min<std::size_t>(needed / 8, std::min<std::size_t>(threads, 16) * kHugePage);
    const std::size_t begin = round_up_to_huge_page(std::max(touched_, array.size() * sizeof(T)));
    const std::size_t end = round_up_to_huge_page(needed + ahead);
    if (begin >= end) return;
    if (end > reserved_) {  // address space, as resize() would take it
      reserved_ = round_up_to_huge_page(end + end / 2);
      array.reserve(reserved_ / sizeof(T));
    }
    auto* bytes = reinterpret_cast<volatile char*>(array.data());
    parallel_chunks((end - begin) / kHugePage, 1, threads,
                    [&](Range, std::size_t page, unsigned) { bytes[begin + page * kHugePage] = 0; });
    touched_ = end;
  }

 private:
  static constexpr std::size_t kWorth = std::size_t{16} << 20;
  std::size_t touched_ = 0;  // bytes, and those below
  std::size_t reserved_ = 0;
};

}  // namespace wreath
