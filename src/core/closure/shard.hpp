// SPDX-License-Identifier: MIT
//
// The table that finds an element by its hash: open addressing, cut into shards by the hash's top bits.
//
// A slot is the low 32 bits of the hash (the tag) and the element's number, 8 bytes, so that a slot can be claimed in one step by
// one of several threads. Shards grow by themselves, one thread each, when three quarters full; a shard needs no more than its
// own slots to do so, because the place of a slot is made of the 32 bits that it holds.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "core/closure/candidates.hpp"
#include "core/data/growing_array.hpp"

namespace wreath::closure {

/// A number from kPending on stands for a candidate of the batch under way, which has no number yet.
inline constexpr Index kPending = kNoIndex - (Index{1} << 24);
inline constexpr std::size_t kMostPending = std::size_t{1} << 24;

class Shard {
 public:
  struct Found {
    Index index;
    std::size_t slot;
    bool claimed = false;  // an empty slot
  };

  Shard() { slots_.resize(kLeast); }

  /// Of a tag, or a slot.
  void prefetch(std::size_t at) const { __builtin_prefetch(&slots_[at & mask()]); }

  /// The element with this tag for which `same(index)` holds, or none.
  template <class Same>
  Index find(std::uint32_t tag, const Same& same) const {
    for (std::size_t at = tag & mask();; at = (at + 1) & mask()) {
      const Slot slot = slots_[at];
      if (slot == 0) return kNoIndex;
      if (tag_of(slot) == tag && same(index_of(slot))) return index_of(slot);
    }
  }
  /// The same; a pending number claims the empty slot where it belongs, or that of an equal pending number that is larger. With
  /// `shared`, from several threads at once: whatever their order, the least of equal pending numbers has the slot in the end.
  template <bool shared, class Same>
  Found claim(std::uint32_t tag, Index pending, const Same& same) {
    const Slot own = slot_of(tag, pending);
    for (std::size_t at = tag & mask();; at = (at + 1) & mask()) {
      if constexpr (shared) {
        std::atomic_ref<Slot> slot(slots_[at]);
        Slot now = slot.load(std::memory_order_acquire);
        if (now == 0 && slot.compare_exchange_strong(now, own, std::memory_order_acq_rel)) return {pending, at, true};
        if (tag_of(now) != tag || !same(index_of(now))) continue;
        // Nobody but an equal candidate changes this slot now.
        while (index_of(now) > pending && !slot.compare_exchange_weak(now, own, std::memory_order_acq_rel)) {
        }
        return {std::min(index_of(now), pending), at};
      } else {
        const Slot now = slots_[at];
        if (now == 0) {
          slots_[at] = own;
          return {pending, at, true};
        }
        if (tag_of(now) == tag && same(index_of(now))) return {index_of(now), at};
      }
    }
  }
  /// The first element with this tag that a look-up would compare, or none: for prefetching it.
  Index first_hit(std::uint32_t tag) {
    const Slot slot = read(tag & mask());
    return slot != 0 && tag_of(slot) == tag ? index_of(slot) : kNoIndex;
  }

  /// What a slot has, while others claim and renumber.
  Index index(std::size_t at) { return index_of(read(at)); }
  void renumber(std::size_t at, Index index) {
    const Slot old = read(at);
    std::atomic_ref(slots_[at]).store(slot_of(tag_of(old), index), std::memory_order_relaxed);
  }
  void renumber_all(std::span<const Index> places) {
    for (Slot& slot : slots_.span()) {
      if (slot != 0) slot = slot_of(tag_of(slot), places[index_of(slot)]);
    }
  }
  /// Empties a slot; all slots claimed after it must be emptied, too.
  void take_back(std::size_t at) { slots_[at] = 0; }
  /// Claims are counted by those who claim.
  void add_used(std::size_t count) { used_ += count; }
  void subtract_used(std::size_t count) { used_ -= count; }

  bool has_room(std::size_t more) const { return (used_ + more) * 4 <= slots_.size() * 3; }
  /// To be called before up to `more` slots are claimed.
  void make_room(std::size_t more) {
    if (has_room(more)) return;
    std::size_t size = slots_.size();
    while ((used_ + more) * 4 > size * 3) size *= 2;
    GrowingArray<Slot> larger;
    larger.resize(size);
    for (const Slot slot : slots_) {
      if (slot == 0) continue;
      std::size_t at = tag_of(slot) & (size - 1);
      while (larger[at] != 0) at = (at + 1) & (size - 1);
      larger[at] = slot;
    }
    slots_ = std::move(larger);
  }
  std::uint64_t memory() const { return slots_.size() * sizeof(Slot); }

 private:
  using Slot = std::uint64_t;  // index + 1 above the tag; 0: empty, as fresh memory is
  static constexpr std::size_t kLeast = 64;

  static Slot slot_of(std::uint32_t tag, Index index) { return (Slot{index} + 1) << 32 | tag; }
  static std::uint32_t tag_of(Slot slot) { return static_cast<std::uint32_t>(slot); }
  static Index index_of(Slot slot) { return static_cast<Index>(slot >> 32) - 1; }
  std::size_t mask() const { return slots_.size() - 1; }
  Slot read(std::size_t at) { return std::atomic_ref(slots_[at]).load(std::memory_order_relaxed); }

  GrowingArray<Slot> slots_;
  std::size_t used_ = 0;
};

/// Where a hash belongs.
struct Place {
  static constexpr unsigned kShardBits = 6;
  static constexpr std::size_t kShards = std::size_t{1} << kShardBits;
  static std::uint32_t tag(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }
};

}  // namespace wreath::closure
