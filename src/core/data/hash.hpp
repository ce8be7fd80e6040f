// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
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
/// The string may come in pieces; its length must be known first.
class ByteHash {
 public:
  explicit ByteHash(std::uint64_t bytes, std::uint64_t seed = 0) : state_(mix64(seed ^ 0x9E3779B97F4A7C15U ^ bytes)) {}

  void add(std::span<const std::byte> piece) {
    std::size_t at = 0;
    if (held_ != 0) {  // the pieces before did not end with a word
      const std::size_t more = std::min(piece.size(), 8 - held_);
      if (more != 0) std::memcpy(tail_ + held_, piece.data(), more);
      held_ += more;
      at = more;
      if (held_ < 8) return;
      add_word(tail_);
      held_ = 0;
    }
    for (; at + 8 <= piece.size(); at += 8) add_word(piece.data() + at);
    held_ = piece.size() - at;
    if (held_ != 0) std::memcpy(tail_, piece.data() + at, held_);
  }
  std::uint64_t value() const {
    std::uint64_t tail = 0;
    std::memcpy(&tail, tail_, held_);
    return mix64(state_ ^ tail);
  }

 private:
  void add_word(const std::byte* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, 8);
    state_ = (state_ ^ mix64(word + at_)) * 0x9FB21C651E98DF25U;
    state_ ^= state_ >> 32;
    at_ += 8;
  }

  std::uint64_t state_;
  std::uint64_t at_ = 0;
  std::size_t held_ = 0;
  std::byte tail_[8] = {};
};

inline std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed = 0) {
  ByteHash hash(bytes.size(), seed);
  hash.add(bytes);
  return hash.value();
}

}  // namespace wreath
