// SPDX-License-Identifier: MIT
//
// Numbers for keys: sequences of bytes or of 32-bit words (pairs of states, sorted sets of states, images) get 0, 1, 2, ... in
// the order in which they first appear.
//
// The keys lie one after the other in one array, so that a small key costs little more than its units. An open-addressing table
// of 8-byte slots, half of them empty, holds a key's number and 32 bits of its hash: a look-up touches the array only where those
// agree. Keys are compared in full, so two keys never share a number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/data/hash.hpp"

namespace wreath {

template <class Unit>
class KeyTable {
 public:
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFFU;

  std::size_t size() const noexcept { return begin_.size() - 1; }
  std::span<const Unit> operator[](std::size_t number) const {
    return {units_.data() + begin_[number], units_.data() + begin_[number + 1]};
  }
  std::size_t bytes() const noexcept {
    return units_.capacity() * sizeof(Unit) + begin_.capacity() * sizeof(begin_[0]) + slots_.capacity() * sizeof(Slot);
  }

  /// The number of the key, a new one if it has none. The key must not lie in this table.
  std::uint32_t intern(std::span<const Unit> key) {
    if (2 * size() >= slots_.size()) grow();
    const std::uint64_t hash = hash_of(key);
    Slot& slot = slots_[find_slot(key, hash)];
    if (slot.number == kAbsent) {
      slot = {static_cast<std::uint32_t>(hash >> 32), static_cast<std::uint32_t>(size())};
      units_.insert(units_.end(), key.begin(), key.end());
      begin_.push_back(units_.size());
    }
    return slot.number;
  }

  /// The number of the key, or kAbsent.
  std::uint32_t find(std::span<const Unit> key) const {
    return slots_.empty() ? kAbsent : slots_[find_slot(key, hash_of(key))].number;
  }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = kAbsent;
  };

  /// Most keys of words are two or three of them, so this is inlined and has little to begin and to end with.
  static std::uint64_t hash_of(std::span<const Unit> key) {
    if constexpr (sizeof(Unit) == 1) {
      return hash_bytes(std::as_bytes(key));
    } else {
      std::uint64_t hash = key.size();
      for (const Unit unit : key) {
        hash = (hash ^ unit) * 0x9FB21C651E98DF25U;
        hash ^= hash >> 32;
      }
      return mix64(hash);
    }
  }

  static bool equal(const Unit* a, std::span<const Unit> b) {
    if constexpr (sizeof(Unit) == 1) {
      return b.empty() || std::memcmp(a, b.data(), b.size()) == 0;
    } else {
      for (std::size_t i = 0; i < b.size(); ++i) {
        if (a[i] != b[i]) return false;
      }
      return true;
    }
  }

  std::size_t find_slot(std::span<const Unit> key, std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    std::size_t at = hash & mask;
    while (slots_[at].number != kAbsent) {
      if (slots_[at].tag == tag) {
        const std::uint64_t begin = begin_[slots_[at].number];
        if (begin_[slots_[at].number + 1] - begin == key.size() && equal(units_.data() + begin, key)) break;
      }
      at = (at + 1) & mask;
    }
    return at;
  }

  void grow() {
    slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), Slot{});
    const std::size_t mask = slots_.size() - 1;
    for (std::uint32_t number = 0; number < size(); ++number) {
      const std::uint64_t hash = hash_of((*this)[number]);
      std::size_t at = hash & mask;
      while (slots_[at].number != kAbsent) at = (at + 1) & mask;
      slots_[at] = {static_cast<std::uint32_t>(hash >> 32), number};
    }
  }

  std::vector<Unit> units_;
  std::vector<std::uint64_t> begin_{0};
  std::vector<Slot> slots_;
};

}  // namespace wreath
