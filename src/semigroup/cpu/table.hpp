// SPDX-License-Identifier: MIT
//
// The table that finds an element by its hash: open addressing, cut into shards by the hash's top bits.
//
// A slot is the low 32 bits of the hash and the element's number, 8 bytes. Shards are filled by one thread each, so nothing is
// locked; each grows by itself, when three quarters full, and needs no more than its own slots to do so, because the place of a
// slot is made of the 32 bits that it holds.
#pragma once

#include <cstdint>
#include <utility>

#include "core/data/growing_array.hpp"
#include "semigroup/backend.hpp"

namespace wreath::semigroup {

class Shard {
 public:
  struct Slot {
    std::uint32_t tag;
    Index index_plus_one;  // 0: empty, as fresh memory is
  };

  Shard() { slots_.resize(kLeast); }

  void prefetch(std::uint32_t tag) const { __builtin_prefetch(&slots_[tag & (slots_.size() - 1)]); }

  /// The element with this tag for which `same(index)` holds, or the empty slot where it belongs.
  template <class Same>
  std::pair<Index, std::size_t> find(std::uint32_t tag, const Same& same) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = tag & mask;; at = (at + 1) & mask) {
      const Slot& slot = slots_[at];
      if (slot.index_plus_one == 0) return {kNoIndex, at};
      if (slot.tag == tag && same(slot.index_plus_one - 1)) return {slot.index_plus_one - 1, at};
    }
  }
  /// The first element with this tag that a look-up would compare, or none: for prefetching it.
  Index first_hit(std::uint32_t tag) const {
    const Slot& slot = slots_[tag & (slots_.size() - 1)];
    return slot.index_plus_one != 0 && slot.tag == tag ? slot.index_plus_one - 1 : kNoIndex;
  }

  void put(std::size_t at, std::uint32_t tag, Index index) {
    slots_[at] = {tag, index + 1};
    ++used_;
  }
  void renumber(std::size_t at, Index index) { slots_[at].index_plus_one = index + 1; }
  /// Empties a slot that was put after all others.
  void take_back(std::size_t at) {
    slots_[at] = {};
    --used_;
  }

  /// To be called before up to `more` slots are put.
  void make_room(std::size_t more) {
    std::size_t size = slots_.size();
    while ((used_ + more) * 4 > size * 3) size *= 2;
    if (size == slots_.size()) return;
    GrowingArray<Slot> larger;
    larger.resize(size);
    for (const Slot& slot : slots_) {
      if (slot.index_plus_one == 0) continue;
      std::size_t at = slot.tag & (size - 1);
      while (larger[at].index_plus_one != 0) at = (at + 1) & (size - 1);
      larger[at] = slot;
    }
    slots_ = std::move(larger);
  }
  std::uint64_t memory() const { return slots_.size() * sizeof(Slot); }

 private:
  static constexpr std::size_t kLeast = 64;
  GrowingArray<Slot> slots_;
  std::size_t used_ = 0;
};

/// Where a hash belongs.
struct Place {
  static constexpr unsigned kShardBits = 6;
  static constexpr std::size_t kShards = std::size_t{1} << kShardBits;
  static std::size_t shard(std::uint64_t hash) { return hash >> (64 - kShardBits); }
  static std::uint32_t tag(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }
};

}  // namespace wreath::semigroup
