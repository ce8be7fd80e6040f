// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <span>

#include "core/data/hash.hpp"

namespace wreath::semigroup {

/// Fingerprint of a row of points: four lanes of 8 bytes, so that multiplications overlap.
template <class P>
std::uint64_t hash_row(std::span<const P> row) {
  constexpr std::uint64_t kMultiplier = 0x9FB21C651E98DF25U;
  const auto* bytes = reinterpret_cast<const std::byte*>(row.data());
  const std::size_t size = row.size_bytes();
  std::uint64_t lanes[4] = {0x243F6A8885A308D3U, 0x13198A2E03707344U, 0xA4093822299F31D0U, 0x082EFA98EC4E6C89U};
  std::size_t at = 0;
  for (; at + 32 <= size; at += 32) {
    for (std::size_t lane = 0; lane < 4; ++lane) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes + at + 8 * lane, 8);
      lanes[lane] = (lanes[lane] ^ word) * kMultiplier;
      lanes[lane] ^= lanes[lane] >> 29;
    }
  }
  std::uint64_t state = size;
  for (; at < size; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + at, size - at < 8 ? size - at : 8);
    state = mix64(state ^ word) + kMultiplier;
  }
  for (const std::uint64_t lane : lanes) state = mix64(state ^ lane) * kMultiplier;
  return mix64(state);
}

template <class P>
bool same_row(std::span<const P> x, std::span<const P> y) {
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size_bytes()) == 0;
}

}  // namespace wreath::semigroup
