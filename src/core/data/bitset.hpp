// SPDX-License-Identifier: MIT
//
// One bit for each of many points, to mark those that were seen.
//
// A bit may be claimed by one thread or by many. Among many a claim is an atomic or: exactly one of them gets it. A large set
// lives on huge pages, a small one in ordinary memory, which is cheaper to get.
//
// Cost: points/8 bytes; a claim costs one access there, which the caller can ask for ahead.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/data/huge_array.hpp"

namespace wreath {

class Bitset {
 public:
  static constexpr std::size_t kWordBits = 64;
  static constexpr std::uint64_t bytes_for(std::uint64_t points) { return (points / kWordBits + 1) * sizeof(std::uint64_t); }

  explicit Bitset(std::size_t points) : size_(points) {
    const std::size_t words = points / kWordBits + 1;
    if (words < kSmallWords) {
      small_.assign(words, 0);
      words_ = small_.data();
    } else {
      large_ = HugeArray<std::uint64_t>(words);
      words_ = large_.data();
    }
  }
  Bitset(const Bitset&) = delete;
  Bitset& operator=(const Bitset&) = delete;

  std::size_t size() const noexcept { return size_; }
  bool test(std::size_t point) const noexcept { return (words_[point / kWordBits] >> point % kWordBits & 1) != 0; }
  void prefetch(std::size_t point) const noexcept { __builtin_prefetch(words_ + point / kWordBits, 1); }

  /// Sets the bit and says whether it was clear. kShared: other threads may be claiming, too.
  template <bool kShared>
  bool claim(std::size_t point) noexcept {
    std::uint64_t& word = words_[point / kWordBits];
    const std::uint64_t bit = std::uint64_t{1} << point % kWordBits;
    if constexpr (kShared) {
      return (std::atomic_ref(word).fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
    } else {
      const bool clear = (word & bit) == 0;
      word |= bit;
      return clear;
    }
  }

  /// The first clear bit of begin..end-1, or end. Among many threads it may be set by the time it is returned.
  std::size_t first_clear(std::size_t begin, std::size_t end) noexcept {
    while (begin < end) {
      const std::uint64_t word = std::atomic_ref(words_[begin / kWordBits]).load(std::memory_order_relaxed);
      const std::uint64_t clear = ~word >> begin % kWordBits;
      if (clear != 0) {
        const std::size_t found = begin + static_cast<std::size_t>(std::countr_zero(clear));
        return found < end ? found : end;
      }
      begin = (begin / kWordBits + 1) * kWordBits;
    }
    return end;
  }

 private:
  static constexpr std::size_t kSmallWords = std::size_t{1} << 17;  // a mebibyte

  std::size_t size_;
  std::vector<std::uint64_t> small_;
  HugeArray<std::uint64_t> large_;
  std::uint64_t* words_;
};

}  // namespace wreath
