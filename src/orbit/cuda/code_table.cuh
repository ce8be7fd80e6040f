// SPDX-License-Identifier: MIT
//
// A table of codes in the memory of a GPU: open addressing in sectors of 32 bytes, the least that memory is read by.
//
// A code is looked for from the first slot of the sector that its hash names, slot by slot; it is put into the first empty slot
// that it meets. Slots are never emptied, so all that look for a code pass the same slots, in the same order, and two of them
// cannot put it into two slots: the one that comes second to an empty slot finds it taken, and looks at what took it.
//
// A code of one word is put by one atomic exchange. A longer one is claimed by its last word, which is then kBusy until the other
// words are written; a thread that finds a busy slot waits for the last word. Neither kEmpty nor kBusy is the last word of a
// code, whose highest bit is not set. Sectors are read past the first-level cache, whose contents may be old.
#pragma once

#include <cstdint>

#include "wreath/orbit/space.hpp"

namespace wreath::orbit {

namespace code_table {

using Number = unsigned long long;

inline constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
inline constexpr std::uint64_t kBusy = ~std::uint64_t{0} - 1;

__device__ inline std::uint64_t load_acquire(const std::uint64_t* from) {
  std::uint64_t value;
  asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(from) : "memory");
  return value;
}
__device__ inline void store_release(std::uint64_t* to, std::uint64_t value) {
  asm volatile("st.release.gpu.global.u64 [%0], %1;" ::"l"(to), "l"(value) : "memory");
}
__device__ inline std::uint64_t compare_and_swap(std::uint64_t* at, std::uint64_t expected, std::uint64_t value) {
  return atomicCAS(reinterpret_cast<Number*>(at), Number{expected}, Number{value});
}

}  // namespace code_table

template <unsigned Words>
struct CodeTableRef {
  static constexpr unsigned kSectorWords = 4;
  static constexpr unsigned kSlots = kSectorWords / Words;  // of a sector

  std::uint64_t* words;
  std::uint64_t sectors;

  /// Whether it was not there before. There must be an empty slot.
  __device__ bool insert(const Code<Words>& code) const {
    std::uint64_t sector = __umul64hi(hash_of(code), sectors);
    while (true) {
      std::uint64_t* at = words + sector * kSectorWords;
      const auto* halves = reinterpret_cast<const ulonglong2*>(at);
      const ulonglong2 low = __ldcg(halves);
      const ulonglong2 high = __ldcg(halves + 1);
      const std::uint64_t seen[kSectorWords] = {low.x, low.y, high.x, high.y};
      if constexpr (Words == 1) {
        if (seen[0] == code.words[0] || seen[1] == code.words[0] || seen[2] == code.words[0] || seen[3] == code.words[0])
          return false;
      }
#pragma unroll
      for (unsigned slot = 0; slot < kSlots; ++slot) {
        const Outcome outcome = try_slot(at + slot * Words, seen[slot * Words + Words - 1], code);
        if (outcome != Outcome::other) return outcome == Outcome::taken;
      }
      sector = sector + 1 == sectors ? 0 : sector + 1;
    }
  }

 private:
  enum class Outcome { taken, equal, other };

  /// `last`: the last word of the slot, as it was a moment ago.
  __device__ static Outcome try_slot(std::uint64_t* slot, std::uint64_t last, const Code<Words>& code) {
    using namespace code_table;
    if constexpr (Words == 1) {
      if (last != kEmpty) return Outcome::other;
      last = compare_and_swap(slot, kEmpty, code.words[0]);
      return last == kEmpty ? Outcome::taken : last == code.words[0] ? Outcome::equal : Outcome::other;
    } else {
      if (last == kEmpty) {
        last = compare_and_swap(slot + Words - 1, kEmpty, kBusy);
        if (last == kEmpty) {
          for (unsigned w = 0; w + 1 < Words; ++w) __stcg(reinterpret_cast<Number*>(slot + w), Number{code.words[w]});
          store_release(slot + Words - 1, code.words[Words - 1]);
          return Outcome::taken;
        }
      }
      while (last == kBusy) last = load_acquire(slot + Words - 1);
      if (last != code.words[Words - 1]) return Outcome::other;
      load_acquire(slot + Words - 1);  // the other words are not read before it
      bool equal = true;
      for (unsigned w = 0; w + 1 < Words; ++w)
        equal = equal && __ldcg(reinterpret_cast<const Number*>(slot + w)) == code.words[w];
      return equal ? Outcome::equal : Outcome::other;
    }
  }
};

}  // namespace wreath::orbit
