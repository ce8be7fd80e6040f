// SPDX-License-Identifier: MIT
//
// Items that several threads change at once, or, if Shared is false, one thread alone: that costs no atomic operations.
#pragma once

#include <atomic>

#include "coset/tasks.hpp"

namespace wreath::coset {

template <bool Shared>
Row load_row(Row& item) {
  if constexpr (Shared) {
    return std::atomic_ref(item).load(std::memory_order_relaxed);
  } else {
    return item;
  }
}

/// Whether the item was as expected; otherwise `expected` is what it is.
template <bool Shared>
bool exchange_row(Row& item, Row& expected, Row wanted) {
  if constexpr (Shared) {
    return std::atomic_ref(item).compare_exchange_strong(expected, wanted, std::memory_order_relaxed);
  } else {
    if (item != expected) return expected = item, false;
    item = wanted;
    return true;
  }
}

/// The least of all claims stays.
template <class Claim>
void claim_least(Claim& place, Claim claim) {
  std::atomic_ref<Claim> holder(place);
  Claim known = holder.load(std::memory_order_relaxed);
  while (claim < known && !holder.compare_exchange_weak(known, claim, std::memory_order_relaxed)) {
  }
}

}  // namespace wreath::coset
