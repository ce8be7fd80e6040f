// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/hd.hpp"

namespace wreath {

/// A bijection of 64-bit words in which every input bit moves every output bit (the finaliser of SplitMix64).
WREATH_HD constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
  x = (x ^ x >> 27) * 0x94D049BB133111EBU;
  return x ^ x >> 31;
}

/// Fingerprint of a byte string: tells files apart and finds damage; no defence against someone who forges.
inline std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed = 0) {
  std::uint64_t state = mix64(seed ^ 0x9E3779B97F4A7C15U ^ bytes.size());
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    state = (state ^ mix64(word + at)) * 0x9FB21C651E98DF25U;
    state ^= state >> 32;
  }
  std::uint64_t tail = 0;
  if (at < bytes.size()) std::memcpy(&tail, bytes.data() + at, bytes.size() - at);
  return mix64(state ^ tail);
}

}  // namespace wreath
