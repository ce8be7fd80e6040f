// SPDX-License-Identifier: MIT
//
// Items that several threads change at once, or, if Shared is false, one thread alone: that costs no atomic operations.
//
// No machine exchanges the 5 bytes of a wide entry at once. Threads take a lock for that, of which there are a few thousand,
// chosen by the address.
#pragma once

#include <atomic>
#include <thread>
#include <utility>
#include <vector>

#include "coset/coincidences.hpp"

namespace wreath::coset {

class EntryLock {
 public:
  explicit EntryLock(const WideEntry& entry)
      : taken_(locks_[(reinterpret_cast<std::uintptr_t>(&entry) * 0x9E3779B97F4A7C15U) >> 52].taken) {
    while (taken_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  }
  ~EntryLock() { taken_.clear(std::memory_order_release); }
  EntryLock(const EntryLock&) = delete;
  EntryLock& operator=(const EntryLock&) = delete;

 private:
  struct alignas(64) Lock {
    std::atomic_flag taken;
  };
  inline static Lock locks_[4096];
  std::atomic_flag& taken_;
};

/// The Memory of coincidences.hpp.
template <bool Shared, class Row>
struct HostMemory {
  std::vector<std::pair<Row, Row>>* equal = nullptr;

  template <class Item>
  static Row load(Item& item) {
    if constexpr (!Shared) {
      return item;
    } else if constexpr (std::is_same_v<Item, WideEntry>) {
      const EntryLock lock(item);
      return item;
    } else {
      return std::atomic_ref(item).load(std::memory_order_relaxed);
    }
  }
  template <class Item>
  static bool exchange(Item& item, Row& expected, Row wanted) {
    if constexpr (Shared && std::is_same_v<Item, WideEntry>) {
      const EntryLock lock(item);
      return HostMemory<false, Row>::exchange(item, expected, wanted);
    } else if constexpr (Shared) {
      return std::atomic_ref(item).compare_exchange_strong(expected, wanted, std::memory_order_relaxed);
    } else {
      if (item != expected) return expected = item, false;
      item = wanted;
      return true;
    }
  }
  static void halve(Row& item, Row parent, Row grand) { exchange(item, parent, grand); }
  void add(Row a, Row b) const {
    const std::pair<Row, Row> pair(a, b);
    equal->push_back(pair);  // in line, which emplace_back() is not: 2% of HLT
  }
};

/// The least of all claims stays.
template <class Claim>
void claim_least(Claim& place, Claim claim) {
  std::atomic_ref<Claim> holder(place);
  Claim known = holder.load(std::memory_order_relaxed);
  while (claim < known && !holder.compare_exchange_weak(known, claim, std::memory_order_relaxed)) {
  }
}

}  // namespace wreath::coset
