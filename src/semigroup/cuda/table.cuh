// SPDX-License-Identifier: MIT
//
// The table that finds an element by its row: open addressing, 8 bytes a slot.
//
//     31 bits of the fingerprint | 1 bit | 32 bits of value
//
// The value is an element, or, with the bit set, a claim: the position of a candidate of the batch at hand that is not numbered
// yet. Whoever meets a slot of its own 31 bits compares rows; a claim's row is composed for it. Claims of equal candidates meet
// in one slot, since nothing is taken from the table while a batch goes in, and a slot once claimed keeps its row: only its
// position shrinks to the least one, by atomicMin. So of equal candidates the first wins, however the threads are scheduled.
//
// Slots claimed by a batch come after all older ones in every probe sequence, so emptying them all undoes the batch.
#pragma once

#include "semigroup/backend.hpp"

namespace wreath::semigroup {

/// What became of a candidate.
class Outcome {
 public:
  enum Kind : std::uint64_t { known, lost, held };  // an element; a claim that another one goes before; a claim, its own perhaps

  Outcome() = default;
  __device__ Outcome(Kind kind, std::uint64_t value) : bits_(kind << 62 | value) {}
  __device__ Kind kind() const { return static_cast<Kind>(bits_ >> 62); }
  /// The element where known, the slot otherwise.
  __device__ std::uint64_t value() const { return bits_ & ~(std::uint64_t{3} << 62); }

 private:
  std::uint64_t bits_;
};

class TableRef {
 public:
  using Slot = unsigned long long;
  static constexpr Slot kEmpty = ~Slot{0};
  static constexpr Slot kClaim = Slot{1} << 32;

  Slot* slots;
  std::uint64_t capacity;

  __device__ static bool is_claim(Slot slot) { return (slot & kClaim) != 0; }
  __device__ static std::uint32_t value(Slot slot) { return static_cast<std::uint32_t>(slot); }
  __device__ static Slot make(std::uint64_t fingerprint, Slot value) { return fingerprint << 33 | value; }

  /// Claims a slot for the candidate, or finds its row there. `same(slot)` compares with an element or a claim.
  template <class Team, class Same>
  __device__ Outcome claim(const Team& team, std::uint64_t fingerprint, std::uint32_t position, const Same& same) const {
    const Slot mine = make(fingerprint, kClaim | position);
    for (std::uint64_t at = home(fingerprint);; at = next(at)) {
      Slot seen = 0;
      if (team.rank() == 0) {
        seen = __ldcg(slots + at);
        if (seen == kEmpty) seen = atomicCAS(slots + at, kEmpty, mine);
      }
      seen = team.of_leader(seen);
      if (seen == kEmpty) return {Outcome::held, at};
      if ((seen ^ mine) >> 33 != 0 || !same(seen)) continue;
      if (!is_claim(seen)) return {Outcome::known, value(seen)};
      if (value(seen) < position) return {Outcome::lost, at};
      if (team.rank() == 0) atomicMin(slots + at, mine);
      return {Outcome::held, at};
    }
  }

  /// The element with that fingerprint for which `same(slot)` holds, or kNoIndex.
  template <class Team, class Same>
  __device__ Index find(const Team& team, std::uint64_t fingerprint, const Same& same) const {
    for (std::uint64_t at = home(fingerprint);; at = next(at)) {
      const Slot seen = slots[at];
      if (seen == kEmpty) return kNoIndex;
      if ((seen ^ make(fingerprint, 0)) >> 33 == 0 && same(seen)) return value(seen);
    }
  }

  /// Puts an element that is not there.
  __device__ void put(std::uint64_t fingerprint, Index element) const {
    const Slot mine = make(fingerprint, element);
    for (std::uint64_t at = home(fingerprint);; at = next(at)) {
      if (__ldcg(slots + at) == kEmpty && atomicCAS(slots + at, kEmpty, mine) == kEmpty) return;
    }
  }

  /// A claim has got its number.
  __device__ void settle(std::uint64_t at, Index element) const { slots[at] = (slots[at] >> 33) << 33 | element; }

 private:
  __device__ std::uint64_t home(std::uint64_t fingerprint) const { return __umul64hi(fingerprint, capacity); }
  __device__ std::uint64_t next(std::uint64_t at) const { return at + 1 == capacity ? 0 : at + 1; }
};

}  // namespace wreath::semigroup
